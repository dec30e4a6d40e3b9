import type { FileReference } from "../../../../kit/fileReference";
import { linesAfter } from "../../../../kit/linesAfter";
import { fileIn, referencesIn } from "../../../../kit/references";
import type { Toolkit } from "../../../../page/ui/toolkit";
import type { AnswerTools } from "../contexts";
import { writtenPlace } from "./codeTools";
import { linkFor, makeLink, openable } from "./references";
import { UnreadMarks } from "./unreadMarks";
import { nextTask } from "./whenVisible";

/** Of one answer; what is beyond stays text. */
const maxPaths = 200;
const maxMarked = 1_000;

interface Asked {
  readonly files: FileLinks;
  readonly marks: UnreadMarks | undefined;
}

const asked = new WeakMap<AnswerTools, Asked>();

/** What an answer refers to, as links; those to files once the host has found them. */
export function answerLinks(answer: AnswerTools, toolkit: Toolkit): AnswerLinks {
  const of = asked.get(answer) ?? {
    files: new FileLinks(answer),
    marks: answer.marksUnread ? new UnreadMarks(answer, toolkit) : undefined,
  };
  asked.set(answer, of);
  return new AnswerLinks(answer, toolkit, of);
}

/** The same for steps, where nothing is marked as unread. */
export function stepLinks(answer: AnswerTools, toolkit: Toolkit): AnswerLinks {
  const { files } = asked.get(answer) ?? { files: new FileLinks(answer) };
  return new AnswerLinks(answer, toolkit, { files, marks: undefined });
}

export class AnswerLinks {
  readonly #answer: AnswerTools;
  readonly #toolkit: Toolkit;
  readonly #files: FileLinks;
  readonly #marks: UnreadMarks | undefined;

  constructor(answer: AnswerTools, toolkit: Toolkit, { files, marks }: Asked) {
    this.#answer = answer;
    this.#toolkit = toolkit;
    this.#files = files;
    this.#marks = marks;
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
        this.lead(element, reference.file, words, text.slice(to) || after);
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
    this.lead(inside, file, text, after);
    return el("code", {}, inside);
  }

  /** Turns an element into a link once the host has found the file; lines named right after it count. */
  lead(element: HTMLElement, { path, lines }: FileReference, words: string, after = ""): void {
    const { t, visible } = this.#toolkit;
    const told = lines ? undefined : linesAfter(after);
    const file = told ? writtenPlace({ path, lines: told }) : words;
    this.#files.whenFound(path, () => {
      const { host, turnId } = this.#answer;
      makeLink(element, t("Go to {0}", visible(file, 300)), () =>
        host.run("openFile", { turnId, file }),
      );
    });
    const named = lines ?? told;
    this.#marks?.watch(element, writtenPlace(named ? { path, lines: named } : { path }));
  }

  /** Marks an address that was not read. */
  mark(element: HTMLElement, url: string): void {
    this.#marks?.watch(element, url);
  }

  #address(url: string): Node {
    const context = { answer: this.#answer, toolkit: this.#toolkit };
    const { element, inside } = linkFor(url, context, url);
    inside.prepend(this.#toolkit.visibleText(url));
    this.mark(inside, url);
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
    if (known === false || this.#places === maxMarked) return;
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
