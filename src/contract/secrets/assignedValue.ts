import type { Name, NamedValue, Range, ScannedText } from "./scannedText";

const assignment =
  /\\{0,3}["'`]?\]?\??(?:\[\d{0,5}\])?[ \t]{0,20}(?:(?<typed>:[ \t]{0,5}(?:&(?:'static )?)?(?:str|[sS]tring|SecureString|char|text)\b[^=\n"'`;{}()]{0,20}=)|(?<op>:=|=>|!?={1,3}|:(?!:)(?:[ \t]{1,5}!!\w{1,20}(?=[ \t]))?))[ \t]{0,20}/y;
const block =
  /[|>][+-]?\d?[ \t]{0,5}\r?\n(?<indent>[ \t]{1,40})(?<lines>[^\r\n]{1,2000}(?:\r?\n\k<indent>[^\r\n]{0,2000}){0,200})/y;
const isConstant = /^[A-Z][A-Z\d_]*$/;
const isIdentifier = /^!?[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*$/;
const isLabel = /^\p{Lu}\p{Ll}+$/u;
const isExported = /\b(?:export|set|ENV|ARG)[ \t]+$/;
const inTag = /<[A-Za-z][^<>]*\s$/;
const endOfParameter = /[\s&"'<>#`\\]/g;
const endOfWord = /[\s"'`\\]/g;
const endOfSetting = /\s/g;
const quotes: Readonly<Record<string, RegExp>> = { '"': /["\n]/g, "'": /['\n]/g };
const comment = /\s[#;]/;

/** The value of `name = value`, `name: value` and the like. */
export function assignedValue(scanned: ScannedText, name: Name): NamedValue | undefined {
  const match = scanned.match(assignment, name.end);
  if (!match) return undefined;
  const op = match.groups?.["op"]?.replace(/^:.*!!.*/, ":") ?? "=";
  const start = name.end + match[0].length;
  const quoted = scanned.quoted(start);
  if (quoted) return quotedValue(scanned, name, { op, ...quoted });
  if (op === ":" && name.startsLine) {
    const block = blockValue(scanned, name, start);
    if (block) return block;
  }
  if (op !== "=" && op !== ":" && op !== ":=") return undefined;
  return bareValue(scanned, name, { op, start, isTight: match[0] === op });
}

function quotedValue(
  scanned: ScannedText,
  name: Name,
  { op, ...range }: Range & { op: string },
): NamedValue | undefined {
  const isColon = op === ":";
  const { start, end } = range;
  if (isColon && isLabel.test(scanned.text.slice(start, Math.min(end, start + 60))))
    return undefined;
  const isData =
    (isConstant.test(name.written) && name.startsLine && !isColon) ||
    name.written.startsWith("--") ||
    (name.startsLine && scanned.isSettings(name.start, isColon ? 1 : 0));
  if (isData && isExported.test(name.before))
    return scanned.judged(name, range, { context: "data", blanks: "any" });
  if (isData)
    return scanned.judged(name, range, {
      context: "data",
      ...(!isColon && { blanks: "unlessProse" as const }),
    });
  const isPlain = isColon && !isConstant.test(name.written);
  const isInCode = isPlain && !/["'`]$/.test(name.before) && !inTag.test(name.before);
  return scanned.judged(name, range, { context: isInCode ? "code" : "json" });
}

/** The indented lines below `password: |` in YAML. */
function blockValue(scanned: ScannedText, name: Name, at: number): NamedValue | undefined {
  const match = scanned.match(block, at);
  const lines = match?.groups?.["lines"];
  if (!match || lines === undefined) return undefined;
  const start = at + match[0].length - lines.length;
  const [first = ""] = lines.split(/\r?\n/, 1);
  const value = scanned.judged(name, { start, end: start + first.length }, { context: "data" });
  return value && { ...value, end: at + match[0].trimEnd().length };
}

interface Bare {
  readonly op: string;
  readonly start: number;
  /** Without blanks around the operator. */
  readonly isTight: boolean;
}

function bareValue(scanned: ScannedText, name: Name, bare: Bare): NamedValue | undefined {
  const { text } = scanned;
  const { op, start, isTight } = bare;
  const data = { context: "data" } as const;
  if (isTight && /[\w/%+=-][?&]$/.test(name.before))
    return scanned.judged(name, { start, end: scanned.next(endOfParameter, start) }, data);
  const quote = quotes[name.before.at(-1) ?? ""];
  const isWhole = quote && text.charAt(name.end) === op.charAt(0) && op === "=";
  const end = isWhole ? scanned.next(quote, start) : scanned.next(endOfWord, start);
  if (op === "=" && isInConnection(text, name, { start, end }))
    return scanned.judged(name, { start, end: upTo(text, { start, end }, /;/) }, data);
  if (isWhole) return scanned.judged(name, { start, end }, data);
  if (name.startsLine) return settingValue(scanned, name, bare);
  if (isTight && op === "=" && (isConstant.test(name.written) || name.written.startsWith("-")))
    return scanned.judged(name, { start, end }, data);
  if (op === ":" && isTight) return undefined;
  return inlineValue(scanned, name, { start, end, op });
}

/** `Server=…;Password=…;` */
function isInConnection(text: string, { before }: Name, { start, end }: Range): boolean {
  if (/;[ ]{0,3}$/.test(before) && /=[^=;\n]*;[ ]{0,3}$/.test(before)) return true;
  const value = text.slice(start, Math.min(end, start + 300));
  const at = value.indexOf(";");
  const rest = at === -1 ? "" : text.slice(start + at, start + at + 60);
  return /^;[ ]{0,3}[A-Za-z][\w ]{0,40}=[^=]/.test(rest);
}

/** A setting in a line of its own. */
function settingValue(
  scanned: ScannedText,
  name: Name,
  { op, start, isTight }: Bare,
): NamedValue | undefined {
  const { text } = scanned;
  const word = { start, end: scanned.next(endOfSetting, start) };
  const lineEnd = scanned.lineEnd(start);
  const line = text.slice(start, lineEnd);
  const isStatement = /[,;({]\s*$/.test(line);
  const isConstantSetting = op === "=" && isTight && isConstant.test(name.written);
  if (isConstantSetting) return scanned.judged(name, word, { context: "data" });
  if (isStatement || !scanned.isSettings(name.start)) {
    if (op === "=" && isTight && !isStatement)
      return scanned.judged(name, word, { context: "data" });
    return inlineValue(scanned, name, { ...word, op });
  }
  if (op === ":" && isLabel.test(line.trim())) return undefined;
  const comments = comment.exec(line)?.index ?? line.length;
  const whole = line.slice(0, comments).trimEnd();
  // A line such as `Password: at least 8 characters` may be a sentence.
  const isSentence = op === ":" && /\s/.test(whole) && !scanned.isSettings(name.start, 1);
  if (isSentence) return undefined;
  return scanned.judged(
    name,
    { start, end: start + whole.length },
    { context: "data", blanks: "unlessProse" },
  );
}

/** Among other words: a name or an expression is none. */
function inlineValue(
  scanned: ScannedText,
  name: Name,
  range: Range & { op: string },
): NamedValue | undefined {
  const { start, op } = range;
  const end = upTo(scanned.text, range, /(?:[,;)}\]|.]|\\n)+$/);
  const value = scanned.text.slice(start, Math.min(end, start + 300));
  const [first = ""] = value.split(/[,;)}\]]/, 1);
  const next = scanned.text.charAt(end);
  // Only settings and headers have a bare word as their value, not programs.
  const isWhole = end === range.end || (op === "=" && next === ";");
  const isBare = op === ":" ? /^[\r\n"'`]?$/.test(next) : start === name.end + 1;
  if (isIdentifier.test(first) && !(isBare && isWhole && /\d/.test(value))) return undefined;
  if (/^[[({]|^[A-Z]\w*[<[]|^\d+$/.test(value)) return undefined;
  return scanned.judged(name, { start, end }, { context: "code" });
}

/** The end of what stands before the pattern. */
function upTo(text: string, { start, end }: Range, pattern: RegExp): number {
  const at = text.slice(start, Math.min(end, start + 8000)).search(pattern);
  return at === -1 ? end : start + at;
}
