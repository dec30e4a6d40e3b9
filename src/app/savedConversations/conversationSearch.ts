import { isRecord } from "../../hub/schema";
import type { Conversation } from "../conversation/conversation";
import type { Turn } from "../conversation/turn";
import type { Conversations } from "./conversations";

/** A place that matches a search. */
export interface Found {
  readonly conversationId: string;
  /** Absent if the title matched. */
  readonly turnId?: string;
  readonly title: string;
  readonly expertName: string;
  readonly askedAt: number;
  /** One line around the first match. */
  readonly excerpt: string;
}

const fields = ["ownTitle", "question", "answer", "steps"] as const;
const weights = { ownTitle: 8, question: 2, answer: 1, steps: 0.5 };

type Texts = Partial<Record<(typeof fields)[number], string>>;

interface Place extends Omit<Found, "excerpt"> {
  readonly texts: Texts;
  /** The same texts, folded for comparison. */
  readonly folded: Texts;
}

/** Characters of an excerpt before and after the match. */
const contextLength = 60;
const most = 100;

/** Full text of every saved conversation: titles, questions, answers and steps. */
export class ConversationSearch {
  readonly #places: Place[] = [];
  /** The last result: further typing only narrows it down. */
  #last = { query: "", among: 0, found: this.#places as readonly Place[] };

  /** Reads conversations one after the other; what has been read can be searched at once. */
  async read(
    conversations: Conversations,
    { signal, onRead }: { signal: AbortSignal; onRead(): void },
  ): Promise<void> {
    for await (const conversation of conversations.all()) {
      if (signal.aborted) return;
      this.#add(conversation);
      onRead();
    }
  }

  /** Places that contain every word, also inside other words; the best first, then the newest. */
  find(typed: string): Found[] {
    const query = fold(typed).trimStart();
    const words = [...new Set(query.split(/\s+/).filter(Boolean))];
    if (words.length === 0) return [];
    const found = this.#candidates(query).filter(({ folded }) =>
      words.every((word) => fields.some((field) => folded[field]?.includes(word))),
    );
    this.#last = { query, among: this.#places.length, found };
    return found
      .map((place) => ({ place, score: scoreOf(place, words) }))
      .toSorted((a, b) => b.score - a.score || b.place.askedAt - a.place.askedAt)
      .slice(0, most)
      .map(({ place }) => foundAt(place, words));
  }

  /** A query with further letters matches only some of the same places. */
  #candidates(query: string): readonly Place[] {
    const { query: before, among, found } = this.#last;
    if (before === "" || !query.startsWith(before)) return this.#places;
    return [...found, ...this.#places.slice(among)];
  }

  #add({ id: conversationId, title = "Untitled", turns }: Conversation): void {
    const last = turns.at(-1);
    if (!last) return;
    const { expertName } = last.asked;
    const about = { conversationId, title };
    const own = { ...about, expertName, askedAt: last.askedAt, texts: { ownTitle: title } };
    for (const place of [own, ...turns.map((turn) => ({ ...about, ...placeOf(turn) }))]) {
      const texts = mapped(place.texts, (text) => text.normalize());
      this.#places.push({ ...place, texts, folded: mapped(texts, fold) });
    }
  }
}

function mapped(texts: Texts, change: (text: string) => string): Texts {
  return Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, change(text)]));
}

function fold(text: string): string {
  return text.normalize().toLowerCase();
}

/** A title counts more than a step, and a whole word more than part of one. */
function scoreOf({ folded }: Place, words: readonly string[]): number {
  let score = 0;
  for (const field of fields) {
    const text = folded[field];
    if (text === undefined) continue;
    for (const word of words) {
      const at = text.indexOf(word);
      if (at === -1) continue;
      const begins = !isLetter(text[at - 1]);
      const ends = !isLetter(text[at + word.length]);
      score += weights[field] * (1 + Number(begins) + Number(begins && ends));
    }
  }
  return score;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}

function placeOf({
  id,
  question,
  asked,
  askedAt,
  result,
}: Turn): Omit<Place, "folded" | "conversationId" | "title"> {
  const { typed, attachments = [] } = question;
  const answer = result.state === "done" ? result.received.value : undefined;
  return {
    turnId: id,
    expertName: asked.expertName,
    askedAt,
    texts: {
      question: [typed, ...attachments.flatMap(({ label, text }) => [label, text])]
        .filter(Boolean)
        .join("\n"),
      ...(answer && {
        answer: answer.output,
        steps: answer.intermediate_steps
          .flat()
          .map(({ raw }) => stringsIn(raw).join(" "))
          .join("\n"),
      }),
    },
  };
}

/** All text of a step, wherever the hub put it. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isRecord(value) ? Object.values(value).flatMap(stringsIn) : [];
}

function foundAt(
  { conversationId, turnId, title, expertName, askedAt, texts, folded }: Place,
  words: readonly string[],
): Found {
  const excerpt = fields
    .map((field) => excerptOf(texts[field] ?? "", folded[field] ?? "", words))
    .find((text) => text !== undefined);
  return {
    conversationId,
    ...(turnId !== undefined && { turnId }),
    title,
    expertName,
    askedAt,
    excerpt: excerpt ?? "",
  };
}

function excerptOf(text: string, folded: string, words: readonly string[]): string | undefined {
  const places = words.map((word) => folded.indexOf(word)).filter((at) => at !== -1);
  if (places.length === 0) return undefined;
  const at = Math.min(...places);
  const start = Math.max(0, at - contextLength);
  const cut = text
    .slice(start, at + contextLength * 2)
    .replace(/\s+/g, " ")
    .trim();
  return start > 0 ? `…${cut}` : cut;
}
