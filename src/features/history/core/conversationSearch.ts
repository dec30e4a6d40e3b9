import { isRecord } from "../../../contract/record";
import { t } from "../../../kit/l10n";
import { titleLineOf } from "../../conversation/core/conversationTitle";
import type { Conversation } from "../../conversation/core/conversation";
import type { Turn } from "../../conversation/core/turn";
import type { SavedConversations } from "./savedConversations";
import { fold, parseQuery } from "./searchQuery";

/** A place that matches a search. */
export interface Found {
  readonly conversationId: string;
  /** Absent if the title matched, and no filter says which of its questions is meant. */
  readonly turnId?: string;
  /** The whole line if it is made from the first question. */
  readonly title: string;
  readonly expertName: string;
  readonly askedAt: number;
  /** One line around the first match. */
  readonly excerpt: string;
}

const fields = ["ownTitle", "question", "answer", "steps"] as const;
/** What the excerpt is taken from: the title is shown anyway. */
const excerpted = ["question", "answer", "steps", "ownTitle"] as const;
const weights = { ownTitle: 8, question: 2, answer: 1, steps: 0.5 };

type Texts = Partial<Record<(typeof fields)[number], string>>;

/** One question, and whom it went to. */
interface FoundQuestion {
  readonly turnId: string;
  readonly expertName: string;
  readonly askedAt: number;
}

/** A title with all questions of its conversation, or one of these questions. */
interface SearchedPlace extends Pick<Found, "conversationId" | "title"> {
  readonly isTitle: boolean;
  /** The first question says the same as this title. */
  readonly isRepeated: boolean;
  readonly asked: readonly FoundQuestion[];
  readonly texts: Texts;
  /** The same texts, folded for comparison. */
  readonly folded: Texts;
}

/** Characters of an excerpt before and after the match. */
const contextLength = 60;
const maxFound = 100;
const maxTitleLength = 1000;
/** How long the turns of one conversation are read in one go. */
const readingMs = 8;

/** Full text of every saved conversation: titles, questions, answers and steps. */
export class ConversationSearch {
  readonly #places: SearchedPlace[] = [];
  /** The last result: further typing only narrows it down. */
  #last = { query: "", among: 0, found: this.#places as readonly SearchedPlace[] };

  /** Reads conversations one after the other; what has been read can be searched at once. */
  async read(
    saved: Pick<SavedConversations, "all">,
    { signal, onRead }: { signal: AbortSignal; onRead(): void },
  ): Promise<void> {
    for await (const conversation of saved.all()) {
      if (signal.aborted) return;
      await this.#add(conversation, signal);
      onRead();
    }
  }

  /** Names of all experts that were asked, in alphabetical order. */
  get expertNames(): string[] {
    const names = this.#places.flatMap(({ asked }) => asked.map(({ expertName }) => expertName));
    return [...new Set(names)].filter(Boolean).toSorted((a, b) => a.localeCompare(b));
  }

  /**
   * Places that contain every word, also inside other words; the best first, then the newest. With
   * filters (see `parseQuery`) and no word, the conversations with such questions.
   */
  find(typed: string): Found[] {
    const { text, isWanted } = parseQuery(typed);
    const query = fold(text).trimStart();
    const words = [...new Set(query.split(/\s+/).filter(Boolean))];
    const found = words.length > 0 ? this.#matching(query, words) : isWanted ? this.#titles : [];
    const hits = found.flatMap((place) => {
      const asked = isWanted ? place.asked.findLast(isWanted) : place.asked.at(-1);
      return asked ? [{ place, asked, score: scoreOf(place, words) }] : [];
    });
    const questions = new Set(
      hits.flatMap(({ place, asked }) => (place.isTitle ? [] : [asked.turnId])),
    );
    return hits
      .filter(({ place }) => !(place.isRepeated && questions.has(place.asked[0]!.turnId)))
      .toSorted((a, b) => b.score - a.score || b.asked.askedAt - a.asked.askedAt)
      .slice(0, maxFound)
      .map(({ place, asked: { turnId, expertName, askedAt } }) => ({
        conversationId: place.conversationId,
        ...((isWanted || !place.isTitle) && { turnId }),
        title: place.title,
        expertName,
        askedAt,
        excerpt: excerptIn(place, words),
      }));
  }

