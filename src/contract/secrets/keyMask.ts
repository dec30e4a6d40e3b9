import { literalPattern } from "../text";
import { FoldedText } from "./foldedText";
import { secretsIn } from "./secrets";

/** Characters in a row that a text shares with the key by more than chance. */
const part = 8;
/** Fewer characters of the key say nothing about it. */
const shortPart = 4;
/** How much of a text is looked at in one go. */
const windowLength = 200_000;
/** More than a secret takes, however it is spelled. */
const overlap = 50_000;
/** More of a stream is not held back. */
const maxHeld = 20_000;

const stars = "••••";
const escapeSequence = new RegExp(String.raw`\u001B\[[0-?]*[ -/]*[@-~]`, "g");
const unseen = /(?!\s)\p{Cc}|\p{Bidi_Control}/gu;

/** A place in a text that is not shown. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * Keeps the key in use out of what comes from outside. What a server says passes here before it is
 * cut, shown, logged or handed on. Each method takes the whole text, so that nobody can cut the key
 * first and then fail to recognise what is left of it.
 *
 * The key is found however it is spelled: in any case; escaped for JSON, an address or HTML; in base64
 * or hexadecimal; wrapped at any column. So are parts of it. As every text shares some characters with
 * a key by chance, and a key such as `acme-expert-key-7f3a` is made of words, a part is
 * - eight characters in a row, unless they are whole words of the key;
 * - in an error, four of them as well, if the key begins or ends with them and they stand alone, unless
 *   they are a whole word of the key. This is how servers name a key that they do not want to show.
 * In an error, whole words of the key count too where something was visibly left out beside them,
 * where the text breaks off, and eight characters of them in quotes: `acme…`, `the key acme`.
 */
export class KeyMask {
  readonly #key: string;
  readonly #finder: PartFinder;
  /** Answers may contain a word that stands in for a key, such as `ollama`. */
  readonly #isPlaceholder: boolean;
  /** For the other secrets that were sent. */
  readonly #others: KeyMask | undefined;

  /** `also` are values of headers, which may be words as well. */
  constructor(
    key = "",
    {
      mayBePlaceholder = false,
      also: [next, ...rest] = [],
    }: { mayBePlaceholder?: boolean; also?: readonly string[] } = {},
  ) {
    this.#others =
      next === undefined ? undefined : new KeyMask(next, { mayBePlaceholder: true, also: rest });
    this.#key = key;
    this.#finder = new PartFinder(key);
    this.#isPlaceholder = mayBePlaceholder && isPlaceholder(key);
  }

  /** An answer without the key. */
  text(text: string): string {
    const safe = this.#own(text);
    return this.#others?.text(safe) ?? safe;
  }

