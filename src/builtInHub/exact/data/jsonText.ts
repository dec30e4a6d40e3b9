import { createScanner, parseTree, printParseErrorCode, visit, type Node } from "jsonc-parser";
import { checkNames, DataProblem, textNode, type DataNode } from "./dataNode";

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
  return nodeOf(parseTree(source)!, source);
}

/** Throws a `DataProblem` with the first place that is not strict JSON. */
export function checkJson(source: string): void {
  try {
    JSON.parse(source);
  } catch {
    let found: DataProblem | undefined;
    const onError = (code: number, at: number) => {
      const reason = messages[printParseErrorCode(code)] ?? "an escape is not valid.";
      found ??= new DataProblem(at, reason);
    };
    visit(source, { onError }, { disallowComments: true });
    throw found ?? new DataProblem(0, "this is not JSON.");
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

function nodeOf(
  { type, value, children = [], offset: at, length }: Node,
  source: string,
): DataNode {
  if (type === "array") {
    return { kind: "list", at, items: children.map((each) => nodeOf(each, source)) };
  }
  if (type === "string") return textNode(at, String(value));
  if (type !== "object") return { kind: "literal", at, text: source.slice(at, at + length) };
  const members = children.map(({ children: [key, held] = [] }) => {
    const { text: name } = textNode(key!.offset, String(key!.value));
    return [name, nodeOf(held!, source)] as const;
  });
  checkNames(members);
  return { kind: "record", at, members };
}
