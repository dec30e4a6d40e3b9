import type { Name, NamedValue, ScannedText } from "./scannedText";

const element = /(?:\s[^<>]{0,200})?>\s{0,50}(?:<!\[CDATA\[)?/y;
const elementOfName = /["'][^<>]{0,100}>\s{0,50}(?:<!\[CDATA\[)?/y;
const pairInQuotes =
  /\\{0,3}["'`]\s{0,100},?\s{0,100}\\{0,3}["'`]?(?:value|default)\\{0,3}["'`]?\s{0,5}[:=]\s{0,5}/iy;
const pairInElements = /<\/[\w:.-]{1,40}>\s{0,100}<[\w:.-]{1,40}>\s{0,50}/y;
const declaredDefault = /"\s{0,20}\{[^{}]{0,300}?\bdefault\s{0,20}=\s{0,5}/y;
const openingCall = /\(\s{0,5}(?=["'`])/y;
const pairInLines = /[ \t\r]{0,20}\n[ \t]{0,60}value:[ \t]{1,5}/y;
const argument = /\\{0,3}["'`]\s{0,20},\s{0,20}/y;
const blanks = /[ \t]{1,20}(?=[^\s-])/y;
const restOfLine = /^[^\s"'`]+[ \t]*(?:\r?\n|$)/;
const endOfElement = /</g;
const endOfCharacters = /\]\]>/g;
const endOfWord = /[\s"'`\\;|]/g;

/** The value of a name in an element, a pair, a call or a command. */
export function markedValue(scanned: ScannedText, name: Name): NamedValue | undefined {
  return (
    elementValue(scanned, name) ??
    pairValue(scanned, name) ??
    argumentValue(scanned, name) ??
    calledValue(scanned, name) ??
    commandValue(scanned, name)
  );
}

/** `<password>…</password>` and `<entry key="password">…</entry>` */
function elementValue(scanned: ScannedText, name: Name): NamedValue | undefined {
  const { before } = name;
  const pair = />\s{0,50}[\w.:-]{0,100}$/.test(before)
    ? scanned.match(pairInElements, name.end)
    : undefined;
  if (pair) return untilTag(scanned, name, name.end + pair[0].length);
  const isElement = /<(?:[\w-]{1,40}:)?$/.test(before);
  const isNamed = !isElement && /<[\w:.-]{1,40}\s[^<>]*["']$/.test(before);
  if (!isElement && !isNamed) return undefined;
  const match = scanned.match(isElement ? element : elementOfName, name.end);
  if (!match) return undefined;
  const start = name.end + match[0].length;
  const isCharacters = match[0].endsWith("[");
  if (!isCharacters) return untilTag(scanned, name, start, isNamed);
  const end = scanned.next(endOfCharacters, start);
  return scanned.judged(name, { start, end }, { context: "data" });
}

/** The text up to the end of its element. */
function untilTag(
  scanned: ScannedText,
  name: Name,
  start: number,
  mayBeLabel = false,
): NamedValue | undefined {
  const end = scanned.next(endOfElement, start);
  if (!scanned.text.startsWith("</", end)) return undefined;
  const text = scanned.text.slice(start, Math.min(end, start + 8000)).trimEnd();
  if (mayBeLabel && /^\p{Lu}\p{Ll}+$/u.test(text)) return undefined;
  return scanned.judged(name, { start, end: start + text.length }, { context: "data" });
}

/** `name="password" value="…"`, `"name": "password", "value": "…"` and the same in two lines of YAML. */
function pairValue(scanned: ScannedText, name: Name): NamedValue | undefined {
  const match =
    scanned.match(pairInQuotes, name.end) ??
    (name.before.endsWith('"') ? scanned.match(declaredDefault, name.end) : undefined) ??
    (/\b(?:name|key):[ \t]{0,3}["']?$/.test(name.before)
      ? scanned.match(pairInLines, name.end)
      : undefined);
  if (!match) return undefined;
  const start = name.end + match[0].length;
  const range = scanned.quoted(start) ?? { start, end: scanned.next(endOfWord, start) };
  return scanned.judged(name, range, { context: "data" });
}

/** `setPassword("…")` */
function calledValue(scanned: ScannedText, name: Name): NamedValue | undefined {
  const match = name.kind === "key" ? undefined : scanned.match(openingCall, name.end);
  const quoted = match && scanned.quoted(name.end + match[0].length);
  return quoted && scanned.judged(name, quoted, { context: "code" });
}

/** `define('DB_PASSWORD', '…')` and `put("password", "…")` */
function argumentValue(scanned: ScannedText, name: Name): NamedValue | undefined {
  if (!/\(\s{0,5}\\{0,3}["'`]$/.test(name.before)) return undefined;
  const match = scanned.match(argument, name.end);
  const quoted = match && scanned.quoted(name.end + match[0].length);
  if (!quoted) return undefined;
  const isDefinition = /\bdefine\s{0,5}\(\s{0,5}["'`]$/i.test(name.before);
  return scanned.judged(name, quoted, { context: isDefinition ? "data" : "code" });
}

/** `--password …`, `ENV PASSWORD …`, `#define PASSWORD "…"` and `PASSWORD '…'` */
function commandValue(scanned: ScannedText, name: Name): NamedValue | undefined {
  const match = scanned.match(blanks, name.end);
  if (!match) return undefined;
  const start = name.end + match[0].length;
  const isSetting = /(?:^|\n)[ \t]*(?:ENV|setx|setenv)[ \t]+$/i.test(name.before);
  const isOption = name.written.startsWith("--");
  const isConstant = /^[A-Z][A-Z\d_]*$/.test(name.written);
  const isLine =
    name.startsLine &&
    name.kind === "password" &&
    restOfLine.test(scanned.text.slice(start, start + 200));
  if (!isSetting && !isOption && !isConstant && !isLine) return undefined;
  const quoted = scanned.quoted(start);
  if (quoted) return scanned.judged(name, quoted, { context: "data" });
  if (isConstant && !isSetting && !isLine) return undefined;
  const range = { start, end: scanned.next(endOfWord, start) };
  const isKey = isOption && name.kind === "key";
  return scanned.judged(name, range, { context: isSetting ? "data" : isKey ? "json" : "code" });
}
