import * as vscode from "vscode";
import {
  declarationEdit,
  declarationsByHead,
  placesOfDeclarations,
  type Declaration,
  type DeclarationPair,
  type DeclaringText,
} from "../core/declarations";
import { splitLines } from "../core/hunk";
import { fitIndent } from "../core/indentation/fitIndent";
import { fileNameOfUri } from "../../attachments/editor/selection";
import { editorsOf } from "../../../platform/editor/lastEditor";
import type { Snapshots } from "../../../platform/editor/snapshots";
import { placeOf } from "./place";
import { withoutReturns } from "./review/proposedFile";

/** Where a code block stands for declarations of a document. */
export interface DeclarationPlace {
  readonly document: vscode.TextDocument;
  /** The lines that it replaces, `end` exclusive. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
  /** The name of what the declarations are in, such as a class; empty for the file itself. */
  readonly container: string;
  /** The whole document with the block in it. */
  readonly text: string;
}

/**
 * The places in a document whose declarations a code block stands for; `undefined` if the language does
 * not say within five seconds what the document declares.
 */
export async function declarationPlaces(
  document: vscode.TextDocument,
  code: string,
  snapshots: Snapshots,
): Promise<DeclarationPlace[] | undefined> {
  const file = await declaredIn(document);
  if (!file) return undefined;
  if (file.declarations.length === 0) return [];
  for (const block of await declaringBlocks(document, code, { file, snapshots })) {
    const places = placesOfDeclarations(block, file);
    if (places.length > 0) return places.map((pairs) => placeFor(document, pairs, { block, file }));
  }
  return [];
}

/** As the language reads the block by itself, as members of a class, or else by the names in the file. */
async function declaringBlocks(
  { uri, languageId }: vscode.TextDocument,
  code: string,
  { file, snapshots }: { file: DeclaringText; snapshots: Snapshots },
): Promise<DeclaringText[]> {
  const lines = splitLines(withoutReturns(code));
  const name = fileNameOfUri(uri);
  const read = async (text: string) => {
    // Languages take documents of one path for the same.
    const address = snapshots.add(`${crypto.randomUUID()}/${name}`, text);
    const document = await vscode.workspace.openTextDocument(address);
    const isRead = document.languageId === languageId;
    return declaredIn(
      isRead ? document : await vscode.languages.setTextDocumentLanguage(document, languageId),
    );
  };
  const inClass = hasClasses.test(languageId) ? ["class A {", ...lines, "}"] : undefined;
  // At once: a language that was not in use takes its time for each.
  const [alone, members] = await Promise.all([
    read(lines.join("\n")),
    inClass && read(inClass.join("\n")),
  ]);
  const found = [{ lines, declarations: alone?.declarations ?? [], languageId }];
  if (inClass) {
    const declared = members?.declarations[0]?.children ?? [];
    const declarations = declared.map((one) => movedBy(one, -1));
    if (declarations.every((one) => isMethod(one, lines)))
      found.push({ languageId, lines, declarations });
  }
  if (found.every(({ declarations }) => declarations.length === 0))
    found.push({ languageId, lines, declarations: declarationsByHead(lines, file) });
  return found;
}

const hasClasses =
  /^(?:java|type)script(?:react)?$|^(?:java|csharp|kotlin|dart|swift|scala|groovy)$/;

/** Calls and statements look like members as well. */
function isMethod({ first, nameLine, last }: Declaration, lines: readonly string[]): boolean {
  const head = lines.slice(first, nameLine + 1).join("\n");
  const isStatement =
    /^\s*(?:const|let|var|function|export|return|if|for|while|switch|try|await|new)\b/.test(head);
  return !isStatement && /\}\s*;?\s*$/.test(lines[last] ?? "");
}

function placeFor(
  document: vscode.TextDocument,
  pairs: readonly DeclarationPair[],
  { block, file }: { block: DeclaringText; file: DeclaringText },
): DeclarationPlace {
  const [editor = { document, options: {} }] = editorsOf(document);
  const lines = [...file.lines];
  const edits = pairs
    .map((pair) => declarationEdit(pair, block, file))
    .toSorted((one, other) => other.range.start - one.range.start);
  for (const { range, lines: given, kept } of edits) {
    const at = new vscode.Range(range.start, 0, range.start, 0);
    const fitted = fitIndent(given.join("\n"), placeOf(editor, at, undefined));
    lines.splice(range.start, range.end - range.start, ...kept, ...fitted.split("\n"));
  }
  const ranges = edits.map(({ range }) => range);
  const container = containerOf(edits[0]?.range.start ?? 0, file.declarations);
  return { document, ranges, container, text: lines.join("\n") };
}

