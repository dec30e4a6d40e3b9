import type MiniSearch from "minisearch";
import { isRecord } from "../hub/schema";
import type { Conversation, Turn } from "./conversation";
import type { Conversations } from "./conversations";

/** A place that holds what was searched for. */
export interface Found {
  readonly conversationId: string;
  /** Absent where the title matched. */
  readonly turnId?: string;
  readonly title: string;
  readonly expertName: string;
  readonly askedAt: number;
  /** One line around the first match. */
  readonly excerpt: string;
}

const fields = ["ownTitle", "question", "answer", "steps"] as const;

interface Place extends Omit<Found, "excerpt">, Partial<Record<(typeof fields)[number], string>> {
  readonly id: number;
}

/** Characters of an excerpt before and after the match. */
const around = 60;
const most = 100;

/** Full text of every saved conversation: titles, questions, answers and steps. */
export class ConversationSearch {
  readonly #index: MiniSearch<Place>;
  readonly #places: Place[] = [];

  private constructor(index: MiniSearch<Place>) {
    this.#index = index;
  }

  static async create(): Promise<ConversationSearch> {
    const { default: Search } = await import("minisearch");
    return new ConversationSearch(
      new Search<Place>({
        fields: [...fields],
        searchOptions: { prefix: true, combineWith: "AND", boost: { ownTitle: 4, question: 2 } },
      }),
    );
  }

  /** Reads them one after the other; what was read can be found at once. */
  async read(
    conversations: Conversations,
    { signal, onRead }: { signal: AbortSignal; onRead(): void },
  ): Promise<void> {
    for await (const conversation of conversations.all()) {
      if (signal.aborted) return;
      await this.#add(conversation);
      onRead();
    }
  }

  /** The best first. */
  find(query: string): Found[] {
    return this.#index
      .search(query)
      .slice(0, most)
      .flatMap(({ id, terms }) => {
        const place = this.#places[Number(id)];
        return place ? [foundAt(place, terms)] : [];
      });
  }

  async #add(conversation: Conversation): Promise<void> {
    const { id: conversationId, title = "Untitled", turns } = conversation;
    const last = turns.at(-1);
    if (!last) return;
    const { expertName } = last.asked;
    const about = { conversationId, title };
    const places = [
      { ...about, expertName, askedAt: last.askedAt, ownTitle: title },
      ...turns.map((turn) => ({ ...about, ...placeOf(turn) })),
    ].map((place, at): Place => ({ ...place, id: this.#places.length + at }));
    this.#places.push(...places);
    await this.#index.addAllAsync(places, { chunkSize: 20 });
  }
}

function placeOf({ id, question, asked, askedAt, result }: Turn) {
  const { typed, attachment } = question;
  const answer = result.state === "done" ? result.received.value : undefined;
  return {
    turnId: id,
    expertName: asked.expertName,
    askedAt,
    question: [typed, attachment?.label, attachment?.text].filter(Boolean).join("\n"),
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

function foundAt(
  { conversationId, turnId, title, expertName, askedAt, ...texts }: Place,
  terms: readonly string[],
): Found {
  const excerpt = fields
    .map((field) => excerptOf(texts[field] ?? "", terms))
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

function excerptOf(text: string, terms: readonly string[]): string | undefined {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((at) => at !== -1);
  if (places.length === 0) return undefined;
  const at = Math.min(...places);
  const start = Math.max(0, at - around);
  const cut = text
    .slice(start, at + around * 2)
    .replace(/\s+/g, " ")
    .trim();
  return start > 0 ? `…${cut}` : cut;
}
