import {
  createScanner,
  parseTree,
  printParseErrorCode,
  visit,
  type Node,
  type ParseErrorCode,
} from "jsonc-parser";
import { checkNames, checkText, DataProblem, lineCounter, type DataNode } from "./dataNode";

const maxDepth = 500;

/** Reads strict JSON in which no name stands twice. */
export function readJson(source: string): DataNode {
  checkJson(source);
  const tree = parseTree(source);
  if (!tree) throw new DataProblem(1, "there is no JSON.");
  return nodeOf(tree, source, lineCounter(source));
}

/** Throws a `DataProblem` unless the text is strict JSON. */
export function checkJson(source: string): void {
  try {
    JSON.parse(source);
  } catch {
    throw firstProblem(source);
  }
}

/** Strict JSON anew with this indentation, or on one line; numbers and strings stay as written. */
export function formatJson(source: string, indent: string): string {
  const parts: string[] = [];
  let depth = 0;
  let before = "";
  const breakLine = () => (indent === "" ? "" : `\n${indent.repeat(depth)}`);
  eachToken(source, (token) => {
    if (token === ",") {
      parts.push(",");
    } else if (token === ":") {
      parts.push(indent === "" ? ":" : ": ");
    } else if (token === "}" || token === "]") {
      depth -= 1;
      parts.push(before === "{" || before === "[" ? token : breakLine() + token);
    } else {
      if (depth > 0 && before !== ":") parts.push(breakLine());
      parts.push(token);
      if (token === "{" || token === "[") depth += 1;
      if (depth > maxDepth) throw new RangeError("Nested too deep");
    }
    before = token;
  });
  return parts.join("");
}

/** Names that stand twice in an object, with their lines. */
export function repeatedNames(source: string): string[] {
  const open: Set<string>[] = [];
  const repeated: string[] = [];
  visit(source, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (name, _offset, _length, line) => {
      const names = open.at(-1);
      if (names?.has(name)) repeated.push(`${JSON.stringify(name)} (line ${line + 1})`);
      names?.add(name);
    },
  });
  return repeated;
}

function nodeOf(node: Node, source: string, lineAt: (at: number) => number): DataNode {
  const { type, children = [], offset, length } = node;
  const line = lineAt(offset);
  if (type === "array") {
    return { kind: "list", line, items: children.map((each) => nodeOf(each, source, lineAt)) };
  }
  if (type === "object") {
    const members = children.map(({ children: [key, value] = [] }) => {
      const name = String(key?.value);
      checkText(name, lineAt(key!.offset));
      return [name, nodeOf(value!, source, lineAt)] as const;
    });
    const names = members.map(([name]) => name);
    checkNames(names, (at) => members[at]![1].line);
    return { kind: "record", line, members };
  }
  if (type !== "string") {
    return { kind: "literal", line, text: source.slice(offset, offset + length) };
  }
  const text = String(node.value);
  checkText(text, line);
  return { kind: "text", line, text };
}

/** Passes every token, in order, without white space; not recursive. */
function eachToken(source: string, pass: (token: string, at: number) => void): void {
  const scanner = createScanner(source, true);
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const at = scanner.getTokenOffset();
    pass(source.slice(at, at + scanner.getTokenLength()), at);
  }
}

function firstProblem(source: string): DataProblem {
  let found: DataProblem | undefined;
  const onError = (code: ParseErrorCode, at: number, length: number) => {
    found ??= described(printParseErrorCode(code), at, source.slice(at, at + length), source);
  };
  visit(source, { onError }, { disallowComments: true });
  return found ?? problemAt(source, 0, "this is not JSON.");
}

const messages: Readonly<Record<string, string>> = {
  ValueExpected: "a value is expected here.",
  PropertyNameExpected: "a name in double quotes is expected here.",
  ColonExpected: "a colon is missing here.",
  CommaExpected: "a comma is missing here, or the value is not written as in JSON.",
  EndOfFileExpected: "something follows the end of the JSON.",
  InvalidCommentToken: "JSON has no comments.",
  UnexpectedEndOfString: "a text is not closed on its line.",
  UnexpectedEndOfComment: "a comment is not closed, and JSON has none.",
  InvalidNumberFormat: "a number may not be written like this.",
  UnexpectedEndOfNumber: "a number may not be written like this.",
};

function described(name: string, at: number, token: string, source: string): DataProblem {
  const before = source.slice(0, at).trimEnd();
  if (/^[\]}]$/.test(token) && before.endsWith(",") && /^(?:Value|Property)/.test(name)) {
    return problemAt(source, before.length - 1, `a comma may not stand before \`${token}\`.`);
  }
  if (name.startsWith("Close")) {
    const opening = lastOpen(source);
    return problemAt(source, opening, `\`${source[opening]}\` is never closed.`);
  }
  if (name === "InvalidSymbol") {
    const isQuoted = token.startsWith("'");
    return problemAt(
      source,
      at,
      isQuoted
        ? "text must be in double quotes."
        : `\`${token.slice(0, 40)}\` is not a JSON value.`,
    );
  }
  return problemAt(source, at, messages[name] ?? "a character in this text must be escaped.");
}

function problemAt(source: string, at: number, reason: string): DataProblem {
  const before = source.slice(0, at).split("\n");
  const column = (before.at(-1) ?? "").length;
  const text = (source.slice(at - column).split("\n", 1)[0] ?? "").replace(/\r$/, "");
  const from = Math.max(0, column - 60);
  const excerpt = `${text.slice(from, column + 20).toWellFormed()}\n${" ".repeat(column - from)}^`;
  return new DataProblem(`${before.length}, column ${column + 1}`, reason, excerpt);
}

/** The place of the innermost bracket that is open at the end. */
function lastOpen(source: string): number {
  const open: number[] = [];
  eachToken(source, (token, at) => {
    if (token === "{" || token === "[") open.push(at);
    if (token === "}" || token === "]") open.pop();
  });
  return open.at(-1) ?? 0;
}
