/** A declaration as an editor's language knows it; lines count from zero, `last` is inside. */
export interface Declaration {
  readonly name: string;
  readonly kind: string;
  readonly first: number;
  readonly last: number;
  readonly nameLine: number;
  readonly children: readonly Declaration[];
}

/** Lines with the declarations in them. */
export interface DeclaringText {
  readonly languageId: string;
  readonly lines: readonly string[];
  readonly declarations: readonly Declaration[];
}

/** A declaration of a code block, and the one in a file that it stands for. */
export interface DeclarationPair {
  readonly block: Declaration;
  readonly file: Declaration;
}

/** Replaces these lines of a file. */
export interface DeclarationEdit {
  /** `end` exclusive. */
  readonly range: { readonly start: number; readonly end: number };
  /** Of the block, in its own indentation. */
  readonly lines: readonly string[];
  /** Lines of the file that stay above them. */
  readonly kept: readonly string[];
}

/**
 * The ways in which a block that consists of declarations can stand for those of the same names and
 * kinds in a file: none where one of them is not there, several where it is not clear which are meant.
 */
export function placesOfDeclarations(
  block: DeclaringText,
  file: DeclaringText,
): DeclarationPair[][] {
  const { declarations } = block;
  if (declarations.length === 0 || !isCovered(block, 0, block.lines.length, declarations))
    return [];
  const all = containersIn(file);
  const [only, ...others] = declarations;
  if (only && others.length === 0)
    return all
      .flatMap((members) => members.filter((one) => isSame(only, block, one, file)))
      .flatMap((one) => membersOf({ block: only, file: one }, block, file));
  return all.flatMap((members) => {
    const pairs = declarations.map((one) => {
      const [found, ...more] = members.filter((other) => isSame(one, block, other, file));
      return found && more.length === 0 ? { block: one, file: found } : undefined;
    });
    const found = pairs.filter((one) => one !== undefined);
    if (found.length < declarations.length) return [];
    const parts = found.map((one) => membersOf(one, block, file));
    if (parts.some(({ length }) => length !== 1)) return [];
    const pairsOfParts = parts.flatMap(([part]) => part!);
    // Of two versions, the last one counts.
    return [
      pairsOfParts.filter(
        ({ file: one }, at) => !pairsOfParts.slice(at + 1).some((later) => later.file === one),
      ),
    ];
  });
}

/** What a pair does to the file: comments and decorators stay unless the block brings its own. */
export function declarationEdit(
  pair: DeclarationPair,
  block: DeclaringText,
  file: DeclaringText,
): DeclarationEdit {
  const [given, present] = [headOf(pair.block, block), headOf(pair.file, file)];
  const head = file.lines.slice(present.start, present.body);
  const kept = head.filter((_, at) => !given.kinds.includes(present.kinds[at]!));
  const isWhole = kept.length === head.length;
  return {
    range: { start: isWhole ? present.body : present.start, end: pair.file.last + 1 },
    lines: block.lines.slice(given.start, pair.block.last + 1),
    kept: isWhole ? [] : kept,
  };
}

/**
 * A container of which the block shows fewer than half of the members stands for those alone. None
 * if one of them is new.
 */
function membersOf(
  pair: DeclarationPair,
  block: DeclaringText,
  file: DeclaringText,
): DeclarationPair[][] {
  const [shown, present] = [pair.block.children, pair.file.children];
  if (!containers.has(pair.block.kind) || present.length < 2) return [[pair]];
  const missing = present.filter((one) => !shown.some((other) => isSame(other, block, one, file)));
  if (missing.length * 2 <= present.length) return [[pair]];
  const pairs = shown.flatMap((one): DeclarationPair[] => {
    const [found, ...more] = present.filter((other) => isSame(one, block, other, file));
    return found && more.length === 0 ? [{ block: one, file: found }] : [];
  });
  const isComplete = pairs.length === shown.length && shown.length > 0;
  const { nameLine, last } = pair.block;
  return isComplete && isCovered(block, nameLine + 1, last, shown) ? [pairs] : [];
}

const containers: ReadonlySet<string> = new Set([
  "class",
  "interface",
  "module",
  "namespace",
  "object",
]);

/** The members of the file itself and of each container in it, but nothing that is local to a function. */
function containersIn(file: DeclaringText): (readonly Declaration[])[] {
  const { declarations, lines } = file;
  return [
    declarations,
    ...declarations
      .filter((one) => one.children.length > 0 && kindOf(one, lines) !== "function")
      .flatMap(({ children }) => containersIn({ ...file, declarations: children })),
  ];
}

function isSame(
  one: Declaration,
  { lines }: DeclaringText,
  other: Declaration,
  { lines: otherLines }: DeclaringText,
): boolean {
  return one.name === other.name && kindOf(one, lines) === kindOf(other, otherLines);
}

