import type { Token } from "markdown-it";
import { undrawnText } from "./words";
import { fileIn } from "../../../../kit/references";
import { answerLinks, type AnswerLinks } from "./fileLinks";
import { decoded, hrefOf, imageChip, linkFor, linkWords, openable } from "./references";
import type { RichTextContext } from "../contexts";
import type { Toolkit } from "../../../../page/ui/toolkit";

/** Elements that take nothing from the input but their position; every other token is handled by name. */
const containers: Readonly<Record<string, keyof HTMLElementTagNameMap>> = {
  paragraph_open: "p",
  blockquote_open: "blockquote",
  bullet_list_open: "ul",
  ordered_list_open: "ol",
  list_item_open: "li",
  thead_open: "thead",
  tbody_open: "tbody",
  tr_open: "tr",
  th_open: "th",
  td_open: "td",
  em_open: "em",
  strong_open: "strong",
  s_open: "s",
};

/** Below the page's own headings, whatever the level in the answer. */
const headings: Readonly<Record<string, "h3" | "h4" | "h5" | "h6">> = {
  h1: "h3",
  h2: "h4",
  h3: "h5",
};

interface DomOptions {
  context: RichTextContext;
  /** Called in document order, once for each fenced or indented block. */
  codeBlock(text: string, info: string): HTMLElement;
}

/** The only path from an answer to the page: known tokens become known elements, everything else text. */
export function domOf(tokens: Token[], options: DomOptions): DocumentFragment {
  const fragment = document.createDocumentFragment();
  new Builder(fragment, options).addAll(tokens);
  return fragment;
}

class Builder {
  readonly #open: (ParentNode & Node)[];
  readonly #options: DomOptions;
  #isInLink = false;

  constructor(root: ParentNode & Node, options: DomOptions) {
    this.#open = [root];
    this.#options = options;
  }

  addAll(tokens: Token[]): void {
    for (const [index, token] of tokens.entries()) {
      if (token.nesting === 1) this.#enter(token, tokens, index);
      else if (token.nesting === -1) this.#leave(token);
      else this.#leaf(token, tokens, index);
    }
  }

  #enter(token: Token, tokens: readonly Token[], index: number): void {
    if (token.hidden) return;
    if (token.type === "link_open") {
      const href = hrefOf(token);
      const { element, inside } = linkFor(
        href,
        this.#options.context,
        linkWords(tokens[index + 1]),
      );
      const file = openable(href) ? undefined : fileIn(decoded(href));
      let end = index;
      while (end < tokens.length && tokens[end]?.type !== "link_close") end++;
      if (file) this.#links?.linkFile(inside, file, decoded(href), textAfter(tokens, end));
      this.#isInLink = true;
      this.#nest(element, inside);
    } else if (token.type === "heading_open") {
      this.#nest(this.#toolkit.el(headings[token.tag] ?? "h6"));
    } else if (token.type === "table_open") {
      this.#nestTable();
    } else {
      const element = this.#toolkit.el(containers[token.type] ?? "span");
      if (element instanceof HTMLOListElement) element.start = Number(token.attrGet("start") ?? 1);
      if (element instanceof HTMLTableCellElement) alignLike(element, token);
      this.#nest(element);
    }
  }

  #leave(token: Token): void {
    if (token.hidden || this.#open.length === 1) return;
    if (token.type === "link_close") this.#isInLink = false;
    this.#open.pop();
  }

  #nest(element: HTMLElement, inside = element): void {
    this.#here.append(element);
    this.#open.push(inside);
  }

  #nestTable(): void {
    const { el, t } = this.#toolkit;
    const table = el("table");
    const named = { role: "group", "aria-label": t("Table") };
    this.#nest(el("div", { class: "table-frame", tabindex: "0", ...named }, table), table);
  }

  #leaf(token: Token, tokens: readonly Token[], index: number): void {
    const { el, visibleText } = this.#toolkit;
    switch (token.type) {
      case "inline":
        this.#inline(token, tokens[index - 2]?.type === "list_item_open");
        return;
      case "fence":
      case "code_block":
        this.#here.append(this.#options.codeBlock(token.content, token.info));
        return;
      case "code_inline":
        this.#here.append(
          this.#links?.code(token.content, textAfter(tokens, index)) ??
            el("code", {}, visibleText(token.content)),
        );
        return;
      case "maths":
        this.#here.append(el("span", { class: "maths" }, visibleText(token.content, "prose")));
        return;
      case "hr":
      case "hardbreak":
        this.#here.append(el(token.type === "hr" ? "hr" : "br"));
        return;
      case "softbreak":
        this.#here.append("\n");
        return;
      case "image":
        this.#here.append(imageChip(token, this.#toolkit));
        return;
      default:
        if (token.content)
          this.#here.append(...this.#words(token.content, textAfter(tokens, index)));
    }
  }

  #words(text: string, after = ""): Iterable<Node> {
    return this.#links?.nodesOf(text, "prose", after) ?? [this.#toolkit.visibleText(text, "prose")];
  }

  /** None while the answer is on its way, nor inside of a link. */
  get #links(): AnswerLinks | undefined {
    const { answer, toolkit } = this.#options.context;
    return answer && !this.#isInLink ? answerLinks(answer, toolkit) : undefined;
  }

  #inline(token: Token, startsItem: boolean): void {
    const children = token.children ?? [];
    if (children.length === 0) {
      this.#here.append(...undrawnText(token.content, this.#toolkit));
      return;
    }
    const task = startsItem ? taskMark(children[0], this.#toolkit) : undefined;
    if (task) {
      this.#item?.classList.add("task-item");
      this.#here.append(task.mark, ...this.#words(task.rest));
    }
    this.addAll(task ? children.slice(1) : children);
  }

  get #toolkit(): Toolkit {
    return this.#options.context.toolkit;
  }

  get #item(): HTMLElement | undefined {
    return this.#open.findLast((node) => node instanceof HTMLLIElement);
  }

  get #here(): ParentNode & Node {
    return this.#open[this.#open.length - 1] as ParentNode & Node;
  }
}

/** The text that follows a token, whatever ends between them. */
function textAfter(tokens: readonly Token[], index: number): string {
  let at = index + 1;
  while (tokens[at]?.nesting === -1) at++;
  return tokens[at]?.type === "text" ? tokens[at]!.content : "";
}

function alignLike(cell: HTMLTableCellElement, token: Token): void {
  const [, side] = /^text-align:(left|center|right)$/.exec(String(token.attrGet("style"))) ?? [];
  if (side !== undefined) cell.className = `align-${side}`;
}

/** `[ ] ` or `[x] ` at the start of a list item, as a mark that shows its state. */
function taskMark(
  first: Token | undefined,
  { el, icon, t }: Toolkit,
): { mark: HTMLElement; rest: string } | undefined {
  const match = first?.type === "text" ? /^\[([ xX])\]\s+(?=\S)/.exec(first.content) : null;
  if (!first || !match) return undefined;
  const done = match[1] !== " ";
  const mark = el(
    "span",
    {
      class: done ? "task done" : "task",
      role: "img",
      "aria-label": done ? t("Done") : t("Not done"),
    },
    done ? icon("check") : undefined,
  );
  return { mark, rest: first.content.slice(match[0].length) };
}
