import { mask } from "./mask";

export interface Declaration {
  readonly kind: "function" | "type";
  readonly name: string;
  /** First and last line, counted from 1. */
  readonly from: number;
  readonly to: number;
  readonly parameters: number | undefined;
  /** How many other declarations contain it. */
  readonly depth: number;
}

const typeWords =
  "class|interface|enum|struct|trait|impl|namespace|module|record|object|protocol|extension|type";
const functionWords = "function\\*?|func|fn|fun|def|sub";
const notNames =
  /^(?:if|for|while|switch|catch|return|else|do|try|with|using|lock|foreach|match|when|until|unless|new|await|throw|typeof|super|sizeof|case|yield)$/;
const modifiers =
  "export|default|declare|public|private|protected|internal|static|async|abstract|final|sealed|override|open|readonly|" +
  "pub(?:\\([^)]*\\))?|unsafe|extern|virtual|inline|partial|data|const|get|set|synchronized";
const named = new RegExp(
  `^[ \\t]*(?:(?:${modifiers})\\s+)*(?:(${functionWords})\\s+(?:\\([^)]*\\)\\s*)?|(${typeWords})\\s+)(?:<[^>]*>\\s*)?([\\w$.]+)`,
);
const assigned =
  /^[ \t]*(?:export\s+)?(?:const|let|var)\s+([\w$]+)(?:\s*:[^=]+?)?\s*=\s*(?:async\b\s*)?(?:<[^>]*>\s*)?(function\b|\(|[\w$]+\s*=>)/;
const method = new RegExp(
  `^[ \\t]*(?:(?:${modifiers})\\s+)*(?:[\\w$.]+(?:<[^(){};=]*>)?[\\[\\]?*&]*\\s+)??([*&]?#?~?[\\w$]+)\\s*(?:<[^>(]*>)?\\(`,
);

/** The functions and types of a source, in order, recognized by the shape of their lines. */
export function declarationsIn(source: string, language: string): Declaration[] {
  const { code } = mask(source, language);
  const lines = code.split("\n");
  const byIndent = language === "python";
  const offsets = lineOffsets(lines);
  const open: number[] = [];
  const found: Declaration[] = [];
  for (const [index, line] of lines.entries()) {
    const head = headOf(
      line,
      lines.slice(index, index + 12).join("\n"),
      byIndent || language === "ruby",
    );
    if (!head) continue;
    const start = offsets[index] ?? 0;
    const to = byIndent
      ? endByIndent(lines, index)
      : language === "ruby"
        ? endByKeyword(lines, index)
        : endByBraces(code, start, lines, index);
    while ((open.at(-1) ?? Infinity) < index + 1) open.pop();
    const { kind, name } = head;
    const parameters =
      kind === "function" ? parametersAfter(code, start + line.indexOf(name)) : undefined;
    found.push({ kind, name, from: index + 1, to, parameters, depth: open.length });
    open.push(to);
  }
  return found;
}

function headOf(
  line: string,
  ahead: string,
  onlyNamed: boolean,
): { kind: Declaration["kind"]; name: string } | undefined {
  const [, isFunction, , name] = named.exec(line) ?? [];
  if (name !== undefined) return { kind: isFunction ? "function" : "type", name };
  if (onlyNamed) return undefined;
  const arrow = assigned.exec(ahead);
  if (arrow?.[1] !== undefined) {
    const after = arrow[2] === "(" ? afterRound(ahead, arrow[0].length - 1) : "=>";
    return /^\s*(?::[^;={}]+(?:\{[^}]*\}[^;={}]*)?)?=>/.test(after)
      ? { kind: "function", name: arrow[1] }
      : undefined;
  }
  const called = method.exec(line);
  if (called?.[1] === undefined || notNames.test(called[1])) return undefined;
  if (/^\s*(?:return|await|throw|new|else|case|yield)\b/.test(line)) return undefined;
  const after = afterRound(ahead, called[0].length - 1);
  return /^\s*(?:(?:->|:|throws|where)[^;{}=]*|const|noexcept)?\s*\{/.test(after)
    ? { kind: "function", name: called[1] }
    : undefined;
}

/** The text after the bracket that closes the one at `open`. */
function afterRound(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    else if (text[at] === ")") depth -= 1;
    if (depth === 0) return text.slice(at + 1);
  }
  return "";
}

function lineOffsets(lines: readonly string[]): number[] {
  let at = 0;
  return lines.map((line) => {
    const start = at;
    at += line.length + 1;
    return start;
  });
}

function endByIndent(lines: readonly string[], index: number): number {
  const own = indentOf(lines[index] ?? "");
  let last = index;
  for (let at = index + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line.trim() === "") continue;
    if (indentOf(line) <= own && !/^\s*[)\]}]/.test(line)) break;
    last = at;
  }
  return last + 1;
}

function endByKeyword(lines: readonly string[], index: number): number {
  const own = indentOf(lines[index] ?? "");
  const end = lines.findIndex(
    (line, at) => at > index && indentOf(line) <= own && /^\s*end\b/.test(line),
  );
  return (end < 0 ? index : end) + 1;
}

/** The line of the brace that closes the first one, or of the end of the statement if there is none. */
function endByBraces(code: string, start: number, lines: readonly string[], index: number): number {
  let round = 0;
  let braces = 0;
  let line = index + 1;
  for (let at = start; at < code.length; at += 1) {
    const character = code[at];
    if (character === "\n") line += 1;
    else if (character === "(" || character === "[") round += 1;
    else if (character === ")" || character === "]") round -= 1;
    else if (character === "{") braces += 1;
    else if (character === "}") {
      braces -= 1;
      if (braces <= 0 && round <= 0) return line;
    } else if (character === ";" && braces === 0 && round <= 0) return line;
  }
  return Math.min(line, lines.length);
}

function parametersAfter(code: string, from: number): number | undefined {
  const open = code.indexOf("(", from);
  if (open < 0) return undefined;
  let depth = 0;
  let commas = 0;
  let hasAny = false;
  let last = "";
  for (let at = open; at < code.length; at += 1) {
    const character = code[at] ?? "";
    if ("([{<".includes(character)) depth += 1;
    else if (")]}".includes(character) || (character === ">" && code[at - 1] !== "=")) depth -= 1;
    else if (character === "," && depth === 1) commas += 1;
    if (depth === 0) return hasAny ? commas + (last === "," ? 0 : 1) : 0;
    if (at > open && character.trim() !== "") {
      hasAny = true;
      last = depth === 1 ? character : "";
    }
  }
  return undefined;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