/** A function that is kept in a constant is a function. */
function kindOf({ kind, nameLine, last }: Declaration, lines: readonly string[]): string {
  if (kind !== "value") return kind;
  const head = lines.slice(nameLine, Math.min(last, nameLine + 2) + 1).join("\n");
  return /=\s*(?:async\s*)?(?:\([^;]*=>|[\w$]+\s*=>|<[^;]*=>|function\b)/.test(head)
    ? "function"
    : kind;
}

/** True if all that is said in these lines belongs to declarations, which have them for themselves. */
function isCovered(
  text: DeclaringText,
  from: number,
  to: number,
  declarations: readonly Declaration[],
): boolean {
  const { lines } = text;
  const left = new Set<number>();
  for (let line = from; line < to; line++) if (lines[line]!.trim() !== "") left.add(line);
  let isApart = true;
  for (const one of declarations) {
    const { start } = headOf(one, text);
    for (let line = start; line <= one.last; line++)
      if (lines[line]?.trim() !== "" && !left.delete(line)) isApart = false;
  }
  return isApart && left.size === 0;
}

type HeadLine = "comment" | "decorator";

interface Head {
  /** The first line with a comment or decorator of the declaration. */
  readonly start: number;
  /** The first line of the declaration itself. */
  readonly body: number;
  /** Of the lines from `start` to `body`. */
  readonly kinds: readonly HeadLine[];
}

const isMarkup = /^(?:markdown|html|xml|vue|svelte)$/;
const hasHashComments =
  /^(?:python|ruby|perl|perl6|r|yaml|dockercompose|shellscript|powershell|elixir|julia|coffeescript|makefile|dockerfile|toml|nim|crystal|tcl|php|terraform|graphql)$/;
const isStyleOrData = /^(?:css|scss|less|json|jsonc|yaml|toml|ini|properties)$/;
const decorator = /^\s*(?:@[\w.]+\s*(?:$|[(@#]|\/[/*])|#!?\[|\[[A-Z]\w*[^\]=]*\]\s*$)/;

function commentOf(languageId: string): RegExp {
  if (isMarkup.test(languageId)) return /^\s*<!--/;
  if (hasHashComments.test(languageId)) return /^\s*(?:#(?!\[)|\/\/|\/\*|\*(?:\s|\/|$))/;
  return /^\s*(?:\/\/|\/\*|\*(?:\s|\/|$)|--\s|;|%|<!--)/;
}

function headLine({ lines, languageId }: DeclaringText, at: number): HeadLine | undefined {
  const line = lines[at] ?? "";
  const own = commentOf(languageId);
  if (own.test(line) || isInComment(lines, at)) return "comment";
  return !isStyleOrData.test(languageId) && decorator.test(line) ? "decorator" : undefined;
}

function headOf({ first, nameLine }: Declaration, text: DeclaringText): Head {
  const { lines } = text;
  const kinds: HeadLine[] = [];
  let body = first;
  while (body < nameLine) {
    const kind = headLine(text, body);
    if (!kind) break;
    const end = kind === "decorator" ? closingLine(lines, body, nameLine) : body;
    // The declaration begins in the line that ends the decorator.
    if (end >= nameLine) break;
    for (; body <= end; body++) kinds.push(kind);
  }
  let start = first;
  for (let kind = headLine(text, start - 1); kind && start > 0; kind = headLine(text, start - 1)) {
    kinds.unshift(kind);
    start--;
  }
  return { start, body, kinds };
}

const maxCommentLines = 200;

/** True within a comment over several lines, its last one included. */
function isInComment(lines: readonly string[], at: number): boolean {
  for (let above = at - 1; above >= Math.max(0, at - maxCommentLines); above--) {
    const line = lines[above]!;
    if (/\*\/|-->/.test(line)) return false;
    if (/^\s*(?:\/\*|<!--)/.test(line)) return true;
  }
  return false;
}

/** Where the brackets that a line opens are closed. */
function closingLine(lines: readonly string[], from: number, limit: number): number {
  let depth = 0;
  for (let at = from; at < limit; at++) {
    for (const [bracket] of lines[at]!.matchAll(/[()[\]{}]/g))
      depth += "([{".includes(bracket) ? 1 : -1;
    if (depth <= 0) return at;
  }
  return limit;
}

/**
 * The declarations of a block in a language whose editor support looks at files only: a unit of the
 * block declares what a line of the file declares if the word before the name is the same, and what
 * follows is of the same sort.
 */
export function declarationsByHead(
  lines: readonly string[],
  file: DeclaringText,
): readonly Declaration[] {
  const text = { languageId: file.languageId, lines, declarations: [] };
  const base = Math.min(...lines.filter((line) => line.trim() !== "").map(indentOf));
  const starts = [...lines.keys()].filter(
    (at) =>
      lines[at]!.trim() !== "" &&
      indentOf(lines[at]!) === base &&
      !headLine(text, at) &&
      !/^\s*(?:[)\]}>{]|end\b|else\b|where\b)/.test(lines[at]!),
  );
  const known = containersIn(file).flat();
  return starts.flatMap((first, index) => {
    const found = known.find((one) => isHeadOf(lines[first]!, one, file.lines));
    if (!found) return [];
    let last = (starts[index + 1] ?? lines.length) - 1;
    while (last > first && (lines[last]!.trim() === "" || headLine(text, last))) last--;
    const { name, kind } = found;
    return [{ name, kind, first, last, nameLine: first, children: [] }];
  });
}

function isHeadOf(line: string, { name, nameLine }: Declaration, lines: readonly string[]) {
  const [one, other] = [headParts(line, name), headParts(lines[nameLine] ?? "", name)];
  return (
    one !== undefined &&
    other !== undefined &&
    one.before === other.before &&
    one.isCalled === other.isCalled &&
    !/;\s*$/.test(one.isCalled ? line : "")
  );
}

/** The word before a name, and whether parameters follow. */
function headParts(
  line: string,
  name: string,
): { readonly before: string; readonly isCalled: boolean } | undefined {
  const at = line.search(new RegExp(`(?<![\\w$])${name.replaceAll(/[$]/g, "\\$")}(?![\\w$])`));
  if (at === -1) return undefined;
  const [, before = ""] = /([\w>\]]+)[\s*&]*$/.exec(line.slice(0, at)) ?? [];
  if (before === "" || /^(?:return|await|new|throw|yield|case|in|of)$/.test(before))
    return undefined;
  return { before, isCalled: /^\s*[(<]/.test(line.slice(at + name.length)) };
}

function indentOf(line: string): number {
  return /^\s*/.exec(line)![0].length;
}
