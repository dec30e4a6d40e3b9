/** A value of a document, and where it begins in UTF-16 units. */
export type DataNode = { readonly at: number } & (
  | { readonly kind: "text"; readonly text: string }
  /** A number, `true`, `false` or `null` as JSON writes it, with all its digits. */
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly DataNode[] }
  | { readonly kind: "record"; readonly members: readonly (readonly [string, DataNode])[] }
);

/** Why a document cannot be read, or be converted without changing it, and at which place. */
export class DataProblem extends Error {
  readonly at: number | undefined;

  constructor(at: number | undefined, reason: string) {
    super(reason);
    this.at = at;
  }
}

export function lineOf(source: string, at: number): number {
  return source.slice(0, at).split("\n").length;
}

/** Throws where a name stands twice in a record. */
export function checkNames(members: readonly (readonly [string, { readonly at: number }])[]): void {
  const seen = new Set<string>();
  for (const [name, { at }] of members) {
    if (seen.has(name)) throw new DataProblem(at, `the name ${JSON.stringify(name)} stands twice.`);
    seen.add(name);
  }
}

/** A text; throws if it has half of a character, which no UTF-8 file can hold. */
export function textNode(at: number, text: string) {
  if (text.isWellFormed()) return { kind: "text", at, text } as const;
  throw new DataProblem(at, "a text has half of a character.");
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
