import {
  createScanner,
  parse,
  parseTree,
  printParseErrorCode,
  visit,
  type Node,
  type ParseErrorCode,
  type ParseOptions,
} from "jsonc-parser";

/** Why a text is not JSON, and where. */
export interface JsonProblem {
  readonly message: string;
  /** The place in UTF-16 units. */
  readonly at: number;
}

export const maxDepth = 500;
const relaxedOptions: ParseOptions = { allowTrailingComma: true };

/** The value of a text that is JSON, or with `relaxed` JSON with comments and trailing commas; else why not. */
export function readJson(
  source: string,
  relaxed = false,
): { readonly value: unknown } | { readonly problem: JsonProblem } {
  const deep = tooDeep(source);
  if (deep !== undefined) {
    return { problem: { at: deep, message: `It is nested more than ${maxDepth} levels deep` } };
  }
  if (relaxed) {
    const problem = firstProblem(source, relaxedOptions);
    return problem ? { problem } : { value: parse(source, [], relaxedOptions) as unknown };
  }
  try {
    return { value: JSON.parse(source) as unknown };
  } catch (error) {
    const found = firstProblem(source, { disallowComments: true });
    return { problem: found ?? { at: 0, message: (error as Error).message } };
  }
}

/** Passes every token, in order, without white space and comments; not recursive, however deep the nesting. */
function eachToken(source: string, pass: (token: string, at: number) => void): void {
  const scanner = createScanner(source, true);
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const at = scanner.getTokenOffset();
    pass(source.slice(at, at + scanner.getTokenLength()), at);
  }
}

/** JSON anew with this indentation, or on one line; numbers and strings stay as written. */
export function formatted(source: string, indent: string): string {
  const parts: string[] = [];
  let depth = 0;
  let before = "";
  const breakLine = () => (indent === "" ? "" : `\n${indent.repeat(depth)}`);
  eachToken(source, (token) => {
    if (token === ",") {
      // Kept back: it is dropped where nothing follows it.
    } else if (token === ":") {
      parts.push(indent === "" ? ":" : ": ");
    } else if (token === "}" || token === "]") {
      depth -= 1;
      parts.push(before === "{" || before === "[" ? token : breakLine() + token);
    } else {
      if (before === ",") parts.push(",");
      if (depth > 0 && before !== ":") parts.push(breakLine());
      parts.push(token);
      if (token === "{" || token === "[") depth += 1;
    }
    before = token;
  });
  return parts.join("");
}

/** The same JSON on one line, with the members of every object sorted by name. */
export function sortedByName(source: string): string {
  const tree = parseTree(source, [], relaxedOptions);
  return tree ? sorted(tree, source) : source;
}

function sorted(node: Node, source: string): string {
  const { type, children = [], offset, length } = node;
  if (type === "array") return `[${children.map((each) => sorted(each, source)).join()}]`;
  if (type !== "object") return source.slice(offset, offset + length);
  const members = children.flatMap(({ children: [key, value] = [] }) =>
    key && value ? [{ name: String(key.value), text: member(key, value, source) }] : [],
  );
  const inOrder = members.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return `{${inOrder.map(({ text }) => text).join()}}`;
}

function member(key: Node, value: Node, source: string): string {
  return `${source.slice(key.offset, key.offset + key.length)}:${sorted(value, source)}`;
}

/** The objects of an array, or a single one, as cells: texts without quotes, all else as written. */
export function recordsIn(source: string): Map<string, string>[] | undefined {
  if ("problem" in readJson(source, true)) return undefined;
  const tree = parseTree(source, [], relaxedOptions);
  const items = tree?.type === "array" ? tree.children : tree?.type === "object" ? [tree] : [];
  if (!items?.every(({ type }) => type === "object")) return undefined;
  const cell = ({ type, value, offset, length }: Node): string => {
    if (type === "null") return "";
    if (type === "string") return String(value);
    return formatted(source.slice(offset, offset + length), "");
  };
  return items.map(
    ({ children = [] }) =>
      new Map(
        children.flatMap(({ children: [key, value] = [] }) =>
          key && value ? [[String(key.value), cell(value)] as const] : [],
        ),
      ),
  );
}

