/** Characters of a name in a text for a language model. */
const maxName = 200;
const begun = 120;
const ended = 60;

/** With lines, as labels have them. */
const plainPath = /^[\w./@+~#$%=,()[\]-]+(?::\d+(?:–\d+)?(?:, \d+(?:–\d+)?)*)?$/;
const word = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g;
/** Words in the name of a file or folder of which no sentence is made. */
const fewWords = 6;
/** What does not show, breaks the line or turns the text around; of blanks, all but the usual one. */
const unclear = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/**
 * The name of a file, a folder or whatever others have named, for a text that a language model reads.
 * Whoever named it may have written a sentence in the voice of the user: all but plain paths stand in
 * quotation marks.
 */
export function quotedName(name: string): string {
  return isPlain(name) ? name : inQuotationMarks(name);
}

function isPlain(name: string): boolean {
  if (name.length > maxName || !plainPath.test(name)) return false;
  return name
    .split("/")
    .every((part) => (part.replace(/:.*$/, "").match(word)?.length ?? 0) <= fewWords);
}

/**
 * A name in one line, and not longer than a name should be. What does not show is escaped as in JSON,
 * and what is too long is cut in the middle.
 */
export function inQuotationMarks(name: string): string {
  const written = Array.from(name.toWellFormed(), escaped);
  const length = written.reduce((sum, { length: own }) => sum + own, 0);
  if (length <= maxName) return `"${written.join("")}"`;
  // So that two long names stay apart, and a tool finds the one that is meant.
  const number = digest(name);
  return `"${beginning(written, begun)}…${number}…${beginning(written.toReversed(), ended, true)}"`;
}

/** Whether a model that writes this means that name: as it is, or as it was shown to it. */
export function isNameShown(written: string, name: string): boolean {
  const shown = inQuotationMarks(name);
  const forms = [name, shown, shown.slice(1, -1)].map((form) => form.trim().normalize("NFC"));
  return forms.includes(written.trim().normalize("NFC"));
}

/** The name that a text shows, if it is quoted. */
export function unquotedName(shown: string): string {
  if (!/^".*"$/.test(shown)) return shown;
  try {
    return String(JSON.parse(shown));
  } catch {
    return shown;
  }
}

function escaped(character: string): string {
  if (character === " ") return character;
  if (character === '"' || character === "\\") return `\\${character}`;
  if (!unclear.test(character)) return character;
  return Array.from({ length: character.length }, (_, at) => unit(character.charCodeAt(at))).join(
    "",
  );
}

const unit = (code: number): string => `\\u${code.toString(16).padStart(4, "0")}`;

function beginning(written: readonly string[], most: number, isReversed = false): string {
  let length = 0;
  const kept = written.filter((one) => (length += one.length) <= most);
  return (isReversed ? kept.toReversed() : kept).join("");
}

/** FNV-1a, which is enough to tell names apart. */
function digest(name: string): string {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
