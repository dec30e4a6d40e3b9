import { quotesOf, type Quote } from "./quotes";

/** What a line begins inside of. */
export interface SourceLine {
  readonly kind: "code" | "string" | "comment";
  /** The line in which that string or comment begins; for code the line itself. */
  readonly opener: number;
  /** Brackets open at its start. */
  readonly depth: number;
}

/** A string whose embedded code is being read. */
interface Frame {
  readonly quote: Quote;
  readonly start: number;
  readonly line: number;
  readonly depth: number;
  /** Open braces in the embedded code being read; absent in the text around it. */
  braces?: number | undefined;
}

/** Number of missing ends after which this kind of string is no longer looked for. */
const patience = 8;
/** Before a slash: a regular expression follows, not a division. */
const beforeRegex =
  /(?:^|[=([{,;:!&|?+\-*%~^>]|\b(?:return|typeof|case|in|of|do|else|yield|await|if|unless|when|and|or|not))$/;

/** Reads lines as those of a language; a string without an end is treated as code. */
export function sourceLines(lines: readonly string[], languageId: string): SourceLine[] {
  return new Reader(lines, quotesOf(languageId)).read();
}

class Reader {
  readonly #text: string;
  readonly #starts: number[] = [];
  readonly #lines: { -readonly [K in keyof SourceLine]: SourceLine[K] }[] = [];
  readonly #closers = new Map<string, RegExp>();
  readonly #unended = new Map<Quote, number>();
  readonly #frames: Frame[] = [];
  #quotes: readonly Quote[];
  #opening: RegExp;
  #at = 0;
  #line = 0;
  #depth = 0;
  /** The here-documents that follow the current line. */
  #here: { from: number; to: number } | undefined;

  constructor(lines: readonly string[], quotes: readonly Quote[]) {
    this.#text = lines.join("\n");
    let start = 0;
    for (const [opener, { length }] of lines.entries()) {
      this.#starts.push(start);
      this.#lines.push({ kind: "code", opener, depth: 0 });
      start += length + 1;
    }
    this.#quotes = quotes;
    this.#opening = openingPattern(quotes);
  }

  read(): SourceLine[] {
    while (this.#step());
    this.#advanceTo(this.#text.length);
    return this.#lines;
  }

  /** False at the end. */
  #step(): boolean {
    const frame = this.#frames.at(-1);
    if (frame && frame.braces === undefined) return this.#readInside(frame);
    const token = matchFrom(this.#opening, this.#text, this.#at);
    if (!token) return this.#frames.length > 0 && this.#giveUp();
    if (this.#here && token.index >= this.#here.from) {
      this.#at = this.#here.to;
      this.#here = undefined;
      return true;
    }
    this.#advanceTo(token.index);
    const [found] = token;
    this.#at = token.index + found.length;
    const quote = this.#quotes.find((_, index) => token[index + 1] !== undefined);
    if (quote) this.#readQuote(quote, token.index, found);
    else this.#readBracket(found, frame);
    return true;
  }

  #readBracket(found: string, frame: Frame | undefined): void {
    if (frame?.braces === 0 && found === "}") {
      frame.braces = undefined;
      return;
    }
    const step = "([{".includes(found) ? 1 : -1;
    this.#depth = Math.max(0, this.#depth + step);
    if (frame?.braces !== undefined && "{}".includes(found)) frame.braces += step;
  }

  #readQuote(quote: Quote, start: number, opened: string): void {
    if (quote.kind === "regex") {
      const before = this.#text.slice(Math.max(0, start - 16), start).trimEnd();
      if (!beforeRegex.test(before)) return;
    }
    if (quote.interpolates) {
      this.#frames.push({ quote, start, line: this.#line, depth: this.#depth });
      return;
    }
    const lineEnd = this.#text.indexOf("\n", start);
    if (quote.here && lineEnd === -1) return;
    const end = this.#endOf(quote, opened, quote.here ? (this.#here?.to ?? lineEnd) : this.#at);
    if (end === undefined) {
      if (quote.lines) this.#drop(quote);
      return;
    }
    if (quote.here) this.#here = { from: lineEnd + 1, to: end };
    else this.#at = end;
    if (this.#frames.length === 0) this.#mark(this.#line, end, quote);
  }

  #endOf(quote: Quote, opened: string, from: number): number | undefined {
    const closer = this.#closer(quote, opened);
    for (let at = from; ;) {
      const found = matchFrom(closer, this.#text, at);
      if (!found || found[0] === "\n") return undefined;
      at = found.index + found[0].length;
      if (!/^[\\[]./su.test(found[0])) return at;
    }
  }

  #readInside(frame: Frame): boolean {
    const found = matchFrom(this.#closer(frame.quote, ""), this.#text, this.#at);
    if (!found) return this.#giveUp();
    this.#at = found.index + found[0].length;
    if (found[0] === "${") frame.braces = 0;
    else if (!found[0].startsWith("\\")) {
      this.#frames.pop();
      if (this.#frames.length === 0) {
        this.#depth = frame.depth;
        this.#mark(frame.line, this.#at, frame.quote);
      }
    }
    return true;
  }

  /** The outermost string has no end: it is read again as code. */
  #giveUp(): boolean {
    const frame = this.#frames[0]!;
    this.#frames.length = 0;
    this.#drop(frame.quote);
    this.#at = frame.start + 1;
    this.#line = frame.line;
    this.#depth = frame.depth;
    return true;
  }

  #drop(quote: Quote): void {
    const unended = (this.#unended.get(quote) ?? 0) + 1;
    this.#unended.set(quote, unended);
    if (unended < patience && !quote.interpolates) return;
    this.#quotes = this.#quotes.filter((one) => one !== quote);
    this.#opening = openingPattern(this.#quotes);
  }

  #closer(quote: Quote, opened: string): RegExp {
    const close = typeof quote.close === "string" ? quote.close : quote.close(opened);
    const source = [
      ...(quote.escapes ? ["\\\\[^]"] : []),
      ...(quote.kind === "regex" ? ["\\[(?:\\\\.|[^\\]\\\\\\n])+\\]"] : []),
      ...(quote.interpolates ? ["\\$\\{"] : []),
      close,
      ...(quote.lines ? [] : ["\\n"]),
    ].join("|");
    const known = this.#closers.get(source);
    if (known) return known;
    const closer = new RegExp(source, "gmu");
    this.#closers.set(source, closer);
    return closer;
  }

  #advanceTo(offset: number): void {
    for (
      let next = this.#line + 1;
      (this.#starts[next] ?? Infinity) <= offset;
      this.#line = next++
    ) {
      const line = this.#lines[next];
      if (line) line.depth = this.#depth;
    }
  }

  #mark(opener: number, end: number, { kind }: Quote): void {
    if (kind === "regex") return;
    for (let next = opener + 1; (this.#starts[next] ?? Infinity) < end; next++) {
      const line = this.#lines[next];
      if (line) Object.assign(line, { kind, opener });
    }
  }
}

function matchFrom(regex: RegExp, text: string, from: number): RegExpExecArray | null {
  regex.lastIndex = from;
  return regex.exec(text);
}

function openingPattern(quotes: readonly Quote[]): RegExp {
  return new RegExp([...quotes.map(({ open }) => `(${open})`), "[(){}[\\]]"].join("|"), "gmu");
}
