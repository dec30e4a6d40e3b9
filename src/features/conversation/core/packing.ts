import * as v from "valibot";
import { mapStrings } from "./mapStrings";
import { minSharedLength, textsOf, type Texts } from "./texts";
import type { Turn } from "./turn";

// A text that this or an earlier turn already contains is stored as an empty one, and referenced
// beside the record: `3.0` is text 0 of turn 3 in its list of turns, `.0` one of its own, and nothing
// is no text.

export const leftOut = v.object({ of: v.array(v.string()), same: v.array(v.string()) });
export type LeftOut = v.InferOutput<typeof leftOut>;

/** In characters: references are short, but a request has at most 10 MiB, and an answer 16. */
const maxCharacters = 26 * 1024 * 1024;

/** Finds a turn of the same conversation. */
export type Lookup = (turnId: string) => Turn | undefined;

/** Omits from a record what the turns before it contain. */
export class Packer {
  readonly #turnId: string;
  readonly #own: readonly string[];
  readonly #texts: Texts;
  readonly #of = new Map<string, number>();
  readonly #same: string[] = [];

  /** `own`: texts that a reader of this record has anyway; more may be added as it reads. */
  constructor(turnId: string, own: readonly string[], texts: Texts) {
    this.#turnId = turnId;
    this.#own = own;
    this.#texts = texts;
  }

  pack(value: unknown): unknown {
    return mapStrings(value, (text) => {
      const name = text === "" ? "" : this.#nameOf(text);
      if (name === undefined) return undefined;
      this.#same.push(name);
      return "";
    });
  }

  get leftOut(): LeftOut | undefined {
    const isNone = this.#same.every((name) => name === "");
    return isNone ? undefined : { of: [...this.#of.keys()], same: this.#same };
  }

  #nameOf(text: string): string | undefined {
    if (text.length < minSharedLength) return undefined;
    const own = this.#own.indexOf(text);
    if (own !== -1) return `.${own}`;
    const place = this.#texts.find(text);
    if (!place || place.turnId === this.#turnId) return undefined;
    const turn = this.#of.get(place.turnId) ?? this.#of.size;
    this.#of.set(place.turnId, turn);
    return `${turn}.${place.at}`;
  }
}

/** Restores what was omitted; a text that cannot be found becomes empty. */
export class Unpacker {
  readonly #leftOut: LeftOut | undefined;
  readonly #own: readonly string[];
  readonly #lookup: Lookup;
  #next = 0;
  #length = 0;

  /** `own` may grow until it is needed. */
  constructor(given: LeftOut | undefined, own: readonly string[], lookup: Lookup) {
    this.#leftOut = given;
    this.#own = own;
    this.#lookup = lookup;
  }

  get isNeeded(): boolean {
    return this.#leftOut !== undefined;
  }

  /** Throws if the record exceeds the size that a question and an answer may have. */
  unpack(value: unknown): unknown {
    const { same } = this.#leftOut ?? {};
    if (!same) return value;
    return mapStrings(value, (text) => {
      if (text !== "") return undefined;
      const put = this.#text(same[this.#next++] ?? "");
      this.#length += put.length;
      if (this.#length > maxCharacters) throw new RangeError("too long");
      return put;
    });
  }

  #text(name: string): string {
    const [, turn = "", at = ""] = /^(\d*)\.(\d+)$/.exec(name) ?? [];
    if (turn === "") return this.#own[at === "" ? -1 : Number(at)] ?? "";
    const named = this.#lookup(this.#leftOut?.of[Number(turn)] ?? "");
    return (named && textsOf(named)[Number(at)]) ?? "";
  }
}