/** The only member of an object that is a list of objects, and the names of its other members. */
export function listIn(
  source: string,
): { name: string; text: string; others: string[] } | undefined {
  const tree = parseTree(source, [], relaxedOptions);
  if (tree?.type !== "object") return undefined;
  const members = (tree.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key && value ? [{ name: String(key.value), value }] : [],
  );
  const isList = ({ value: { type, children = [] } }: (typeof members)[number]) =>
    type === "array" && children.length > 0 && children.every((item) => item.type === "object");
  const lists = members.filter(isList);
  const [list] = lists;
  if (!list || lists.length > 1) return undefined;
  const { name, value } = list;
  const text = source.slice(value.offset, value.offset + value.length);
  return { name, text, others: members.filter((each) => each !== list).map((each) => each.name) };
}

/** Names that an object has twice, as `path.name`. */
export function repeatedNames(source: string): string[] {
  const seen: Set<string>[] = [];
  const repeated: string[] = [];
  visit(
    source,
    {
      onObjectBegin: () => void seen.push(new Set()),
      onObjectEnd: () => void seen.pop(),
      onObjectProperty: (name, _offset, _length, _line, _column, path) => {
        const own = seen.at(-1);
        if (own?.has(name)) repeated.push([...path(), name].join("."));
        own?.add(name);
      },
    },
    relaxedOptions,
  );
  return repeated;
}

/**
 * The place where the nesting gets too deep for the parsers, which are recursive. A loop, because
 * a regular expression that skips long strings runs out of stack.
 */
function tooDeep(source: string): number | undefined {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < source.length; at += 1) {
    const mark = source[at];
    if (mark === '"') isInString = !isInString;
    else if (isInString) at += mark === "\\" ? 1 : 0;
    else if (mark === "{" || mark === "[") depth += 1;
    else if (mark === "}" || mark === "]") depth -= 1;
    if (depth > maxDepth) return at;
  }
  return undefined;
}

function firstProblem(source: string, options: ParseOptions): JsonProblem | undefined {
  let found: JsonProblem | undefined;
  const onError = (code: ParseErrorCode, offset: number, length: number) => {
    found ??= described(code, offset, source.slice(offset, offset + length), source);
  };
  visit(source, { onError }, options);
  return found;
}

function described(code: ParseErrorCode, at: number, token: string, source: string): JsonProblem {
  const next = source[at] ?? "";
  const before = source.slice(0, at).trimEnd();
  const isEnd = at >= source.length;
  const name = printParseErrorCode(code);
  if (/^(?:Value|PropertyName)Expected$/.test(name) && /[\]}]/.test(next) && before.endsWith(",")) {
    return { at: before.length - 1, message: `A comma may not stand before \`${next}\`` };
  }
  switch (name) {
    case "ValueExpected":
      return {
        at,
        message: isEnd
          ? "It ends where a value is expected"
          : `A value is expected, not \`${next}\``,
      };
    case "PropertyNameExpected":
      return { at, message: "A name in double quotes is missing" };
    case "InvalidSymbol":
      return { at, message: symbolProblem(token) };
    case "ColonExpected":
      return {
        at,
        message: `\`:\` is missing after ${/"(?:[^"\\]|\\.)*"$/.exec(before.slice(-200))?.[0] ?? "the name"}`,
      };
    case "CommaExpected":
      if (/[\d.]/.test(next) && /\d$/.test(source.slice(Math.max(0, at - 1), at)))
        return { at: at - 1, message: "A number may not be written like this" };
      if (/[\]}]/.test(next))
        return { at, message: `\`${next}\` does not close what is open here` };
      return { at, message: "A comma is missing" };
    case "CloseBraceExpected":
    case "CloseBracketExpected": {
      const opening = lastOpen(source);
      return { at: opening, message: `\`${source[opening]}\` is never closed` };
    }
    case "EndOfFileExpected":
      return { at, message: "Something follows the end of the JSON" };
    case "InvalidCommentToken":
      return { at, message: "JSON has no comments" };
    case "UnexpectedEndOfString":
      return { at, message: "This text is never closed on its line" };
    case "UnexpectedEndOfComment":
      return { at, message: "This comment is never closed" };
    case "InvalidNumberFormat":
    case "UnexpectedEndOfNumber":
      return { at, message: "A number may not be written like this" };
    default:
      return { at, message: "A character in this text must be escaped" };
  }
}

function symbolProblem(token: string): string {
  if (token.startsWith("'")) return "Text must be in double quotes";
  return `\`${token.slice(0, 40)}\` is not a JSON value`;
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
