import type { PreviewAction } from "../../../../../contract/vocabulary";
import type { PageState, PreviewView } from "../../../../../page/protocol/views";
import type { Panel, PanelContext } from "../../contexts";
import { breakable } from "../confirmation";
import { choices } from "./choices";
import { closeAboveFocus } from "./fields";
import { ReadableRequest } from "./readableRequest";

const refreshAfterMs = 200;
const charactersAtOnce = 50_000;

/** The request as it would be sent now: its destination, and its content as text or its exact bytes. */
export class PreviewPanel implements Panel {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #endpoint: HTMLElement;
  readonly #size: HTMLElement;
  readonly #content: HTMLElement;
  readonly #readable: ReadableRequest;
  readonly #json: HTMLElement;
  readonly #omitted: HTMLElement;
  readonly #error: HTMLElement;
  #side: "readable" | "json" = "readable";
  #preview: PreviewView | undefined;
  #pageState: PageState | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(context: PanelContext) {
    this.#context = context;
    const { toolkit } = context;
    const { el, scrollable, t } = toolkit;
    this.#endpoint = el("code", { class: "endpoint", dir: "ltr" });
    this.#size = el("span", { class: "detail" });
    this.#readable = new ReadableRequest(toolkit);
    this.#json = scrollable(t("Request as JSON"), { class: "json", dir: "ltr" });
    this.#error = el("p", { class: "field-error", role: "alert" });
    this.#error.hidden = true;
    this.#omitted = el("p", { class: "detail", role: "status" });
    this.#content = el(
      "div",
      { class: "request-content" },
      this.#tools(),
      this.#omitted,
      this.#readable.element,
      this.#json,
    );
    this.element = el(
      "div",
      { class: "request", role: "group", "aria-label": t("What will be sent") },
      el(
        "div",
        { class: "request-head" },
        el("span", { class: "part-name" }, t("What will be sent")),
        this.#size,
        toolkit.button({ icon: "close", label: t("Close") }, context.close),
        this.#endpoint,
      ),
      this.#error,
      this.#content,
    );
    closeAboveFocus(this.element, context.close);
  }

  show(pageState: PageState): void {
    this.#pageState = pageState;
    this.#refresh();
  }

  typed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#refresh();
    }, refreshAfterMs);
  }

  focus(): void {
    (this.#side === "json" ? this.#json : this.#readable.element).focus();
  }

  #tools(): HTMLElement {
    const { notices, toolkit } = this.#context;
    const { button, el, t } = toolkit;
    const sides = choices<"readable" | "json">(toolkit, {
      name: t("Show as"),
      kind: "segments",
      items: [
        { value: "readable", label: t("Readable") },
        { value: "json", label: t("JSON") },
      ],
      onChoose: (side) => {
        this.#side = side;
        this.#draw();
      },
    });
    sides.show(this.#side);
    const copy = button({ icon: "copy", label: t("Copy"), title: t("Copy as JSON") }, () => {
      this.#use("copy")
        .then(() => notices.confirm(copy, "copy", t("Copied")))
        .catch(notices.failed);
    });
    const open = button({ text: t("Open in Editor"), class: "link" }, () => {
      this.#use("open").catch(notices.failed);
    });
    const actions = el("div", { class: "request-actions" }, open, copy);
    return el("div", { class: "request-tools" }, sides.element, actions);
  }

  async #use(action: PreviewAction): Promise<void> {
    await this.#context.host.call("usePreview", { text: this.#context.text(), action });
  }

  #refresh(): void {
    clearTimeout(this.#timer);
    const { host, toolkit, text } = this.#context;
    const asked = ++this.#asked;
    host.call("preview", { text: text() }).then(
      (preview) => {
        if (asked !== this.#asked) return;
        this.#error.hidden = true;
        this.#content.hidden = false;
        const address = toolkit.visible(preview.endpoint, 500);
        this.#endpoint.replaceChildren(...breakable(address, toolkit.el));
        this.#size.textContent = toolkit.visible(preview.size ?? "", 50);
        this.#preview = preview;
        this.#draw();
      },
      (reason: unknown) => {
        if (asked !== this.#asked) return;
        this.#content.hidden = true;
        this.#error.hidden = false;
        this.#error.textContent = toolkit.visible(
          reason instanceof Error ? reason.message : String(reason),
        );
      },
    );
  }

  #draw(): void {
    const preview = this.#preview;
    if (!preview) return;
    const notes = [preview.extras, preview.omitted].filter((note) => note !== undefined);
    this.#omitted.hidden = notes.length === 0;
    this.#omitted.textContent = this.#context.toolkit.visible(notes.join(" "));
    const isReadable = this.#side === "readable" && this.#readable.show(preview, this.#pageState);
    this.#readable.element.hidden = !isReadable;
    this.#json.hidden = isReadable;
    if (isReadable) return;
    const { moreCharacters, showGradually, withEscapes } = this.#context.toolkit;
    const json = asJson(preview.json, withEscapes);
    const { scrollTop } = this.#json;
    this.#json.replaceChildren();
    showGradually(this.#json, {
      count: json.length,
      first: charactersAtOnce,
      next: json.length,
      draw: (from, to) => [json.slice(from, to)],
      label: moreCharacters,
    });
    this.#json.scrollTop = scrollTop;
  }
}

/** Invisible characters as JSON escapes: visible, and still the same request when copied. */
function asJson(json: string, withEscapes: (text: string) => string): string {
  return json.replace(/[^\n -~]/gu, (character) => {
    if (withEscapes(character) === character) return character;
    return Array.from({ length: character.length }, (_, at) => {
      const code = character.charCodeAt(at).toString(16).padStart(4, "0");
      return `\\u${code}`;
    }).join("");
  });
}
