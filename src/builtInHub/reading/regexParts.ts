/** A piece of a regular expression and what it means. */
export interface Part {
  readonly source: string;
  readonly meaning: string;
  /** How many groups contain it. */
  readonly depth: number;
}

const escapes: Readonly<Record<string, string>> = {
  d: "a digit",
  D: "anything but a digit",
  w: "a letter, digit or underscore",
  W: "anything but a letter, digit or underscore",
  s: "white space",
  S: "anything but white space",
  b: "the edge of a word",
  B: "not the edge of a word",
  n: "a line feed",
  r: "a carriage return",
  t: "a tab",
  f: "a form feed",
  v: "a vertical tab",
  0: "the character NUL",
};
const token =
  /(?<group>\((?:\?(?::|=|!|<=|<!|<(?<name>[\w$]+)>|(?<flags>[a-z-]*):))?)|(?<close>\))|(?<either>\|)|(?<set>\[\^?(?:\\.|[^\]\\])*\])|(?<escape>\\(?:[pP]\{[^}]*\}|u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|k<[\w$]+>|c[a-z]|[1-9]\d*|.))|(?<edge>[\^$])|(?<any>\.)|(?<literal>[^\\()[|^$.*+?{}](?:[^\\()[|^$.*+?{}](?![*+?{]))*|[{}\]])/isy;
const quantifier = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y;

/** Splits a valid pattern into parts, in order. */
export function partsOf(pattern: string): Part[] {
  const parts: Part[] = [];
  const open: { at: number; label: string }[] = [];
  let groups = 0;
  for (let at = 0; at < pattern.length;) {
    token.lastIndex = at;
    const found = token.exec(pattern);
    if (!found?.groups) break;
    at = token.lastIndex;
    const times = found.groups["group"] || found.groups["either"] ? "" : quantifierAt(pattern, at);
    at += times.length;
    const source = found[0] + times;
    const repeated = times === "" ? "" : `, ${timesInWords(times)}`;
    if (found.groups["group"]) {
      if (found[0] === "(" || found.groups["name"]) groups += 1;
      const label = groupInWords(found[0], found.groups["name"], groups);
      parts.push({ source, meaning: `begin ${label}`, depth: open.length });
      open.push({ at, label });
    } else if (found.groups["close"]) {
      const label = open.pop()?.label ?? "group";
      parts.push({ source, meaning: `end ${label}${repeated}`, depth: open.length });
    } else {
      parts.push({
        source,
        meaning: meaningOf(found.groups, found[0]) + repeated,
        depth: open.length,
      });
    }
  }
  return parts;
}

function quantifierAt(pattern: string, at: number): string {
  quantifier.lastIndex = at;
  return quantifier.exec(pattern)?.[0] ?? "";
}

function meaningOf(groups: Record<string, string | undefined>, source: string): string {
  if (groups["either"]) return "or";
  if (groups["edge"])
    return source === "^" ? "the start (with m: of a line)" : "the end (with m: of a line)";
  if (groups["any"]) return "any character (line ends only with s)";
  if (groups["set"]) {
    const isNot = source.startsWith("[^");
    return `${isNot ? "anything but one" : "one"} of \`${source.slice(isNot ? 2 : 1, -1)}\``;
  }
  if (groups["escape"]) return escapeInWords(source);
  return source.length === 1 ? `the character \`${source}\`` : `the text \`${source}\``;
}

function escapeInWords(source: string): string {
  const mark = source[1] ?? "";
  if (/^\\[pP]\{/.test(source)) {
    return `a character ${mark === "P" ? "without" : "with"} the Unicode property ${source.slice(3, -1)}`;
  }
  if (source.startsWith("\\k<")) return `the same text as group ${source.slice(3, -1)}`;
  if (/^\\[1-9]/.test(source)) return `the same text as group ${source.slice(1)}`;
  if (/^\\[ux]/.test(source) && source.length > 2) {
    return `the character U+${source.slice(2).replace(/[{}]/g, "").toUpperCase().padStart(4, "0")}`;
  }
  return escapes[mark] ?? `the character \`${mark}\``;
}

function groupInWords(source: string, name: string | undefined, number: number): string {
  if (name !== undefined) return `group ${number}, named ${name}`;
  switch (source) {
    case "(":
      return `group ${number}`;
    case "(?=":
      return "look ahead: this must follow";
    case "(?!":
      return "look ahead: this must not follow";
    case "(?<=":
      return "look behind: this must come before";
    case "(?<!":
      return "look behind: this must not come before";
    default:
      return "group that is not kept";
  }
}

function timesInWords(times: string): string {
  const lazy = times.length > 1 && times.endsWith("?") ? ", as few as possible" : "";
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(times) ?? [];
  if (least !== undefined) {
    if (!comma) return `${least} times`;
    return (most ? `${least} to ${most} times` : `${least} times or more`) + lazy;
  }
  const words: Record<string, string> = {
    "*": "any number of times",
    "+": "once or more",
    "?": "once or not at all",
  };
  return (words[times[0] ?? ""] ?? times) + lazy;
}
