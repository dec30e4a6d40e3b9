import { mapRepeatedFields, mapStrings } from "./mapStrings";
import { inputData } from "./inputData";
import type { Question } from "./question";
import type { Turn } from "./turn";

/** In characters; shorter texts are cheaper to repeat than to reference. */
export const minSharedLength = 40;

/** The position of a text: the turn, and the index in its `textsOf`. */
interface TextPlace {
  readonly turnId: string;
  readonly at: number;
  readonly text: string;
}

/** The texts of a question, which may recur in the request and in the answer. */
export function textsOfQuestion(question: Question): string[] {
  const [first] = question.attachments ?? [];
  return [question.typed, first?.text ?? "", inputData(question)];
}

const known = new WeakMap<Turn, readonly string[]>();

/** The texts of a turn in a stable order: files reference them by index. */
export function textsOf(turn: Turn): readonly string[] {
  const before = known.get(turn);
  if (before) return before;
  const { question, sent, result } = turn;
  const received = result.state === "done" ? result.received : undefined;
  const texts = [...textsOfQuestion(question), received?.value.output ?? ""];
  // The string instance that was sent, so that memory holds it once.
  const asked =
    sent.endpoint === "invoke_agent" ? sent.body.input_data : sent.body.input_data?.at(-1)?.content;
  if (asked === texts[2]) texts[2] = asked!;
  const note = (text: string): undefined => {
    if (text.length >= minSharedLength) texts.push(text);
  };
  mapRepeatedFields(received?.raw, (repeated) => mapStrings(repeated, note));
  known.set(turn, texts);
  return texts;
}

/** Finds the long texts of turns. */
export class Texts {
  readonly #places = new Map<string, TextPlace>();

  constructor(turns: readonly Turn[] = []) {
    for (const turn of turns) this.add(turn);
  }

  add(turn: Turn): void {
    textsOf(turn).forEach((text, at) => {
      if (text.length >= minSharedLength && !this.#places.has(text))
        this.#places.set(text, { turnId: turn.id, at, text });
    });
  }

  find(text: string): TextPlace | undefined {
    return text.length < minSharedLength ? undefined : this.#places.get(text);
  }

  /** The same turn, with equal strings replaced by the instances already in memory. */
  share(turn: Turn): Turn {
    const { sent, result } = turn;
    const texts = textsOfQuestion(turn.question);
    if (result.state === "done") texts.push(result.received.value.output);
    const own = new Map(texts.map((text) => [text, text]));
    const same = (text: string): string | undefined =>
      text.length < minSharedLength ? undefined : (this.find(text)?.text ?? own.get(text));
    const shared = mapStrings(
      { sent, received: result.state === "done" ? result.received : undefined },
      same,
    ) as { sent: Turn["sent"]; received: never };
    return {
      ...turn,
      sent: shared.sent,
      ...(result.state === "done" && { result: { ...result, received: shared.received } }),
    };
  }
}
