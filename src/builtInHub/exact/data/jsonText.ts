import { createScanner, parseTree, printParseErrorCode, visit, type Node } from "jsonc-parser";
import { checkNames, checkText, DataProblem, lineCounter, type DataNode } from "./dataNode";

const maxDepth = 500;
const messages: Readonly<Record<string, string>> = {
  InvalidSymbol: "this is no JSON value; texts and names stand in double quotes.",
  ValueExpected: "a value is expected here.",
  PropertyNameExpected: "a name in double quotes is expected here.",
  ColonExpected: "a colon is missing here.",
  CommaExpected: "a comma is missing here, or a value is not written as in JSON.",
  CloseBraceExpected: "a closing brace is missing.",
  CloseBracketExpected: "a closing bracket is missing.",
  EndOfFileExpected: "something follows the end of the JSON.",
  InvalidCommentToken: "JSON has no comments.",
  UnexpectedEndOfString: "a text is not closed on its line.",
  InvalidNumberFormat: "a number may not be written like this.",
  UnexpectedEndOfNumber: "a number may not be written like this.",
  InvalidCharacter: "a character in this text must be escaped.",
};

/** Reads strict JSON in which no name stands twice. */
export function readJson(source: string): DataNode {
  checkJson(source);
  return nodeOf(parseTree(source)!, source, lineCounter(source));
}

/** Throws a `DataProblem` with the first place that is not strict JSON. */
export function checkJson(source: string): void {
  try {
    JSON.parse(source);
  } catch {
    let found: DataProblem | undefined;
    const onError = (code: number, at: number) => {
      found ??= problemAt(source, at, messages[printParseErrorCode(code)]);
    };
    visit(source, { onError }, { disallowComments: true });
    throw found ?? problemAt(source, 0);
  }
}

/** Strict JSON anew with this indentation, or on one line; numbers and strings stay as written. */
export function formatJson(source: string, indent: string): string {
  const scanner = createScanner(source, true);
  const parts: string[] = [];
  let depth = 0;
  let before = "";
  const breakLine = () =>
    indent === "" || depth + parts.length === 0 ? "" : `\n${indent.repeat(depth)}`;
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const at = scanner.getTokenOffset();
    const token = source.slice(at, at + scanner.getTokenLength());
    const isEmpty = before === "{" || before === "[";
    if (token === "}" || token === "]") depth -= 1;
    if (depth > maxDepth) throw new RangeError("Nested too deep");
    if (token === "}" || token === "]") parts.push(isEmpty ? token : breakLine() + token);
    else if (token === ":" && indent !== "") parts.push(": ");
    else parts.push(isEmpty || before === "," ? breakLine() + token : token);
    if (token === "{" || token === "[") depth += 1;
    before = token;
  }
  return parts.join("");
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
    checkNames(members);
    return { kind: "record", line, members };
  }
  if (type !== "string") {
    return { kind: "literal", line, text: source.slice(offset, offset + length) };
  }
  const text = String(node.value);
  checkText(text, line);
  return { kind: "text", line, text };
}

function problemAt(source: string, at: number, reason = "this is not JSON."): DataProblem {
  const before = source.slice(0, at).split("\n");
  const column = (before.at(-1) ?? "").length;
  const text = (source.slice(at - column).split("\n", 1)[0] ?? "").replace(/\r$/, "");
  const from = Math.max(0, column - 60);
  const excerpt = `${text.slice(from, column + 20).toWellFormed()}\n${" ".repeat(column - from)}^`;
  return new DataProblem(`${before.length}, column ${column + 1}`, reason, excerpt);
}
