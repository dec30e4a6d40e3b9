import { fileIn, referencesIn, type FileReference } from "../../../../kit/references";
import { linesAfter } from "../../../../kit/linesAfter";
import type { Toolkit } from "../../../../page/ui/toolkit";
import type { AnswerTools } from "../contexts";
import { writtenPlace } from "./codeTools";
import { linkFor, makeLink, openable } from "./references";
import { nextTask } from "./whenVisible";

/** Of one answer; what is beyond stays text. */
const maxPaths = 200;
const maxLinks = 1_000;

const known = new WeakMap<AnswerTools, AnswerLinks>();

/** What an answer refers to, as links; those to files once the host has found them. */
export function answerLinks(answer: AnswerTools, toolkit: Toolkit): AnswerLinks {
  const links = known.get(answer) ?? new AnswerLinks(answer, toolkit);
  known.set(answer, links);
  return links;
}

export class AnswerLinks {
  readonly #answer: AnswerTools;
  readonly #toolkit: Toolkit;
  readonly #files: FileLinks;

  constructor(answer: AnswerTools, toolkit: Toolkit) {
    this.#answer = answer;
    this.#toolkit = toolkit;
    this.#files = new FileLinks(answer);
  }

  /** Text without markup; `after` is what follows it. */
  *nodesOf(text: string, kind?: "prose", after = ""): Generator<Node> {
    const { el, visibleText } = this.#toolkit;
    let at = 0;
    for (const reference of referencesIn(text)) {
      const { from, to } = reference;
      const words = text.slice(from, to);
      if ("url" in reference && !openable(reference.url)) continue;
      if (from > at) yield visibleText(text.slice(at, from), kind);
      at = to;
      if ("url" in reference) yield this.#address(words);
      else {
        const element = el("span", {}, visibleText(words));
        this.linkFile(element, reference.file, words, text.slice(to) || after);
        yield element;
      }
    }
    if (at < text.length) yield visibleText(text.slice(at), kind);
  }

  /** Inline code, which is a reference only as a whole. */
  code(text: string, after = ""): HTMLElement {
    const { el, visibleText } = this.#toolkit;
    if (/^https:\/\/\S+$/.test(text)) return el("code", {}, ...this.nodesOf(text));
    const file = fileIn(text);
    if (!file) return el("code", {}, visibleText(text));
    const inside = el("span", {}, visibleText(text));
    this.linkFile(inside, file, text, after);
    return el("code", {}, inside);
  }

  /** Turns an element into a link once the host has found the file; lines named right after it count. */
  linkFile(element: HTMLElement, { path, lines }: FileReference, words: string, after = ""): void {
    const { t, visible } = this.#toolkit;
    const linesBehind = lines ? undefined : linesAfter(after);
    const file = linesBehind ? writtenPlace({ path, lines: linesBehind }) : words;
    this.#files.whenFound(path, () => {
      const { host, turnId } = this.#answer;
      makeLink(element, t("Go to {0}", visible(file, 300)), () =>
        host.run("openFile", { turnId, file }),
      );
    });
  }

  #address(url: string): Node {
    const context = { answer: this.#answer, toolkit: this.#toolkit };
    const { element, inside } = linkFor(url, context, url);
    inside.prepend(this.#toolkit.visibleText(url));
    return element;
  }
}

/** Asks the host which of the files that an answer names there are: all that were drawn in one call. */
class FileLinks {
  readonly #answer: AnswerTools;
  /** Whether there is a file with this path, or what waits to be told. */
  readonly #known = new Map<string, boolean | (() => void)[]>();
  #next: string[] = [];
  #places = 0;

  constructor(answer: AnswerTools) {
    this.#answer = answer;
  }

  whenFound(path: string, show: () => void): void {
    const known = this.#known.get(path);
    if (known === false || this.#places === maxLinks) return;
    if (known === undefined && this.#known.size === maxPaths) return;
    this.#places++;
    if (known === true) queueMicrotask(show);
    else if (known) known.push(show);
    else {
      this.#known.set(path, [show]);
      if (this.#next.push(path) === 1) nextTask(() => void this.#ask());
    }
  }

  async #ask(): Promise<void> {
    const paths = this.#next;
    this.#next = [];
    const { host, turnId } = this.#answer;
    const existing = await host.call("existingFiles", { turnId, paths }).catch(() => []);
    const isThere = new Set(existing ?? []);
    for (const path of paths) {
      const waiting = this.#known.get(path);
      this.#known.set(path, isThere.has(path));
      if (isThere.has(path) && Array.isArray(waiting)) for (const show of waiting) show();
    }
  }
}
