import { secretLevel, nameKind } from "./secretLevel";
import { secretFormats, type SecretKind } from "./secretFormats";
import { assignedValue } from "./assignedValue";
import { ScannedText, type NamedValue, type Name } from "./scannedText";

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
function markedValue(scanned: ScannedText, name: Name): NamedValue | undefined {
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

/** Something in a text that looks like a secret. */
export interface Secret {
  readonly kind: SecretKind;
  readonly start: number;
  readonly end: number;
  /** Worth a question before it is sent; otherwise it is only masked, as it may well be harmless. */
  readonly isStrong: boolean;
}

/** Right before a token, they would seem to be a part of it. */
const escapes = /\\[nrt]|%[\dA-F]{2}/g;

/** What looks like a secret in a text, in order and without overlaps. Linear in the text's length. */
export function secretsIn(text: string): Secret[] {
  const spaced = text.replace(escapes, (escape) => " ".repeat(escape.length));
  const found = [
    ...secretFormats.flatMap((format) => formatted(format, text)),
    ...(spaced === text ? [] : secretFormats.flatMap((format) => formatted(format, spaced))),
    ...namedSecrets(text).map((value): Secret => ({ kind: "a secret value", ...value })),
  ];
  return withoutOverlaps(found.toSorted((one, other) => one.start - other.start));
}

function formatted(format: (typeof secretFormats)[number], text: string): Secret[] {
  return [...text.matchAll(format.pattern)].flatMap((match) => {
    const groups = Object.values(match.indices?.groups ?? {}).find((each) => each !== undefined);
    const [start, end] = groups ?? [match.index, match.index + match[0].length];
    const { kind } = format;
    if (!("isJudged" in format)) return [{ kind, start, end, isStrong: true }];
    const level = secretLevel(text.slice(start, end), { context: "data", nameKind: "password" });
    return level === "none" ? [] : [{ kind, start, end, isStrong: level === "strong" }];
  });
}

const rank = (kind: SecretKind): number =>
  secretFormats.findIndex((format) => format.kind === kind);

/** The kind of the earlier row stays, as it says more. */
function withoutOverlaps(sorted: readonly Secret[]): Secret[] {
  const merged: Secret[] = [];
  for (const secret of sorted) {
    const last = merged.at(-1);
    if (!last || secret.start >= last.end) {
      merged.push(secret);
      continue;
    }
    merged[merged.length - 1] = {
      kind: rank(secret.kind) < rank(last.kind) ? secret.kind : last.kind,
      start: last.start,
      end: Math.max(last.end, secret.end),
      isStrong: last.isStrong || secret.isStrong,
    };
  }
  return merged;
}

const keyword = /pass|kennwort|pwd|pw\b|pswd|psk\b|secret|token|key|credential|auth|pat\b|cookie/gi;
const restOfName = /[\w.-]*/y;
const nameCharacter = /[\w.-]/;
const maxNameLength = 100;

/** Values whose name says that they are secret, in settings, code, JSON, YAML, XML and commands. */
function namedSecrets(text: string): NamedValue[] {
  const scanned = new ScannedText(text);
  const found: NamedValue[] = [];
  let done = 0;
  keyword.lastIndex = 0;
  for (let match = keyword.exec(text); match; match = keyword.exec(text)) {
    const earliest = Math.max(done, match.index - maxNameLength);
    let start = match.index;
    while (start > earliest && nameCharacter.test(text.charAt(start - 1))) start--;
    restOfName.lastIndex = match.index + match[0].length;
    restOfName.exec(text);
    const end = restOfName.lastIndex;
    const kind = end - start > maxNameLength ? undefined : nameKind(text.slice(start, end));
    const name = kind && scanned.name({ start, end, kind });
    const value = name && (assignedValue(scanned, name) ?? markedValue(scanned, name));
    if (value) found.push(value);
    done = value?.end ?? end;
    keyword.lastIndex = done;
  }
  return found;
}
