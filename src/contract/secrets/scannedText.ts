import { secretLevel, type ValueContext, type NameKind } from "./secretLevel";

const maxLooked = 300;
const around = 3;
const setting =
  /^\s*(?:(?:(?:[-*+]|export|set|ENV|ARG)\s+)?(?:\/\/[^\s=]{1,200}:)?["']?[\w.$@/-]{1,100}["']?\s*(?::(?:\s|$)|=(?![=>])).*|\[[^\]]*\]|-\s.*)$/;
const endsAsCode = /[{(;,]\s*$/;
/** Says nothing about its surroundings. */
const neutral = /^\s*(?:#|;|\/\/|--|<!--|\*|```|$)/;

/** Tells the lines of ini, properties, env and YAML files from those of programs. */
export class ConfigLines {
  readonly #starts: number[] = [];
  readonly #kinds: ("setting" | "neutral" | "other")[] = [];

  constructor(text: string) {
    for (let start = 0; start <= text.length;) {
      const next = text.indexOf("\n", start);
      const end = next === -1 ? text.length : next;
      this.#starts.push(start);
      this.#kinds.push(kindOf(text.slice(start, Math.min(end, start + maxLooked)).trimEnd()));
      start = end + 1;
    }
  }

  /** Whether most lines around this place are settings, with so many besides its own. */
  isAround(at: number, others = 0): boolean {
    const line = this.#lineAt(at);
    const near = this.#kinds.slice(Math.max(0, line - around), line + around + 1);
    const settings = near.filter((kind) => kind === "setting").length;
    const other = near.filter((kind) => kind === "other").length;
    return other === 0 ? settings >= others + 1 || others === 0 : settings >= other * 3;
  }

  #lineAt(at: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function kindOf(line: string) {
  if (neutral.test(line)) return "neutral";
  return setting.test(line) && !endsAsCode.test(line) ? "setting" : "other";
}

/** Where a name stands that tells of a secret. */
export interface Name {
  readonly start: number;
  readonly end: number;
  readonly kind: NameKind;
  readonly written: string;
  /** What stands before it, as far as it matters. */
  readonly before: string;
  /** Whether nothing but what introduces a setting stands before it in its line. */
  readonly startsLine: boolean;
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface NamedValue extends Range {
  readonly isStrong: boolean;
}

/** Characters before a name that are looked at. */
const maxBefore = 150;
const maxQuoted = 8000;

const settingStart =
  /(?:^|\n)[ \t]*(?:(?:#|;|\/\/|\*|<!--|REM\b)[ \t]*)?(?:(?:[-*+]|export|set|ENV|ARG|declare(?: -x)?)[ \t]+)*(?:\/\/[^\s=]{1,120}:)?["']?$/;
const stringOpening = /[bBrRuUfFNL@$]{0,2}(?<quote>\\{0,3}(?:"""|'''|["'`]))/y;
const closings: Readonly<Record<string, RegExp>> = { '"': /"/g, "'": /'/g, "`": /`/g };
const lineEnd = /[\r\n]/g;

/** A text that is read from its beginning to its end, in a time that is linear in its length. */
export class ScannedText {
  readonly text: string;
  readonly #found = new Map<RegExp, { from: number; at: number }>();
  #settings: ConfigLines | undefined;

  constructor(text: string) {
    this.text = text;
  }

  name({ start, end, kind }: Range & { kind: NameKind }): Name {
    const first = Math.max(0, start - maxBefore);
    const before = this.text.slice(first, start);
    // Where the line begins earlier, nothing that introduces a setting could be as long.
    const startsLine = settingStart.test(first === 0 ? before : `x${before}`);
    return { start, end, kind, written: this.text.slice(start, end), before, startsLine };
  }

  /** Whether the lines around are settings, with so many besides this one. */
  isSettings(at: number, others = 0): boolean {
    this.#settings ??= new ConfigLines(this.text);
    return this.#settings.isAround(at, others);
  }

  match(sticky: RegExp, at: number): RegExpExecArray | undefined {
    sticky.lastIndex = at;
    return sticky.exec(this.text) ?? undefined;
  }

  /** Where the pattern, which has to be global, matches next: remembered, so that nothing is read twice. */
  next(pattern: RegExp, from: number): number {
    const known = this.#found.get(pattern);
    if (known && known.from <= from && from <= known.at) return known.at;
    pattern.lastIndex = from;
    const at = pattern.exec(this.text)?.index ?? this.text.length;
    this.#found.set(pattern, { from, at });
    return at;
  }

  /** The end of the line, without a line break. */
  lineEnd(from: number): number {
    return this.next(lineEnd, from);
  }

  /** What stands in quotes at this place, within its line. */
  quoted(at: number): Range | undefined {
    const match = this.match(stringOpening, at);
    const quote = match?.groups?.["quote"];
    if (!match || !quote) return undefined;
    const start = at + match[0].length;
    const closing = closings[quote.at(-1) ?? ""];
    if (!closing) return undefined;
    const most = Math.min(this.lineEnd(start), start + maxQuoted);
    let end = this.next(closing, start);
    // With the quote itself escaped, all of the text is.
    while (end < most && !quote.startsWith("\\") && this.#isEscaped(end))
      end = this.next(closing, end + 1);
    if (end > most) return undefined;
    return { start, end: quote.startsWith("\\") ? this.#withoutBackslashes(start, end) : end };
  }

  #isEscaped(at: number): boolean {
    return (at - this.#withoutBackslashes(0, at)) % 2 === 1;
  }

  #withoutBackslashes(start: number, end: number): number {
    let at = end;
    while (at > start && end - at < 9 && this.text.charAt(at - 1) === "\\") at--;
    return at;
  }

  /** The value if it is likely to be secret. */
  judged(
    { kind: nameKind, written: name }: Name,
    { start, end }: Range,
    context: Omit<ValueContext, "nameKind" | "name">,
  ): NamedValue | undefined {
    const level = secretLevel(this.text.slice(start, end), { ...context, nameKind, name });
    return level === "none" ? undefined : { start, end, isStrong: level === "strong" };
  }
}
