import { fileReference, isPlainlyFile, maxPathLength, type FileReference } from "./fileReference";

/** A part of a text that leads to a web address or to a file, if there is such a file. */
export type Reference = { readonly from: number; readonly to: number } & (
  | { readonly url: string }
  | { readonly file: FileReference }
);

/** The letters of scripts without spaces between words, or with endings after foreign words. */
const letters = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々`;
const wordPattern = /[^\s"'`<>|“”‘’„«»…，。；：、（）「」『』【】《》]+/gu;
const runOfLetters = new RegExp(`[${letters}]`, "u");
const otherRun = new RegExp(`[^${letters}]+`, "gu");
/** Where a path ends that a sentence in such a script runs on from: after its extension and place. */
const pathEnd =
  /\.[a-z][\w-]{0,11}(?:#L\d+(?:C\d+)?(?:-L?\d+)?|:\d+(?:[-–:]\d+)?|\(\d+(?:,\d+)?\))?(?![\w./\\-])/giu;
/** What of a path's first folder belongs to the sentence before. */
const sentenceBefore = new RegExp(`^[^/\\\\]*[${letters}](?=[\\w@([]|\\.+[/\\\\\\w]*[/\\\\])`, "u");
/** A text in quotes with spaces, which may be a path. */
const quotedName =
  /(?<=["“”„«»「『])(?=[^\s"“”„«»「」『』]+ [^\n"“”„«»「」『』]*\.)[^\n"“”„«»「」『』]{3,320}(?<=\S)(?=["“”»«」』])/gu;
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
    if (open !== -1) opened[open]! += 1;
    const close = closeBrackets.indexOf(text[at]!);
    if (close !== -1 && --opened[close]! < 0) return at;
  }
  return text.length;
}

/** The references in a text without markup, in order. */
export function* referencesIn(text: string): Generator<Reference> {
  let at = 0;
  for (const { 0: name, index } of text.matchAll(quotedName)) {
    const file = fileIn(name);
    if (!file) continue;
    yield* referencesOfWords(text, at, index);
    at = index + name.length;
    yield { from: index, to: at, file };
  }
  yield* referencesOfWords(text, at, text.length);
}

function* referencesOfWords(text: string, start: number, end: number): Generator<Reference> {
  for (const { 0: word, index } of text.slice(start, end).matchAll(wordPattern)) {
    if (word.length > maxAddressLength) continue;
    const at = start + index;
    const scheme = word.indexOf("://");
    if (scheme !== -1) {
      const first = word.indexOf("https://");
      // Not in the middle of another address.
      if (first !== scheme - 5) continue;
      const to = addressEnd(text, at + first);
      if (to !== undefined) yield { from: at + first, to, url: text.slice(at + first, to) };
    } else if (runOfLetters.test(word)) {
      for (const [part, offset] of pathsAmong(word)) yield* referenceOf(part, at + offset);
    } else yield* referenceOf(word, at);
  }
}

/** The paths in a word with letters of a script without spaces, and what else stands between these. */
function* pathsAmong(word: string): Generator<[part: string, at: number]> {
  let at = 0;
  for (const { 0: extension, index } of word.matchAll(pathEnd)) {
    const end = index + extension.length;
    const whole = word.slice(at, end);
    const [before = ""] = sentenceBefore.exec(whole) ?? [];
    const path = whole.slice(before.length);
    const isNamed = /[:(#]/.test(extension) || /[/\\]/.test(path) || !runOfLetters.test(path);
    if (isNamed) yield [path, at + before.length];
    at = end;
  }
  for (const { 0: run, index } of word.slice(at).matchAll(otherRun)) yield [run, at + index];
}

function* referenceOf(word: string, at: number): Generator<Reference> {
  // Most words are none, and this is quick to see.
  if (!/[.A-Z]/.test(word)) return;
  const begin = startOf(word);
  const whole = word.slice(begin);
  const written = whole.slice(0, endOf(whole));
  const named = fileIn(written) ? written : (placeBefore.exec(written)?.[0] ?? "");
  const file = fileIn(named);
  if (file) yield { from: at + begin, to: at + begin + named.length, file };
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
  const file = fileReference(text.slice(start.length), "spaces");
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
    if (open !== -1) counts[open]! += 1;
    const close = closeBrackets.indexOf(character);
    if (close !== -1) counts[close]! -= 1;
  }
  return counts;
}
