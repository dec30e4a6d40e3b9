import type { ModelAnswer, ModelCall } from "../../contract/chatModel";
import { items, parsedJson, record, textValue } from "../../contract/record";
import { ReportedUsage } from "../../contract/reportedUsage";

/** A tool call whose parts may still be arriving. */
interface Draft {
  id: string | undefined;
  index: number | undefined;
  name: string;
  arguments: string;
  /** What the server wants back with the call. */
  extra: unknown;
}

/** What one piece of an answer added. */
export interface Added {
  readonly text: string;
  readonly reasoning: string;
}

/**
 * Puts an answer of Chat Completions together, whole or in pieces, from servers that each differ a
 * little: text as string, parts or null; calls without id or index, or with the same one twice;
 * arguments as text or object.
 */
export class Completion {
  readonly #drafts: Draft[] = [];
  readonly #usage = new ReportedUsage();
  #text = "";
  #reasoning = "";
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

  add(body: unknown): Added {
    const choice = record(items(record(body)["choices"])[0]);
    // A piece may have both, one of them null.
    const whole = choice["message"] ?? undefined;
    const message = record(whole ?? choice["delta"]);
    this.#hasChoice ||= Object.keys(choice).length > 0;
    this.#finish = textValue(choice["finish_reason"]) ?? this.#finish;
    const refusal = textValue(message["refusal"]) ?? "";
    this.#refusal += refusal;
    const open = whole === undefined ? [...this.#drafts] : [];
    const calls = items(message["tool_calls"]);
    for (const call of calls) this.#addCall(record(call), open);
    const legacy = record(message["function_call"]);
    if (Object.keys(legacy).length > 0) this.#addCall({ index: 0, function: legacy }, open);
    const added = {
      text: contentOf(message["content"]) || contentOf(choice["text"]),
      reasoning: reasoningOf(message),
    };
    this.#text += added.text;
    this.#reasoning += added.reasoning;
    const wrote = added.text + added.reasoning + refusal !== "" || calls.length > 0;
    // Some servers report it with the choice.
    this.#usage.add(record(body)["usage"] ?? choice["usage"], wrote);
    return added;
  }

  answer(): ModelAnswer {
    const refused = this.#refusal !== "" || /filter|safety|refus/i.test(this.#finish ?? "");
    const isCut = /^(?:length|max_tokens|model_length)$/i.test(this.#finish ?? "");
    const usage = this.#usage.value;
    return {
      text: this.#text || this.#refusal,
      ...(this.#reasoning !== "" && { reasoning: this.#reasoning }),
      calls: this.#calls(),
      ending: refused ? "refused" : isCut ? "length" : "complete",
      ...(usage && { usage }),
    };
  }

  /** Adds to one of the `open` calls, or begins a new one. */
  #addCall(call: Readonly<Record<string, unknown>>, open: readonly Draft[]): void {
    const called = record(call["function"]);
    const given = called["arguments"];
    const piece: Draft = {
      id: textValue(call["id"]) || undefined,
      index: typeof call["index"] === "number" ? call["index"] : undefined,
      name: textValue(called["name"]) ?? "",
      arguments:
        given === undefined || given === null ? "" : (textValue(given) ?? JSON.stringify(given)),
      extra: call["extra_content"] ?? undefined,
    };
    const draft = continued(piece, open);
    if (draft) {
      draft.id ??= piece.id;
      draft.name ||= piece.name;
      draft.arguments += piece.arguments;
      draft.extra ??= piece.extra;
    } else this.#drafts.push(piece);
  }

  #calls(): ModelCall[] {
    const taken = new Set<string>();
    return this.#drafts.map(({ id, name, arguments: given, extra }, at) => {
      const unique =
        id !== undefined && !taken.has(id) ? id : `call_${at + 1}_${this.#drafts.length}`;
      taken.add(unique);
      return { id: unique, name, arguments: given, ...(extra !== undefined && { extra }) };
    });
  }
}

/** The call that a piece continues; another id or a name, once the call is complete, begins a new one. */
function continued(piece: Draft, open: readonly Draft[]): Draft | undefined {
  const { id, index, name } = piece;
  const isSame = (draft: Draft) =>
    draft.id === id && (index === undefined || draft.index === undefined || draft.index === index);
  const byId = id === undefined ? undefined : open.findLast(isSame);
  if (byId) return byId;
  const draft = index === undefined ? open.at(-1) : open.findLast((each) => each.index === index);
  if (!draft) return undefined;
  const hasOtherId = id !== undefined && draft.id !== undefined;
  // Some servers repeat the name in every piece, or give each piece another id.
  if (name === "" ? !hasOtherId : draft.name === "") return draft;
  const isRepeated = name === "" ? index !== undefined : name === draft.name && !hasOtherId;
  return isRepeated && (piece.arguments === "" || !isComplete(draft)) ? draft : undefined;
}

function isComplete({ arguments: given }: Draft): boolean {
  return given.trimEnd().endsWith("}") && parsedJson(given) !== undefined;
}

function contentOf(content: unknown): string {
  if (typeof content === "string") return content;
  return items(content)
    .map((part) => textValue(part) ?? textValue(record(part)["text"]))
    .join("");
}

/** What a server sets apart as reasoning: in a field of its own, or in parts of the content. */
function reasoningOf(message: Readonly<Record<string, unknown>>): string {
  const field = ["reasoning_content", "reasoning", "thinking"]
    .map((name) => textValue(message[name]))
    .find(Boolean);
  if (field) return field;
  return items(message["content"])
    .map((part) => contentOf(record(part)["thinking"]))
    .join("");
}
