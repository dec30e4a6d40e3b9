/** White space that begins lines of an answer, and what begins the same lines in the file. */
type Indents = ReadonlyMap<string, string>;

/**
 * What writes lines of an answer in the indentation of the file, told by lines that both have;
 * `undefined` if these contradict each other, or if a line has no counterpart.
 */
export function reindentation(
  given: readonly string[],
  file: readonly string[],
): ((line: string) => string | undefined) | undefined {
  const indents = new Map<string, string>();
  for (const [at, line] of given.entries()) {
    if (line.trim() === "") continue;
    const [from, to] = [indentOf(line), indentOf(file[at] ?? "")];
    if (indents.has(from) && indents.get(from) !== to) return undefined;
    indents.set(from, to);
  }
  return (line) => {
    if (line.trim() === "") return "";
    const indent = indentOf(line);
    const fitted = indents.get(indent) ?? between(indent, indents);
    return fitted === undefined ? undefined : fitted + line.slice(indent.length);
  };
}

/** From the closest known indentation on, in its own steps. */
function between(indent: string, indents: Indents): string | undefined {
  const known = [...indents].toSorted(([a], [b]) => b.length - a.length);
  const inside = known.find(([from]) => indent.startsWith(from));
  if (inside) {
    const rest = steps(indent.slice(inside[0].length), known);
    return rest === undefined ? undefined : inside[1] + rest;
  }
  const outside = known.findLast(([from]) => from.startsWith(indent));
  if (!outside) return undefined;
  const rest = steps(outside[0].slice(indent.length), known);
  return rest !== undefined && outside[1].endsWith(rest)
    ? outside[1].slice(0, outside[1].length - rest.length)
    : undefined;
}

/** White space of the answer as the file would have it. */
function steps(blanks: string, known: readonly (readonly [string, string])[]): string | undefined {
  if (blanks === "") return "";
  const other = known.find(([from, to]) => from !== "" && to !== "" && from[0] !== to[0]);
  if (!other) return blanks;
  const [from, to] = other;
  const [few, many] = from.length < to.length ? [from, to] : [to, from];
  const width = many.length / few.length;
  if (!Number.isInteger(width)) return undefined;
  const count = few === from ? blanks.length * width : blanks.length / width;
  return Number.isInteger(count) ? to[0]!.repeat(count) : undefined;
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}
