import type { ModelAnswer, ModelCall } from "../../contract/chatModel";
import { items, parsedJson, record, textValue } from "../../contract/record";
import { ReportedUsage } from "../../contract/usage";

/** A tool call whose parts may still be arriving. */
interface Draft {
  /** The pieces with its name. */
  names: number;
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
  /** It came in one piece. */
  #isWhole = false;
  /** The server has said that nothing follows. */
  #hasEnded = false;
  /** More came after a reason to finish. */
  #wentOn = false;

  /** True once there is any choice, even an empty one. */
  get hasChoice(): boolean {
    return this.#hasChoice;
  }

  /** Whether the server has said why the answer ends, and nothing has followed. */
  get isFinished(): boolean {
    return this.#finish !== undefined && !this.#wentOn;
  }

  /** Whether the end is missing, or is no end of an answer. */
  get isBroken(): boolean {
    if (this.#finish !== undefined) return brokenOff.test(this.#finish);
    return !this.#isWhole && !this.#hasEnded;
  }

  /** The server says that nothing follows. */
  end(): void {
    this.#hasEnded = true;
  }

  add(body: unknown): Added {
    const choice = record(items(record(body)["choices"])[0]);
    // A piece may have both, one of them null.
    const whole = choice["message"] ?? undefined;
    const message = record(whole ?? choice["delta"]);
    this.#hasChoice ||= Object.keys(choice).length > 0;
    this.#isWhole ||= whole !== undefined || choice["text"] !== undefined;
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
    this.#wentOn ||= wrote && this.#finish !== undefined;
    this.#finish = finishIn(choice) ?? this.#finish;
    // Some servers report it with the choice.
    this.#usage.add(record(body)["usage"] ?? choice["usage"], wrote);
    return added;
  }

  answer(): ModelAnswer {
    const usage = this.#usage.value;
    const calls = this.#calls();
    return {
      text: [this.#text, this.#refusal].filter((part) => part !== "").join("\n\n"),
      ...(this.#reasoning !== "" && { reasoning: this.#reasoning }),
      calls,
      ending: this.#endingOf(calls),
      ...(usage && { usage }),
    };
  }

  #endingOf(calls: readonly ModelCall[]): ModelAnswer["ending"] {
    const finish = this.#finish;
    if (finish === undefined) return this.#isWhole || calls.length > 0 ? "complete" : "unknown";
    if (declined.test(finish)) return "refused";
    if (cutOff.test(finish)) return "length";
    return complete.test(finish) ? "complete" : "unknown";
  }

  /** Adds to one of the `open` calls, or begins a new one. */
  #addCall(call: Readonly<Record<string, unknown>>, open: readonly Draft[]): void {
    const called = record(call["function"]);
    const given = called["arguments"];
    const piece: Draft = {
      names: called["name"] ? 1 : 0,
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
      draft.names += piece.names;
      draft.arguments += piece.arguments;
      draft.extra ??= piece.extra;
    } else this.#drafts.push(piece);
  }

  #calls(): ModelCall[] {
    const taken = new Set<string>();
    const drafts = this.#drafts.flatMap((draft) => {
      // A call without arguments has a piece of its own, which nothing sets apart from the next one.
      const isRepeated = draft.arguments === "" && draft.id === undefined && draft.names > 1;
      return isRepeated ? Array.from({ length: draft.names }, () => draft) : [draft];
    });
    return drafts.map(({ id, name, arguments: given, extra }, at) => {
      const unique = id !== undefined && !taken.has(id) ? id : `call_${at + 1}_${drafts.length}`;
      taken.add(unique);
      return { id: unique, name, arguments: given, ...(extra !== undefined && { extra }) };
    });
  }
}

const complete =
  /^(?:stop(?:ped|_sequence)?|eos(?:_token)?|end(?:_turn|_of_turn|_of_text)?|tool_(?:calls?|use)|function_call|completed?|done|finish(?:ed)?|success)$/i;
const cutOff =
  /length|max_?(?:output_|completion_|new_)?tokens|token_limit|context_window|incomplete/i;
const declined =
  /filter|safety|refus|sensitive|moderat|block|prohibited|spii|recitation|guardrail|violation|inappropriate/i;
const brokenOff =
  /error|insufficient|abort|cancel|time_?d?_?out|interrupt|fail|overload|malformed|unavailable|exception|disconnect|preempt|crash|resource/i;

/** Why an answer ends; some servers put something for nothing into each piece. */
function finishIn(choice: Readonly<Record<string, unknown>>): string | undefined {
  const reason = choice["finish_reason"] ?? choice["finishReason"];
  const finish = textValue(reason) ?? textValue(record(reason)["type"]);
  return finish === undefined || /^\s*(?:null|none|undefined|nil|)\s*$/i.test(finish)
    ? undefined
    : finish.trim();
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