  #own(text: string): string {
    const { length } = this.#key;
    if (length === 0 || this.#isPlaceholder || text.length < Math.min(part, length)) return text;
    const places = literally(text, this.#key);
    return without(text, length < part ? places : [...places, ...this.#partsIn(text)]);
  }

  /** What failed, as one plain line without the key and other secrets, cut at `max` UTF-16 units. */
  line(text: string, max = 300): string {
    if (this.#others) return this.#others.line(this.#ownLine(text, windowLength), max);
    return this.#ownLine(text, max);
  }

  #ownLine(text: string, max: number): string {
    const plain = text.replace(escapeSequence, "").replace(unseen, "").trim();
    const head = plain.slice(0, windowLength);
    const places = [
      ...secretsIn(head).filter(({ isStrong }) => isStrong),
      ...this.#placesInError(head),
    ];
    // What begins near the end may go on behind it.
    const until = head.length < plain.length ? windowLength - overlap : head.length;
    return cutLine(without(head, places, until).replace(/\s+/g, " "), max);
  }

  /** For an answer in pieces, which may tear the key: passes each on as soon as it is safe. */
  pieces(pass: (text: string) => void): { add(piece: string): void; end(): void } {
    const others = this.#others?.pieces(pass);
    const own = this.#ownPieces(others ? (piece) => others.add(piece) : pass);
    return {
      add: own.add,
      end: () => {
        own.end();
        others?.end();
      },
    };
  }

  #ownPieces(pass: (text: string) => void): { add(piece: string): void; end(): void } {
    let [passed, held] = ["", ""];
    const passOn = (count: number) => {
      const safe = this.#own(held.slice(0, count));
      passed = (passed + held.slice(0, count)).slice(-longestEscape);
      held = held.slice(count);
      if (safe !== "") pass(safe);
    };
    return {
      add: (piece) => {
        held += piece;
        const safe = this.#isPlaceholder ? Infinity : this.#finder.safeIn(passed + held);
        passOn(Math.max(0, safe - passed.length));
      },
      end: () => passOn(held.length),
    };
  }

  #partsIn(text: string): Place[] {
    const places: Place[] = [];
    for (let from = 0; from < text.length; from += windowLength - overlap)
      for (const { start, end } of this.#finder.parts(text.slice(from, from + windowLength)))
        places.push({ start: from + start, end: from + end });
    return places;
  }

  #placesInError(text: string): Place[] {
    if (this.#key.length >= part)
      return [...literally(text, this.#key), ...this.#finder.partsInError(text)];
    if (this.#isPlaceholder || this.#key === "") return [];
    const pattern = new RegExp(literalPattern(this.#key), "gi");
    return Array.from(text.matchAll(pattern), ({ 0: found, index: start }) => ({
      start,
      end: start + found.length,
    }));
  }
}

/** Whether a key is words such as `lm-studio` and `not-needed`, or too short to be told from any text. */
export function isPlaceholder(key: string): boolean {
  return key.length < part || placeholder.test(key);
}

const placeholder = /^(?:[A-Z]?[a-z]+|[A-Z]+)(?:[-_. ](?:[A-Z]?[a-z]+|[A-Z]+))*$/;

/** The characters of the key in one of its spellings. */
interface Pattern {
  readonly codes: Uint16Array;
  /** Those of the key itself, which may be words. */
  readonly isPlain: boolean;
}

/** What a text shares with the key; the numbers are places in the folded text. */
interface Run {
  readonly first: number;
  last: number;
  readonly pattern: Pattern;
}

/** Finds parts of a key in one pass over the text, by the hashes of all that has the least length. */
class PartFinder {
  readonly #key: string;
  readonly #patterns: readonly Pattern[];
  readonly #least: number;
  /** How many characters of its beginning and of its end count as a part. */
  readonly #shortParts: { readonly first: number; readonly last: number };
  readonly #known = new Map<number, { readonly pattern: Pattern; readonly at: number }>();
  /** Rules out most hashes faster than the map. */
  readonly #mayBeKnown = new Uint8Array(1 << 16);
  readonly #folded = new FoldedText();

  constructor(key: string) {
    this.#key = key;
    this.#patterns = patternsOf(key);
    // Fewer where some of them are not counted, such as a backslash.
    const counted = (characters: string) => this.#folded.read(characters).length;
    this.#shortParts = {
      first: Math.max(2, counted(key.slice(0, shortPart))),
      last: Math.max(2, counted(key.slice(-shortPart))),
    };
    this.#least = Math.min(part, ...this.#patterns.map(({ codes }) => codes.length));
    for (const pattern of this.#patterns)
      this.#hash(pattern.codes, pattern.codes.length, (hash, at) => {
        if (!this.#known.has(hash)) this.#known.set(hash, { pattern, at });
        this.#mayBeKnown[hash >>> 16] = 1;
      });
  }

  /** Parts that are found in any text. */
  parts(text: string): Place[] {
    return this.#runsIn(text)
      .filter((run) => !this.#isWords(run, text))
      .map((run) => this.#place(run));
  }

  /** Parts of an error: also short ones, and words where something was left out. */
  partsInError(text: string): Place[] {
    const runs = [...this.#runsIn(text), ...this.#shortRuns(text)];
    return runs
      .filter((run) => !this.#isWords(run, text) || this.#isBrokenOff(run, text))
      .map((run) => this.#place(run));
  }

  /** How much of a text is safe, if more follows. */
  safeIn(text: string): number {
    const looked = text.slice(-longestEscape);
    const escape = unfinishedEscape.exec(looked);
    const read = escape ? text.length - looked.length + escape.index : text.length;
    const last = this.#runsIn(text.slice(0, read)).at(-1);
    const { starts, length } = this.#folded;
    const begun = last && last.last === length - 1 ? length - last.first : this.#begun();
    const safe = begun === 0 ? read : starts[length - begun]!;
    return text.length - safe > maxHeld ? text.length : safe;
  }

  /** How many characters at the end of the folded text may go on as the key. */
  #begun(): number {
    const { codes, length } = this.#folded;
    for (let count = Math.min(part - 1, length); count > 0; count--) {
      const at = length - count;
      const isFound = this.#patterns.some(({ codes: key, isPlain }) => {
        // A few characters say nothing yet: enough of the rest is recognised without them.
        const isEnough = count >= shortPart;
        if (!isEnough && !isPlain && key.length > part + shortPart) return false;
        const last = isEnough ? key.length - count : 0;
        for (let from = 0; from <= last; from++)
          if (isSame({ codes, at }, { codes: key, at: from }, count)) return true;
        return false;
      });
      if (isFound) return count;
    }
    return 0;
  }

  #place({ first, last }: Run): Place {
    return { start: this.#folded.starts[first]!, end: this.#folded.ends[last]! };
  }

  #runsIn(text: string): Run[] {
    const runs: Run[] = [];
    const { codes, length } = this.#folded.read(text);
    this.#hash(codes, length, (hash, first) => {
      if (this.#mayBeKnown[hash >>> 16] === 0) return;
      const known = this.#known.get(hash);
      if (!known || !isSame({ codes, at: first }, { ...known.pattern, at: known.at }, this.#least))
        return;
      const last = first + this.#least - 1;
      const before = runs.at(-1);
      if (before && first <= before.last + 1) before.last = last;
      else runs.push({ first, last, pattern: known.pattern });
    });
    return runs.filter(
      ({ first, last, pattern }) => last - first + 1 >= Math.min(part, pattern.codes.length),
    );
  }

  /** Calls with the hash of each least length, and where that begins. */
  #hash(codes: Uint16Array, length: number, call: (hash: number, at: number) => void): void {
    const base = 0x01_00_01_93;
    let highest = 1;
    for (let count = 0; count < this.#least; count++) highest = Math.imul(highest, base);
    let hash = 0;
    for (let at = 0; at < length; at++) {
      hash = (Math.imul(hash, base) + codes[at]!) | 0;
      const first = at - this.#least + 1;
      if (first > 0) hash = (hash - Math.imul(codes[first - 1]!, highest)) | 0;
      if (first >= 0) call(hash, first);
    }
  }

  /** Beginnings and ends of the key that stand alone. */
  #shortRuns(text: string): Run[] {
    const [pattern] = this.#patterns;
    if (!pattern) return [];
    const { codes: key } = pattern;
    const { codes, length } = this.#folded;
    const runs: Run[] = [];
    for (let at = 0; at < length; at++) {
      for (let count = 1; count < part && codes[at + count - 1] === key[count - 1]; count++)
        if (count >= this.#shortParts.first && this.#isAlone(text, at, at + count - 1))
          runs.push({ first: at, last: at + count - 1, pattern });
      for (let count = 1; count < part && codes[at - count + 1] === key.at(-count); count++)
        if (count >= this.#shortParts.last && this.#isAlone(text, at - count + 1, at))
          runs.push({ first: at - count + 1, last: at, pattern });
    }
    return runs;
  }

  #isAlone(text: string, first: number, last: number): boolean {
    return last < this.#folded.length && this.#isEdge(text, first) && this.#isEdge(text, last + 1);
  }

  /** Whether no word goes on from the character before this place of the folded text to the one there. */
  #isEdge(text: string, at: number): boolean {
    const { codes, starts, ends, length } = this.#folded;
    if (at === 0 || at === length) return true;
    if (!isOfWord(codes[at - 1]!) || !isOfWord(codes[at]!)) return true;
    const [end, start] = [ends[at - 1]!, starts[at]!];
    if (end < start) return true;
    return (
      leftOutBefore.test(text.slice(Math.max(0, start - 9), start)) ||
      leftOutAfter.test(text.slice(end, end + 9))
    );
  }

  /** Whether something was left out beside it, the text breaks off there, or much of it is quoted. */
  #isBrokenOff({ first, last }: Run, text: string): boolean {
    const { starts, ends, length } = this.#folded;
    const [start, end] = [starts[first]!, ends[last]!];
    if (first === 0 || last === length - 1) return true;
    const [before, after] = [text.slice(Math.max(0, start - 9), start), text.slice(end, end + 9)];
    if (leftOutBefore.test(before) || leftOutAfter.test(after)) return true;
    return last - first + 1 >= part && /["'`:=]\s?$/.test(before);
  }

  /** Whether it is made of whole words of the key, and is not all of it. */
  #isWords({ first, last, pattern }: Run, text: string): boolean {
    if (!pattern.isPlain || last - first + 1 >= pattern.codes.length) return false;
    const { codes, starts, ends, length } = this.#folded;
    // A word goes on behind a hyphen, or there is none.
    const isHalf = (at: number, next: number) =>
      !isOfWord(codes[at]!) && (next < 0 || next >= length || !isOfWord(codes[next]!));
    if (isHalf(first, first - 1) || isHalf(last, last + 1)) return false;
    const found = text.slice(starts[first], ends[last]).replaceAll(/^[^a-z\d]+|[^a-z\d]+$/gi, "");
    const at = this.#key.toLowerCase().indexOf(found.toLowerCase());
    if (at === -1 || !isOfWords(found)) return false;
    const around = this.#key.charAt(at - 1) + this.#key.charAt(at + found.length);
    // Where digits follow, random letters may look like a word.
    return !/[a-z]/i.test(around) && (!/\d/.test(around) || found === found.toLowerCase());
  }
}

/** Whether all of it could be words, in lower case, in capitals, or with a capital in front. */
function isOfWords(text: string): boolean {
  return text.split(/[^a-z\d]+/i).every((word) => {
    return (
      /^(?:[A-Z]?[a-z]+|[A-Z]{2,})$/.test(word) && !/^[^aeiouy]+$|^.$|[^aeiouy]{4}/i.test(word)
    );
  });
}

/** At the end of a text, what may become an escape with what follows. */
const unfinishedEscape =
  /(?:\\{1,9}(?:u(?:[\da-f]{0,3}|\{[\da-f]{0,6})|x[\da-f]?)?|(?:%(?:25){0,9}[89a-f][\da-f]){0,3}%(?:25){0,9}[\da-f]?|&(?:amp;){0,9}[a-z#\d]{0,8})$/i;
const longestEscape = 60;
/** What stands for something that is not shown, or the letter of an escaped line break. */
const leftOutBefore = /(?:…|\.{2,}|[*•#_-]{2,}|x{3,}|\\[nrt])\s?$/i;
const leftOutAfter = /^\s?(?:…|\.{2,}|[*•#_-]{2,}|x{3,}|\[)/i;

const isOfWord = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || code > 0xbf;

/** The key itself first, then what it is encoded as. */
function patternsOf(key: string): Pattern[] {
  const folded = new FoldedText();
  const codesOf = (text: string, asItIs = false) => {
    const { codes, length } = folded.read(text, asItIs);
    return codes.slice(0, length);
  };
  const plain = [codesOf(key), codesOf(key, true)].map((codes) => ({ codes, isPlain: true }));
  const encoded = encodingsOf(key).map((text) => ({ codes: codesOf(text), isPlain: false }));
  return [
    ...plain.filter(({ codes }) => codes.length >= shortPart),
    ...encoded.filter(({ codes }) => key.length >= part && codes.length >= part),
  ];
}

/** Base64, wherever the key begins in what is encoded, and hexadecimal; without what depends on the rest. */
function encodingsOf(key: string): string[] {
  const bytes = new TextEncoder().encode(key);
  const base64 = [0, 1, 2].map((before) => {
    const all = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes));
    return all.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  const forAddresses = base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  const hexadecimal = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [...new Set([...base64, ...forAddresses, hexadecimal])];
}

interface At {
  readonly codes: Uint16Array;
  readonly at: number;
}

function isSame(one: At, other: At, count: number): boolean {
  if (one.at + count > one.codes.length || other.at + count > other.codes.length) return false;
  for (let index = 0; index < count; index++)
    if (one.codes[one.at + index] !== other.codes[other.at + index]) return false;
  return true;
}

function literally(text: string, key: string): Place[] {
  const places: Place[] = [];
  for (let start = text.indexOf(key); start !== -1; start = text.indexOf(key, start + key.length))
    places.push({ start, end: start + key.length });
  return places;
}

/** The text without these places, up to this character and what begins before it. */
function without(text: string, places: readonly Place[], until = text.length): string {
  let [safe, at] = ["", 0];
  for (const { start, end } of places.toSorted((one, other) => one.start - other.start)) {
    if (start >= until) break;
    if (start >= at) safe += text.slice(at, start) + stars;
    at = Math.max(at, end);
  }
  return safe + text.slice(at, Math.max(at, until));
}

function cutLine(line: string, max: number): string {
  if (line.length <= max) return line;
  return `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
