import { mapEcho } from "./repeatedParts";
import { mapStrings } from "./mapStrings";
import { inputData, type Question } from "./question";
import type { Turn } from "./turn";

/** Shorter texts are cheaper written again than named, in characters. */
export const shortest = 40;

/** A text that a turn holds: in `textsOf` that turn, at this place. */
export interface Place {
  readonly turnId: string;
  readonly at: number;
  readonly text: string;
}

/** The texts of a question, which may stand in what was sent and in what came back. */
export function textsOfQuestion({ typed, attachment }: Question): string[] {
  return [typed, attachment?.text ?? "", inputData(typed, attachment)];
}

const known = new WeakMap<Turn, readonly string[]>();

/** The texts of a turn in an order that stays: a file names them by it. */
export function textsOf(turn: Turn): readonly string[] {
  const before = known.get(turn);
  if (before) return before;
  const { question, sent, result } = turn;
  const received = result.state === "done" ? result.received : undefined;
  const texts = [...textsOfQuestion(question), received?.value.output ?? ""];
  // The very string that was sent, so that memory holds it once.
  const asked =
    sent.endpoint === "invoke_agent" ? sent.body.input_data : sent.body.input_data?.at(-1)?.content;
  if (asked === texts[2]) texts[2] = asked!;
  const note = (text: string): undefined => {
    if (text.length >= shortest) texts.push(text);
  };
  mapEcho(received?.raw, (echo) => mapStrings(echo, note));
  known.set(turn, texts);
  return texts;
}

/** Finds the long texts of turns. */
export class Texts {
  readonly #places = new Map<string, Place>();

  constructor(turns: readonly Turn[] = []) {
    for (const turn of turns) this.add(turn);
  }

  add(turn: Turn): void {
    textsOf(turn).forEach((text, at) => {
      if (text.length >= shortest && !this.#places.has(text))
        this.#places.set(text, { turnId: turn.id, at, text });
    });
  }

  find(text: string): Place | undefined {
    return text.length < shortest ? undefined : this.#places.get(text);
  }

  /** The same turn, with the strings that are here already in place of equal ones. */
  share(turn: Turn): Turn {
    const { sent, result } = turn;
    const texts = textsOfQuestion(turn.question);
    if (result.state === "done") texts.push(result.received.value.output);
    const own = new Map(texts.map((text) => [text, text]));
    const same = (text: string): string | undefined =>
      text.length < shortest ? undefined : (this.find(text)?.text ?? own.get(text));
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
