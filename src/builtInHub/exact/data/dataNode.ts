/** A value of a document, with the line on which it begins. */
export type DataNode = { readonly line: number } & (
  | { readonly kind: "text"; readonly text: string }
  /** A number, `true`, `false` or `null` as JSON writes it, with all its digits. */
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly DataNode[] }
  | { readonly kind: "record"; readonly members: readonly (readonly [string, DataNode])[] }
);

/** Why a document cannot be read or converted without changing it. */
export class DataProblem extends Error {
  /** The line itself with a mark below the place, if that helps. */
  readonly excerpt: string;

  constructor(place: number | string | undefined, reason: string, excerpt = "") {
    super(place === undefined ? reason : `Line ${place}: ${reason}`);
    this.excerpt = excerpt;
  }
}

/** The line of a place in a text; places must be asked for in order. */
export function lineCounter(text: string): (at: number) => number {
  let line = 1;
  let next = text.indexOf("\n");
  return (at) => {
    while (next !== -1 && next < at) {
      line += 1;
      next = text.indexOf("\n", next + 1);
    }
    return line;
  };
}

/** Throws if a name stands twice in a record. */
export function checkNames(
  members: readonly (readonly [string, { readonly line: number }])[],
): void {
  const seen = new Set<string>();
  for (const [name, { line }] of members) {
    if (seen.has(name))
      throw new DataProblem(line, `the name ${JSON.stringify(name)} stands twice.`);
    seen.add(name);
  }
}

/** Throws if a text has half of a character, which no UTF-8 file can hold. */
export function checkText(text: string, line: number): void {
  if (!text.isWellFormed()) throw new DataProblem(line, "a text has half of a character.");
}

/** JSON on one line. */
export function writeJson(node: DataNode): string {
  if (node.kind === "literal") return node.text;
  if (node.kind === "text") return JSON.stringify(node.text);
  if (node.kind === "list") return `[${node.items.map(writeJson).join()}]`;
  const members = node.members.map(
    ([name, value]) => `${JSON.stringify(name)}:${writeJson(value)}`,
  );
  return `{${members.join()}}`;
}
