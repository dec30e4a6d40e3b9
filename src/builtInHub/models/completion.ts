import type { ModelAnswer, ModelCall } from "../../hub/chatModel";
import { items, record, text } from "./record";

/** A tool call whose parts may still be arriving. */
interface Draft {
  id: string | undefined;
  index: number | undefined;
  name: string;
  arguments: string;
}

/**
 * Puts an answer of Chat Completions together, whole or in pieces, from servers that each differ a
 * little: text as string, parts or null; calls without id or index, or with the same one twice;
 * arguments as text or object.
 */
export class Completion {
  readonly #drafts: Draft[] = [];
  #text = "";
  #refusal = "";
  #finish: string | undefined;
  #hasChoice = false;

  /** True once there is any choice, even an empty one. */
  get hasChoice(): boolean {
    return this.#hasChoice;
  }

  get isFinished(): boolean {
    return this.#finish !== undefined;
  }

  /** Adds a body or one piece of a stream; returns the text in it. */
  add(body: unknown): string {
    const choice = record(items(record(body)["choices"])[0]);
    const whole = choice["message"];
    const message = record(whole ?? choice["delta"]);
    this.#hasChoice ||= Object.keys(choice).length > 0;
    this.#finish = text(choice["finish_reason"]) ?? this.#finish;
    this.#refusal += text(message["refusal"]) ?? "";
    const open = whole === undefined ? [...this.#drafts] : [];
    for (const call of items(message["tool_calls"])) this.#addCall(record(call), open);
    const legacy = record(message["function_call"]);
    if (Object.keys(legacy).length > 0) this.#addCall({ index: 0, function: legacy }, open);
    const added = contentOf(message["content"]) || contentOf(choice["text"]);
    this.#text += added;
    return added;
  }

  answer(): ModelAnswer {
    const refused = this.#refusal !== "" || /filter|safety|refus/i.test(this.#finish ?? "");
    const isCut = /^(?:length|max_tokens|model_length)$/i.test(this.#finish ?? "");
    return {
      text: withoutThoughts(this.#text) || this.#refusal,
      calls: this.#calls(),
      ending: refused ? "refused" : isCut ? "length" : "complete",
    };
  }

  /** Adds to one of the `open` calls, or begins a new one. */
  #addCall(call: Readonly<Record<string, unknown>>, open: Draft[]): void {
    const called = record(call["function"]);
    const index = typeof call["index"] === "number" ? call["index"] : undefined;
    const id = text(call["id"]) || undefined;
    const name = text(called["name"]) ?? "";
    const given = called["arguments"];
    const piece =
      given === undefined || given === null ? "" : (text(given) ?? JSON.stringify(given));
    const draft = continued({ id, index, name }, open);
    if (draft) {
      draft.id ??= id;
      draft.name ||= name;
      draft.arguments += piece;
      open.splice(open.indexOf(draft), 1);
    } else this.#drafts.push({ id, index, name, arguments: piece });
  }

  #calls(): ModelCall[] {
    const taken = new Set<string>();
    return this.#drafts.map(({ id, name, arguments: given }, at) => {
      const unique =
        id !== undefined && !taken.has(id) ? id : `call_${at + 1}_${this.#drafts.length}`;
      taken.add(unique);
      return { id: unique, name, arguments: given };
    });
  }
}

/** The call that a piece continues: a piece with another id, or a name again, begins a new one. */
function continued(
  { id, index, name }: Pick<Draft, "id" | "index" | "name">,
  open: readonly Draft[],
): Draft | undefined {
  const isSame = (draft: Draft) =>
    draft.id === id && (index === undefined || draft.index === undefined || draft.index === index);
  const byId = id === undefined ? undefined : open.findLast(isSame);
  if (byId) return byId;
  const draft = index === undefined ? open.at(-1) : open.findLast((each) => each.index === index);
  const isOther = id !== undefined && draft?.id !== undefined;
  const isNext = name !== "" && draft !== undefined && draft.name !== "";
  return isOther || isNext ? undefined : draft;
}

function contentOf(content: unknown): string {
  if (typeof content === "string") return content;
  return items(content)
    .map((part) => text(part) ?? text(record(part)["text"]))
    .join("");
}

/** Some models write their reasoning in front of the answer. */
function withoutThoughts(answer: string): string {
  return answer.replace(/^\s*<(think|thinking|reasoning)>[^]*?(?:<\/\1>\s*|$)/i, "");
}
