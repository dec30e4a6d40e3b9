import { fileReference, isPlainlyFile, maxPathLength, type FileReference } from "./fileReference";

/** A part of a text that leads to a web address or to a file, if there is such a file. */
export type Reference = { readonly from: number; readonly to: number } & (
  | { readonly url: string }
  | { readonly file: FileReference }
);

/** Scripts without spaces between words end a name; a path in them is known by its quotes. */
const wordPattern =
  /[^\s"'`<>|“”‘’„«»…，。；：、（）「」『』【】《》\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;
const address = /https:\/\/[^\s"`<>\\^{|}“”«»…，。；：、（）「」『』【】《》]+/y;
const maxAddressLength = 2_000;
/** What a search writes before the line that it found. */
const placeBefore = /^[^\s:]+:\d+(?::\d+)?(?=:)/;
const drive = /^[a-z]:(?=[\\/])/i;
const openBrackets = "([{";
const closeBrackets = ")]}";
const punctuation = /[.,;:!?*_~']/;

/** Where the address ends that begins here with `https://`; undefined if there is none. */
export function addressEnd(text: string, from: number): number | undefined {
  address.lastIndex = from;
  const [found] = address.exec(text) ?? [];
  if (found === undefined || found.length > maxAddressLength) return undefined;
  const length = endOf(found.slice(0, firstUnopened(found)));
  return length > "https://".length ? from + length : undefined;
}

/** Where a bracket is closed that was opened before the text, such as around a link. */
function firstUnopened(text: string): number {
  const opened = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const open = openBrackets.indexOf(text[at]!);
    if (open !== -1) opened[open]!++;
    const close = closeBrackets.indexOf(text[at]!);
    if (close !== -1 && --opened[close]! < 0) return at;
  }
  return text.length;
}

/** The references in a text without markup, in order. */
export function* referencesIn(text: string): Generator<Reference> {
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    if (word.length > maxAddressLength) continue;
    const scheme = word.indexOf("://");
    if (scheme !== -1) {
      const start = word.indexOf("https://");
      // Not in the middle of another address.
      if (start !== scheme - 5) continue;
      const to = addressEnd(text, index + start);
      if (to !== undefined) yield { from: index + start, to, url: text.slice(index + start, to) };
      continue;
    }
    const begin = startOf(word);
    const whole = word.slice(begin);
    const written = whole.slice(0, endOf(whole));
    const named = fileIn(written) ? written : (placeBefore.exec(written)?.[0] ?? "");
    const file = fileIn(named);
    if (!file) continue;
    const from = index + begin;
    yield { from, to: from + named.length, file };
  }
}

/** The file that a text as a whole refers to, such as inline code. */
export function fileIn(text: string): FileReference | undefined {
  const file = fileWritten(text);
  return file && (file.lines || isPlainlyFile(file)) ? file : undefined;
}

/** The same for a text that is known to be a file. */
export function fileWritten(text: string): FileReference | undefined {
  if (text.length > maxPathLength + 20 || /^(?:\/\/|\\\\|~)/.test(text)) return undefined;
  const [start = ""] = drive.exec(text) ?? [];
  const file = fileReference(text.slice(start.length));
  return file && { ...file, path: start + file.path };
}

/** Where a word begins without the emphasis and the brackets around it. */
function startOf(word: string): number {
  const last = word[endOf(word) - 1] ?? "";
  let from = 0;
  for (let rest = countsOf(word); ; from++) {
    const character = word[from] ?? "";
    const open = openBrackets.indexOf(character);
    if (character === "" || (open === -1 && !"*,;:!".includes(character))) return from;
    if (open === -1) continue;
    // As in `(group)/page.tsx`.
    if (rest[open] === 0 && last !== closeBrackets[open]) return from;
    rest = rest.with(open, rest[open]! - 1);
  }
}

/** Where a word ends without the sentence's punctuation and the brackets opened before. */
function endOf(word: string): number {
  let rest = countsOf(word);
  for (let end = word.length; ; end--) {
    const character = word[end - 1] ?? "";
    if (character !== "" && punctuation.test(character)) continue;
    const close = character === "" ? -1 : closeBrackets.indexOf(character);
    if (close === -1 || rest[close]! >= 0) return end;
    rest = rest.with(close, rest[close]! + 1);
  }
}

/** How many brackets of each kind are opened more often than closed. */
function countsOf(word: string): number[] {
  const counts = [0, 0, 0];
  for (const character of word) {
    const open = openBrackets.indexOf(character);
    if (open !== -1) counts[open]!++;
    const close = closeBrackets.indexOf(character);
    if (close !== -1) counts[close]!--;
  }
  return counts;
}
