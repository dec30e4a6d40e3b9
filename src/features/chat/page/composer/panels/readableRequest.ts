import type { PageState, PreviewView } from "../../../../../page/protocol/views";
import type { Toolkit } from "../../../../../page/ui/toolkit";

interface RequestMessage {
  role: string;
  content: string;
}

interface ReadRequest {
  question: string;
  history: RequestMessage[];
  /** Everything else in the body. */
  fields: [name: string, value: unknown][];
}

/** Longer texts are folded at first. */
const maxUnfolded = 2_000;
const charactersAtOnce = 50_000;
/** The host's `betweenParts`. */
const betweenParts = 2;

/** A request in words: its texts as text, each with its size, and what else is in it. */
export class ReadableRequest {
  readonly element: HTMLElement;
  readonly #toolkit: Toolkit;
  /** What the user has folded or unfolded. */
  readonly #open = new Map<string, boolean>();
  #drawn = "";

  constructor(toolkit: Toolkit) {
    const { el, t } = toolkit;
    this.#toolkit = toolkit;
    const label = t("Request as text");
    this.element = el("div", {
      class: "readable",
      tabindex: "0",
      role: "group",
      "aria-label": label,
    });
    this.element.addEventListener("click", ({ target }) => {
      const details = target instanceof Element && target.closest("summary")?.parentElement;
      if (details instanceof HTMLDetailsElement) this.#open.set(foldKey(details), !details.open);
    });
  }

  /** False if it is no request that can be read. */
  show(preview: PreviewView, pageState: PageState | undefined): boolean {
    const { expert } = pageState ?? {};
    const drawn = JSON.stringify([
      preview,
      expert?.id,
      expert?.name,
      expert?.abilityName,
      expert?.modelFullName ?? expert?.modelName,
    ]);
    if (drawn === this.#drawn) return true;
    const request = requestIn(preview.json);
    if (!request) return false;
    this.#drawn = drawn;
    const { scrollTop } = this.element;
    const focused = this.element.contains(document.activeElement)
      ? document.activeElement?.closest("details")
      : undefined;
    const key = focused ? foldKey(focused) : undefined;
    this.element.replaceChildren(
      ...this.#question(request.question, preview.parts ?? []),
      ...this.#history(request.history, preview.historySize),
      this.#fields(request.fields, expert),
    );
    this.element.scrollTop = scrollTop;
    if (key === undefined) return true;
    const folds = [...this.element.querySelectorAll("details")];
    const again = folds.find((one) => foldKey(one) === key)?.querySelector("summary");
    (again ?? this.element).focus({ preventScroll: true });
    return true;
  }

  #question(question: string, parts: NonNullable<PreviewView["parts"]>): HTMLElement[] {
    const { t, visible } = this.#toolkit;
    const own = t("Your question");
    const length = parts.reduce((sum, part) => sum + part.length + betweenParts, -betweenParts);
    // Nothing may be missing from what is shown.
    if (length !== question.length) return [this.#text(own, undefined, question)];
    let from = 0;
    return parts.map((part) => {
      const text = question.slice(from, from + part.length);
      from += part.length + betweenParts;
      return this.#text(part.name === undefined ? own : visible(part.name, 300), part.size, text);
    });
  }

  #history(history: readonly RequestMessage[], size: string | undefined): HTMLElement[] {
    if (history.length === 0) return [];
    const { cutList, el, plural, t, visible } = this.#toolkit;
    const count = plural(history.length, t("1 message"), t("{0} messages"));
    const detail = size === undefined ? count : `${count} · ${size}`;
    return [
      this.#fold("history", [t("Conversation so far"), detail], false, (body) =>
        cutList(body, [...history], ({ role, content }) =>
          el(
            "div",
            { class: "sent-message" },
            el("span", { class: "detail" }, visible(role, 100)),
            this.#block(visible(role, 100), content),
          ),
        ),
      ),
    ];
  }

  #fields(fields: ReadRequest["fields"], expert: PageState["expert"]): HTMLElement {
    const { el, visible, visibleText } = this.#toolkit;
    const names = fieldNames(this.#toolkit);
    const known: Record<string, string | undefined> = {
      expert_id: expert?.name,
      ability_id: expert?.abilityName,
      model_id: expert?.modelFullName ?? expert?.modelName,
    };
    const rows = fields.map(([field, value]) => {
      const name = Object.hasOwn(names, field) ? names[field]! : visible(field, 100);
      const meant = field === "expert_id" && value !== expert?.id ? undefined : known[field];
      const words =
        meant === undefined ? fieldWords(value) : `${visible(meant, 200)} (${fieldWords(value)})`;
      return el(
        "div",
        { class: "sent-field" },
        el("dt", {}, name),
        el("dd", { dir: "auto" }, visibleText(words)),
      );
    });
    return el("dl", { class: "sent-fields" }, ...rows);
  }

  #text(name: string, size: string | undefined, text: string): HTMLElement {
    return this.#fold(name, [name, size ?? ""], text.length <= maxUnfolded, (body) => {
      body.append(this.#block(name, text));
    });
  }

  #fold(
    key: string,
    [name, detail]: [string, string],
    isOpen: boolean,
    fill: (body: HTMLElement) => void,
  ): HTMLDetailsElement {
    const { disclosure, el, unfold } = this.#toolkit;
    const title = el("span", { class: "sent-name" }, name);
    const fold = disclosure("sent", [title, el("span", { class: "detail" }, detail)], fill);
    fold.dataset["of"] = key;
    if (this.#open.get(key) ?? isOpen) void unfold(fold);
    return fold;
  }

  #block(label: string, text: string): HTMLElement {
    const { moreCharacters, scrollable, showGradually, visibleText } = this.#toolkit;
    const block = scrollable(label, { class: "long-text", dir: "auto" });
    showGradually(block, {
      count: text.length,
      first: charactersAtOnce,
      next: text.length,
      draw: (from, to) => [visibleText(text.slice(from, to))],
      label: moreCharacters,
    });
    return block;
  }
}

const foldKey = (details: HTMLElement): string => details.dataset["of"] ?? "";

const fieldNames = ({ t }: Toolkit): Record<string, string> => ({
  expert_id: t("Expert"),
  ability_id: t("Ability"),
  model_id: t("Model"),
  session_id: t("Session"),
  user_id: t("Account"),
  temperature: t("Temperature"),
  reasoning_effort: t("Reasoning effort"),
  document_urls: t("Document addresses"),
  tool_activation: t("Tools"),
  tool_config: t("Tool settings"),
  pictures: t("Pictures"),
  msx_tokens: t("Maximum tokens"),
});

/** Whatever it is, in lines. */
function fieldWords(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(fieldWords).join("\n");
  if (!isRecord(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, each]) => `${name}: ${fieldWords(each)}`)
    .join("\n");
}

function requestIn(json: string): ReadRequest | undefined {
  const body = parsed(json);
  if (!isRecord(body)) return undefined;
  const { input_data: input, conversation_history: earlier = [], ...others } = body;
  const history = Array.isArray(input) ? input.slice(0, -1) : earlier;
  const last: unknown = Array.isArray(input) ? input.at(-1)?.content : input;
  if (typeof last !== "string" || !Array.isArray(history) || !history.every(isMessage))
    return undefined;
  return { question: last, history, fields: Object.entries(others) };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isMessage = (value: unknown): value is RequestMessage =>
  isRecord(value) && typeof value["role"] === "string" && typeof value["content"] === "string";

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