  get #titles(): SearchedPlace[] {
    return this.#places.filter(({ isTitle }) => isTitle);
  }

  #matching(query: string, words: readonly string[]): readonly SearchedPlace[] {
    const found = this.#candidates(query).filter(({ folded }) =>
      words.every((word) => fields.some((field) => folded[field]?.includes(word))),
    );
    this.#last = { query, among: this.#places.length, found };
    return found;
  }

  /** A query with further letters matches only some of the same places. */
  #candidates(query: string): readonly SearchedPlace[] {
    const { query: before, among, found } = this.#last;
    if (before === "" || !query.startsWith(before)) return this.#places;
    return [...found, ...this.#places.slice(among)];
  }

  async #add(conversation: Conversation, signal: AbortSignal): Promise<void> {
    const { id: conversationId, title: shown = t("Untitled"), turns, isTitled } = conversation;
    const [first] = turns;
    if (!first) return;
    const title = isTitled ? shown : titleLineOf(first).slice(0, maxTitleLength);
    const isRepeated = !isTitled;
    const all = turns.map((turn) => [turn, ...conversation.alternatives(turn.id)]);
    // What stands beside a turn is shown with it.
    const asked = all.map(([main, ...others]) => [
      foundQuestion(main!),
      ...others.map((other) => ({ ...foundQuestion(other), turnId: main!.id })),
    ]);
    this.#place(
      { conversationId, title, isTitle: true, isRepeated, asked: asked.flat() },
      { ownTitle: title },
    );
    let began = performance.now();
    for (const [at, both] of all.entries()) {
      if (performance.now() - began > readingMs) {
        await new Promise((resolve) => setTimeout(resolve));
        if (signal.aborted) return;
        began = performance.now();
      }
      const [main] = both.map(textsOf);
      for (const [number, turn] of both.entries()) {
        const texts = textsOf(turn);
        if (isRepeated && at + number === 0) texts.ownTitle = title;
        if (number > 0 && texts.question === main?.question) delete texts.question;
        this.#place(
          {
            conversationId,
            title,
            isTitle: false,
            isRepeated: false,
            asked: [asked[at]![number]!],
          },
          texts,
        );
      }
    }
  }

  #place(place: Omit<SearchedPlace, "texts" | "folded">, raw: Texts): void {
    const texts = mapped(raw, (text) => text.normalize());
    this.#places.push({ ...place, texts, folded: mapped(texts, fold) });
  }
}

function mapped(texts: Texts, change: (text: string) => string): Texts {
  return Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, change(text)]));
}

/** A title counts more than a step, and a whole word more than part of one. */
function scoreOf({ folded }: SearchedPlace, words: readonly string[]): number {
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

function foundQuestion({ id: turnId, asked: { expertName }, askedAt }: Turn): FoundQuestion {
  return { turnId, expertName, askedAt };
}

function textsOf({ question: { typed, attachments = [] }, result }: Turn): Texts {
  const isDone = result.state === "done";
  const answer = isDone ? result.received.value : result.state === "stopped" && result.soFar;
  return {
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
  };
}

/** All text of a step, wherever the hub put it. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isRecord(value) ? Object.values(value).flatMap(stringsIn) : [];
}

function excerptIn({ texts, folded }: SearchedPlace, words: readonly string[]): string {
  const excerpts = excerpted.map((field) =>
    excerptOf(texts[field] ?? "", folded[field] ?? "", words),
  );
  return excerpts.find((text) => text !== undefined) ?? "";
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