/** The name of the innermost declaration that begins above a line and ends below it. */
function containerOf(line: number, declarations: readonly Declaration[]): string {
  const around = declarations.find(({ first, last }) => first < line && line <= last);
  return around ? containerOf(line, around.children) || around.name : "";
}

function movedBy(one: Declaration, by: number): Declaration {
  const { first, last, nameLine } = one;
  const children = one.children.map((child) => movedBy(child, by));
  return { ...one, first: first + by, last: last + by, nameLine: nameLine + by, children };
}

/** Language servers that are still loading are not waited for any longer. */
const maxWaitMs = 5_000;

async function declaredIn(document: vscode.TextDocument): Promise<DeclaringText | undefined> {
  const { languageId } = document;
  const lines = splitLines(withoutReturns(document.getText()));
  const symbols = await Promise.race([symbolsOf(document.uri), afterMs(maxWaitMs)]);
  return symbols && { languageId, lines, declarations: declarationsOf(symbols, document) };
}

async function symbolsOf(uri: vscode.Uri): Promise<AnySymbol[]> {
  try {
    const symbols = await vscode.commands.executeCommand<AnySymbol[] | undefined>(
      "vscode.executeDocumentSymbolProvider",
      uri,
    );
    return symbols ?? [];
  } catch {
    return [];
  }
}

function afterMs(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
}

type AnySymbol = vscode.DocumentSymbol | vscode.SymbolInformation;

/** Those that have their lines for themselves; once, where several extensions know a language. */
function declarationsOf(
  symbols: readonly AnySymbol[],
  document: vscode.TextDocument,
): Declaration[] {
  const all = symbols.flatMap((symbol): Declaration[] => {
    const range = "range" in symbol ? symbol.range : symbol.location.range;
    const named = "range" in symbol ? symbol.selectionRange : undefined;
    const last = lastLineOf(range, document);
    const before = document.lineAt(range.start.line).text.slice(0, range.start.character);
    const after =
      last === range.end.line ? document.lineAt(last).text.slice(range.end.character) : "";
    if (!/^[\w\s]*$/.test(before) || !/^\s*[;,]*\s*(?:$|\/\/|\/\*|#|--)/.test(after)) return [];
    return [
      {
        name: nameOf(symbol, named, document),
        kind: kindOf(symbol.kind),
        first: range.start.line,
        last,
        nameLine: named?.start.line ?? range.start.line,
        children: "children" in symbol ? declarationsOf(symbol.children, document) : [],
      },
    ];
  });
  return [...new Map(all.map((one) => [`${one.name} ${one.kind} ${one.nameLine}`, one])).values()];
}

/** Blank lines behind it are not its own. */
function lastLineOf({ start, end }: vscode.Range, document: vscode.TextDocument): number {
  let last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  while (last > start.line && document.lineAt(last).isEmptyOrWhitespace) last--;
  return last;
}

/** Some languages add parameters or a receiver. */
function nameOf(
  { name }: AnySymbol,
  named: vscode.Range | undefined,
  document: vscode.TextDocument,
): string {
  const written = named?.isSingleLine ? document.getText(named) : "";
  if (/^[\p{L}_$#][\p{L}\p{N}_$]*$/u.test(written)) return written;
  return name.replace(/^\([^)]*\)\.?/, "").replace(/^([\p{L}\p{N}_$]+)\(.*$/u, "$1");
}

/** Kinds that languages give the same thing, by where it stands. */
function kindOf(kind: vscode.SymbolKind): string {
  const { SymbolKind } = vscode;
  switch (kind) {
    case SymbolKind.Function:
    case SymbolKind.Method:
    case SymbolKind.Constructor:
    case SymbolKind.Operator:
      return "function";
    case SymbolKind.Variable:
    case SymbolKind.Constant:
    case SymbolKind.Property:
    case SymbolKind.Field:
      return "value";
    case SymbolKind.Class:
    case SymbolKind.Struct:
      return "class";
    case SymbolKind.Module:
    case SymbolKind.Namespace:
    case SymbolKind.Package:
      return "module";
    default:
      return SymbolKind[kind].toLowerCase();
  }
}
