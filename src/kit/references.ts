/** A place in a file as people and compilers write it: `src/cart.ts:10:5`, `cart.ts#L3-L5`, `cart.ts(10,5)`. */
export interface FileReference {
  /** As it was written, with slashes. */
  readonly path: string;
  /** From 1, both included. */
  readonly lines?: { readonly first: number; readonly last: number };
  /** In the first line, from 1. */
  readonly column?: number;
}

const withoutExtension =
  /^(?:(?:Docker|Container|GNUmake|Make|Just|Rake|Gem|Proc|Jenkins|Vagrant|Brew|Pod|Fast|Caddy|Tilt|Pip)file|LICEN[CS]E|COPYING|NOTICE|AUTHORS|README|CODEOWNERS|CHANGELOG|BUILD|WORKSPACE)$/;
/** What it says without a known extension, and what begins with a dot. */
const knownName =
  /^(?:(?:Docker|Container)file\.\w+|go\.(?:mod|sum|work)|[\w-]+\.lock|\.env(?:\.[\w.]+)?|\.git[a-z]+|\.\w+(?:rc|ignore|config|attributes)(?:\.\w+)?|\.htaccess|\.profile|\.bash_\w+|\.[a-z]+-versions?)$/;
/** Without a folder, `items.map` in a sentence could be a file as well. */
const commonExtension =
  /\.(adoc|asm|astro|bash|bat|bib|bicep|c|cc|cfg|cjs|clj|cmake|conf|cpp|cs|cshtml|csproj|css|csv|cts|cu|dart|ejs|elm|env|erb|erl|exs?|f90|fs|fsx|glsl|go|gradle|graphql|groovy|h|hbs|hcl|hpp|hs|html?|ini|ino|ipynb|java|jl|json[5cl]?|jsx?|kts?|less|lua|mdx?|mjs|ml|mli|mts|nim|nix|pas|php|pl|plist|pm|prisma|properties|proto|ps1|psm1|pug|pyi?|r|rake|razor|rb|rkt|rs|rst|sass|scala|scss|sh|sln|sol|sql|sty|styl|svelte|svg|swift|sv|tcl|tex|tf|tfvars|toml|tsv|tsx?|twig|txt|vb|vhd|vim|vue|wgsl|xml|ya?ml|zig|zsh)$/i;
const placeSuffix =
  /(?:#L(\d{1,7})(?:C\d+)?(?:-L?(\d{1,7})(?:C\d+)?)?|:(\d{1,7})(?:[-–](\d{1,7})|:(\d{1,7}))?|\((\d{1,7})(?:, ?(\d{1,7}))?\))$/;
export const maxPathLength = 300;

/** The file that a text consists of, if it can be one; one with spaces if the text is known to be no sentence. */
export function fileReference(text: string, spaces?: "spaces"): FileReference | undefined {
  const [suffix = "", ...numbers] = placeSuffix.exec(text) ?? [];
  const [hashFirst, hashLast, colonFirst, colonLast, colonColumn, line, lineColumn] = numbers;
  const path = text
    .slice(0, text.length - suffix.length)
    .replaceAll("\\", "/")
    .replace(/^\.\//, "");
  const name = path.split("/").at(-1) ?? "";
  const isFile =
    path.length <= maxPathLength &&
    !/[`*"'<>|?{},;:=…]/.test(path) &&
    !(spaces ? /^ | (?= |-)|(?! )\s| $/ : /\s/).test(path) &&
    (/^[^()]*\.\w[\w-]{0,11}$/.test(name) || withoutExtension.test(name)) &&
    !/^v?[\d.]+$/.test(name);
  if (!isFile) return undefined;
  const first = hashFirst ?? colonFirst ?? line;
  if (first === undefined) return { path };
  const last = hashLast ?? colonLast ?? first;
  const column = colonColumn ?? lineColumn;
  return {
    path,
    lines: { first: Number(first), last: Number(last) },
    ...(column !== undefined && { column: Number(column) }),
  };
}

/** Whether its path alone says that it is a file. */
export function isPlainlyFile({ path }: FileReference): boolean {
  return path.includes("/") || (commonExtension.test(path) && !path.includes(" "));
}

/** Whether it is called what files without an extension, or with a dot at the beginning, are called. */
export function hasKnownName(path: string): boolean {
  const name = path.split("/").at(-1) ?? "";
  return withoutExtension.test(name) || knownName.test(name);
}

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
    if (close !== -1) opened[close]! -= 1;
    if (opened.includes(-1)) return at;
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
