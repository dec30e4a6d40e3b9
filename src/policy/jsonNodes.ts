/** A value of a JSON text, and where it begins. */
export interface JsonNode {
  /** What it is without items and members. */
  readonly value: unknown;
  readonly offset: number;
  /** Of a list. */
  readonly items?: readonly JsonNode[];
  /** Of an object, in order; names may occur twice. */
  readonly members?: readonly (readonly [name: JsonNode, value: JsonNode])[];
}

/** Where a text ceases to be JSON. */
export class JsonFault extends Error {
  override readonly name = "JsonFault";
  readonly offset: number;

  constructor(offset: number) {
    super("not JSON");
    this.offset = offset;
  }
}

const token = /[\t\n\r ]*([{}[\],:]|"(?:[^"\\]|\\[^])*"|[^\t\n\r {}[\],:"]+|[^]|$)/y;
const maxJsonDepth = 20;

/**
 * Reads what `JSON.parse` reads, and keeps the places. Small, because it is loaded with the first
 * view. Throws `JsonFault`, also where lists and objects are nested more than 20 deep.
 */
export function jsonNodes(text: string): JsonNode {
  let next = { text: "", offset: 0 };

  const advance = (): { text: string; offset: number } => {
    const present = next;
    const [whole = "", found = ""] = token.exec(text) ?? [];
    next = { text: found, offset: token.lastIndex - found.length };
    if (whole === "") token.lastIndex = text.length;
    return present;
  };

  const expect = (wanted: string): void => {
    const { text: found, offset } = advance();
    if (found !== wanted) throw new JsonFault(offset);
  };

  const scalar = (): JsonNode => {
    const { text: found, offset } = advance();
    try {
      return { value: JSON.parse(found) as unknown, offset };
    } catch {
      throw new JsonFault(offset);
    }
  };

  /** What stands between two brackets, separated by commas. */
  const listed = <T>(close: string, read: () => T): T[] => {
    advance();
    const found: T[] = [];
    if (next.text !== close) found.push(read());
    while (found.length > 0 && next.text === ",") {
      advance();
      found.push(read());
    }
    expect(close);
    return found;
  };

  const node = (depth: number): JsonNode => {
    const { text: first, offset } = next;
    if (first !== "{" && first !== "[") return scalar();
    if (depth === maxJsonDepth) throw new JsonFault(offset);
    const value = undefined;
    if (first === "[") return { value, offset, items: listed("]", () => node(depth + 1)) };
    const member = (): readonly [JsonNode, JsonNode] => {
      if (!next.text.startsWith('"')) throw new JsonFault(next.offset);
      const name = scalar();
      expect(":");
      return [name, node(depth + 1)];
    };
    return { value, offset, members: listed("}", member) };
  };

  token.lastIndex = 0;
  advance();
  const root = node(0);
  expect("");
  return root;
}
