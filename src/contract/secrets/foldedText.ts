/**
 * The characters of a text, however they are spelled: without blanks, line breaks, invisible
 * characters and backslashes, letters in lower case, and what is escaped for JSON, an address or HTML
 * as the character itself, also where it is escaped several times.
 */
export class FoldedText {
  /** UTF-16 units. */
  codes = new Uint16Array(64);
  /** Where the spelling of each begins and ends in the text. */
  starts = new Uint32Array(64);
  ends = new Uint32Array(64);
  length = 0;

  /** Reads another text in the place of the last one; with `asItIs`, escapes stay as they are. */
  read(text: string, asItIs = false): this {
    this.length = 0;
    this.#assertRoom(text.length);
    for (let at = 0; at < text.length;) {
      const code = text.charCodeAt(at);
      const end = isEscape(code) && !asItIs ? this.#addEscaped(text, at) : undefined;
      if (end === undefined) this.#add(code, at, at + 1);
      at = end ?? at + 1;
    }
    return this;
  }

  #assertRoom(count: number): void {
    if (count <= this.codes.length) return;
    this.codes = new Uint16Array(count * 2);
    this.starts = new Uint32Array(count * 2);
    this.ends = new Uint32Array(count * 2);
  }

  #add(code: number, start: number, end: number): void {
    if (isSkipped(code)) return;
    this.codes[this.length] = lowerCase(code);
    this.starts[this.length] = start;
    this.ends[this.length] = end;
    this.length += 1;
  }

  /** Adds what is escaped at this place and says where it ends; `undefined` if nothing is. */
  #addEscaped(text: string, at: number): number | undefined {
    for (const [pattern, read] of escapes) {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      const characters = match && read(match);
      if (!characters) continue;
      const end = at + match[0].length;
      for (let unit = 0; unit < characters.length; unit++)
        this.#add(characters.charCodeAt(unit), at, end);
      return end;
    }
    return undefined;
  }
}

type Escape = readonly [pattern: RegExp, read: (match: RegExpExecArray) => string | undefined];

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'" };

// Each is tried at every place, so that no repetition is without a bound.
const escapes: readonly Escape[] = [
  [
    /\\{1,9}(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2}))/iy,
    ([, ...digits]) => ofHex(digits),
  ],
  [/(?:%(?:25){0,9}[89a-f][\da-f]){2,4}/iy, ([bytes]) => ofBytes(bytes)],
  [/%(?:25){0,9}([\da-f]{2})/iy, ([, ...digits]) => ofHex(digits)],
  [/&(?:amp;){0,9}#x([\da-f]{1,6});?/iy, ([, ...digits]) => ofHex(digits)],
  [/&(?:amp;){0,9}#(\d{1,7});?/iy, ([, digits]) => ofCode(Number(digits))],
  [/&(?:amp;){0,9}(lt|gt|quot|apos);/iy, ([, name = ""]) => named[name.toLowerCase()]],
  [/&(?:amp;){1,9}/iy, () => "&"],
];

const isEscape = (code: number): boolean => code === 0x5c || code === 0x25 || code === 0x26;

function ofHex(digits: readonly (string | undefined)[]): string | undefined {
  return ofCode(Number.parseInt(digits.find((each) => each !== undefined) ?? "", 16));
}

function ofCode(code: number): string | undefined {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}

/** The first character of percent-encoded UTF-8; `undefined` unless it takes all of these bytes. */
function ofBytes(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded.replaceAll(/%(?:25)+/g, "%"));
  } catch {
    return undefined;
  }
}

function isSkipped(code: number): boolean {
  if (code < 0x7f) return code <= 0x20 || code === 0x5c;
  if (code <= 0xad) return code <= 0xa0 || code === 0xad;
  if (code < 0x20_0b) return false;
  return code <= 0x20_0f || (code >= 0x20_28 && code <= 0x20_2f) || isInvisible(code);
}

const isInvisible = (code: number): boolean =>
  (code >= 0x20_60 && code <= 0x20_6f) || code === 0xfe_ff;

function lowerCase(code: number): number {
  if (code >= 0x41 && code <= 0x5a) return code + 0x20;
  // Of the letters beyond ASCII, few have two cases.
  const mayHave = code > 0x7f && (code < 0x05_90 || (code > 0x1d_ff && code < 0x20_00));
  return mayHave ? String.fromCharCode(code).toLowerCase().charCodeAt(0) : code;
}
