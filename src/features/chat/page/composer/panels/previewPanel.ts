import type { Panel, PanelContext } from "../../contexts";

const refreshAfterMs = 200;
const charactersAtOnce = 50_000;

/** The request as it would be sent now: its destination and its exact bytes. */
export class PreviewPanel implements Panel {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #endpoint: HTMLElement;
  readonly #json: HTMLElement;
  readonly #error: HTMLElement;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(context: PanelContext) {
    this.#context = context;
    const { el, scrollable, t } = context.toolkit;
    this.#endpoint = el("code", { class: "endpoint", dir: "ltr" });
    this.#json = scrollable(t("Request as JSON"), { class: "json", dir: "ltr" });
    this.#error = el("p", { class: "field-error", role: "alert" });
    this.#error.hidden = true;
    this.element = el(
      "div",
      { class: "request", role: "group", "aria-label": t("What will be sent") },
      el(
        "div",
        { class: "request-head" },
        el("span", { class: "part-name" }, t("What will be sent")),
        this.#endpoint,
      ),
      this.#error,
      this.#json,
    );
  }

  show(): void {
    this.#refresh();
  }

  typed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#refresh();
    }, refreshAfterMs);
  }

  focus(): void {
    this.#json.focus();
  }

  #refresh(): void {
    clearTimeout(this.#timer);
    const { host, toolkit, text } = this.#context;
    const asked = ++this.#asked;
    host.call("preview", { text: text() }).then(
      ({ endpoint, json }) => {
        if (asked !== this.#asked) return;
        this.#error.hidden = true;
        this.#json.hidden = false;
        this.#endpoint.textContent = toolkit.visible(endpoint, 500);
        this.#draw(asJson(json, toolkit.withEscapes));
      },
      (reason: unknown) => {
        if (asked !== this.#asked) return;
        this.#json.hidden = true;
        this.#error.hidden = false;
        this.#error.textContent = toolkit.visible(
          reason instanceof Error ? reason.message : String(reason),
        );
      },
    );
  }

  #draw(json: string): void {
    const { moreCharacters, showGradually } = this.#context.toolkit;
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
