import { ModelProblem } from "./chatModel";
import type { RefusedParts, RequestPart } from "./refusedParts";

export type RequestParts = ReadonlySet<RequestPart>;

/** What is known of a model or a server. */
interface Known {
  readonly refused: Set<RequestPart>;
  readonly taken: Set<RequestPart>;
}

/** A request is sent again without what was refused no more often than this. */
const maxAgain = 2;

/** What a server may have refused that names nothing. */
const guessable = ["stream_options", "tools"] as const;

interface Asking<T> {
  /** The request without these parts. */
  readonly body: (without: RequestParts) => string;
  readonly ask: (body: string, without: RequestParts) => Promise<T>;
  /** Whether nothing of an answer was heard yet: what was written would be lost. */
  readonly isSilent: () => boolean;
}

/** What a model does not take, learned from what it refuses, for as long as this lives. */
export class Dialect {
  readonly #server: Known;
  readonly #own: Known = known();

  constructor(server: Known) {
    this.#server = server;
  }

  /**
   * Asks without what is known to be refused, and once more without what is refused now. Also says
   * which parts are missing that would have been sent; how long to think only the first time, as the
   * user need not read it in each answer.
   */
  async ask<T>({ body, ask, isSilent }: Asking<T>): Promise<{
    readonly answer: T;
    readonly without: readonly RequestPart[];
  }> {
    const named = new Set<RequestPart>();
    const guessed = new Set<RequestPart>();
    for (let again = 0; ; again++) {
      const without = new Set([
        ...this.#server.refused,
        ...this.#own.refused,
        ...named,
        ...guessed,
      ]);
      const sent = body(without);
      try {
        const answer = await ask(sent, without);
        this.#remember([...named, ...guessed]);
        const isMissing = (part: RequestPart) =>
          body(lacking(without, part)) !== sent && (part !== "reasoning_effort" || named.has(part));
        for (const part of guessable)
          if (!this.#isTaken(part) && body(new Set([...without, part])) !== sent)
            this.#of(part).taken.add(part);
        return { answer, without: [...without].filter(isMissing) };
      } catch (error) {
        const refused = ModelProblem.is(error) ? error.refused : undefined;
        const changes = (parts: readonly RequestPart[]) =>
          parts.length > 0 && body(new Set([...without, ...parts])) !== sent;
        const next = isSilent() && refused ? this.#choices(refused).find(changes) : undefined;
        if (!next || again === maxAgain) {
          // It was of no use.
          const isSame = (part: RequestPart) =>
            refused?.isGuess === true || refused?.choices.flat().includes(part) === true;
          this.#remember([...named].filter((part) => !isSame(part)));
          throw error;
        }
        for (const part of next) (refused?.isGuess === true ? guessed : named).add(part);
      }
    }
  }

  #choices({ choices, isGuess }: RefusedParts): readonly (readonly RequestPart[])[] {
    return isGuess ? choices.map((parts) => parts.filter((part) => !this.#isTaken(part))) : choices;
  }

  #isTaken(part: RequestPart): boolean {
    return this.#of(part).taken.has(part);
  }

  #remember(parts: readonly RequestPart[]): void {
    for (const part of parts) this.#of(part).refused.add(part);
  }

  /** All models of a server count tokens, or none. */
  #of(part: RequestPart): Known {
    return part === "stream_options" ? this.#server : this.#own;
  }
}

const known = (): Known => ({ refused: new Set(), taken: new Set() });

function lacking(parts: RequestParts, left: RequestPart): RequestParts {
  return new Set([...parts].filter((part) => part !== left));
}

/** The dialects of models, by server and model. */
export class Dialects {
  readonly #servers = new Map<string, { known: Known; models: Map<string, Dialect> }>();

  of(server: string, model: string): Dialect {
    const place = this.#servers.get(server) ?? { known: known(), models: new Map() };
    this.#servers.set(server, place);
    const dialect = place.models.get(model) ?? new Dialect(place.known);
    place.models.set(model, dialect);
    return dialect;
  }
}
