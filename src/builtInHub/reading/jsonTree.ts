/** JSON with its numbers and strings exactly as written. */
export type JsonNode =
  | { readonly kind: "scalar"; readonly raw: string }
  | { readonly kind: "array"; readonly items: readonly JsonNode[] }
  | { readonly kind: "object"; readonly members: readonly (readonly [string, JsonNode])[] };

export class JsonProblem extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const maxDepth = 200;
const space = /[ \t\r\n]*/y;
const relaxedSpace = /(?:[ \t\r\n]|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
const text = /"(?:[^"\\\p{Cc}]|[\u007F-\u009F]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /[A-Za-z_$][\w$]*/y;

/** Reads JSON, or with `relaxed` also comments and trailing commas. */
export function readJson(source: string, relaxed = false): JsonNode {
  let at = 0;

  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(source)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const skip = () => match(relaxed ? relaxedSpace : space);
  const fail = (message: string, place = at): never => {
    throw new JsonProblem(message, place);
  };

  const scalar = (): JsonNode => {
    const start = at;
    if (source[at] === '"') {
      const raw = match(text);
      return raw === undefined ? fail(stringProblem(source, start)) : { kind: "scalar", raw };
    }
    const name = match(word);
    if (name !== undefined) {
      if (/^(?:true|false|null)$/.test(name)) return { kind: "scalar", raw: name };
      return fail(`\`${name.slice(0, 40)}\` is not a JSON value`, start);
    }
    const raw = match(number);
    if (raw === undefined) return fail(valueProblem(source, at));
    if (/[\d.]/.test(source[at] ?? "")) return fail("A number may not be written like this", start);
    return { kind: "scalar", raw };
  };

  const list = <T>(close: string, element: () => T): T[] => {
    const start = at;
    const elements: T[] = [];
    at += 1;
    skip();
    if (source[at] === close) {
      at += 1;
      return elements;
    }
    for (;;) {
      elements.push(element());
      skip();
      const mark = source[at];
      if (mark === close) break;
      if (mark === undefined) return fail(`\`${source[start]}\` is never closed`, start);
      if (mark !== ",") return fail(`\`,\` or \`${close}\` is missing`);
      const comma = at;
      at += 1;
      skip();
      if (source[at] === close) {
        if (relaxed) break;
        return fail(`A comma may not stand before \`${close}\``, comma);
      }
    }
    at += 1;
    return elements;
  };

  const value = (depth: number): JsonNode => {
    if (depth > maxDepth) return fail(`It is nested more than ${maxDepth} deep`);
    skip();
    if (source[at] === "[") return { kind: "array", items: list("]", () => value(depth + 1)) };
    if (source[at] !== "{") return scalar();
    const members = list("}", (): readonly [string, JsonNode] => {
      skip();
      const start = at;
      const key = source[at] === '"' ? match(text) : undefined;
      if (key === undefined) return fail("A name in double quotes is missing", start);
      skip();
      if (source[at] !== ":") return fail(`\`:\` is missing after ${key}`);
      at += 1;
      return [key, value(depth + 1)];
    });
    return { kind: "object", members };
  };

  if (source.startsWith("\uFEFF")) at = 1;
  const tree = value(0);
  skip();
  if (at < source.length) fail("Something follows the end of the JSON");
  return tree;
}

function stringProblem(source: string, start: number): string {
  const line = source.slice(
    start,
    source.indexOf("\n", start) < 0 ? undefined : source.indexOf("\n", start),
  );
  const isClosed = /^"(?:[^"\\]|\\.)*"/.test(line);
  return isClosed
    ? "A character in this text must be escaped"
    : "This text is never closed on its line";
}

function valueProblem(source: string, at: number): string {
  if (at >= source.length) return "It ends where a value is expected";
  if (source[at] === "'") return "Text must be in double quotes";
  if (source[at] === "/" && "/*".includes(source[at + 1] ?? " ")) return "JSON has no comments";
  return `A value is expected, not \`${source[at]}\``;
}
