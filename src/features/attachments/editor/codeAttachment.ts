import * as vscode from "vscode";
import path from "node:path";
import type { Attachment } from "../../conversation/core/attachment";
import { HubError } from "../../../contract/errors";
import { sizeOf } from "../../../contract/sizes";
import { t } from "../../../kit/l10n";
import type { Confirmer } from "../../../platform/core/confirmer";
import type { SelectionAttacher } from "./selectionAttacher";
import { plainText } from "../../../platform/editor/plainText";

/** Lines of a symbol that are still sent as a whole. */
const maxCodeLines = 150;
/** Lines before and after, where no symbol fits. */
const around = 10;

/** Milliseconds without an answer of the language server after which the user sees that it is awaited. */
const shownAfterMs = 500;
/** Milliseconds after which it is awaited no longer. */
const maxWaitMs = 10_000;

/** Whole lines: the smallest symbol around the range, such as its function, else some lines around it. */
export async function codeAround(
  document: vscode.TextDocument,
  range: vscode.Range,
  waitMs = maxWaitMs,
): Promise<vscode.Range> {
  const { version } = document;
  const symbols = await symbolsWithin(document, waitMs);
  // Symbols of another version may be in other lines.
  const smallest = document.version === version ? innermost(symbols, range) : undefined;
  const isSmall = smallest && smallest.end.line - smallest.start.line < maxCodeLines;
  return wholeLines(
    document,
    isSmall ? smallest : range,
    isSmall || document.lineCount <= maxCodeLines ? 0 : around,
  );
}

type Symbols = readonly vscode.DocumentSymbol[];

/** The symbols of a document; none if the language server takes too long or the user cancels. */
async function symbolsWithin(document: vscode.TextDocument, waitMs: number): Promise<Symbols> {
  const asked = Promise.resolve(
    vscode.commands.executeCommand<Symbols | undefined>(
      "vscode.executeDocumentSymbolProvider",
      document.uri,
    ),
  ).then(
    (symbols) => symbols ?? [],
    () => [],
  );
  const soon = await within(asked, Math.min(shownAfterMs, waitMs));
  if (soon) return soon;
  const name = plainText(path.posix.basename(document.uri.path), 80);
  const title = t(
    "Waiting for the symbols of {0}. Cancel to attach the lines around the place instead.",
    name,
  );
  const location = vscode.ProgressLocation.Notification;
  const awaited = await vscode.window.withProgress(
    { location, title, cancellable: true },
    (_, token) => within(asked, waitMs - shownAfterMs, token),
  );
  return awaited ?? [];
}

/** `undefined` if it takes longer, or the token is cancelled. */
async function within<T>(
  task: Promise<T>,
  ms: number,
  token?: vscode.CancellationToken,
): Promise<T | undefined> {
  const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => end(undefined), Math.max(0, ms));
  const cancelling = token?.onCancellationRequested(() => end(undefined));
  try {
    return await Promise.race([task, ended]);
  } finally {
    clearTimeout(timer);
    cancelling?.dispose();
  }
}

function innermost(symbols: Symbols, range: vscode.Range): vscode.Range | undefined {
  const outer = symbols.find((symbol) => symbol.range.contains(range));
  return outer && (innermost(outer.children ?? [], range) ?? outer.range);
}

function wholeLines(document: vscode.TextDocument, range: vscode.Range, more: number) {
  const first = Math.max(0, range.start.line - more);
  const last = Math.min(document.lineCount - 1, range.end.line + more);
  return new vscode.Range(first, 0, last, document.lineAt(last).text.length);
}

interface OutsideText {
  readonly text: string;
  readonly label: string;
  readonly languageId?: string;
}

/** Text that is in no document, such as what a terminal shows. Throws if there is none. */
export function textAttachment({ text, label, languageId = "plaintext" }: OutsideText): Attachment {
  if (text.trim() === "")
    throw new HubError("invalid-request", t("There is no text to ask about."));
  const lines = text.trimEnd().split(/\r\n|[\r\n]/).length;
  const size = sizeOf(Buffer.byteLength(text));
  return {
    id: crypto.randomUUID(),
    text,
    languageId,
    label,
    detail: `${lines === 1 ? t("1 line") : t("{0} lines", lines)} · ${size}`,
  };
}

/** The code at a place: its function or the lines around it, unless the user keeps the file out. */
export async function codeAttachment(
  attacher: Pick<SelectionAttacher, "ofRange">,
  { uri, range }: Pick<vscode.Location, "uri" | "range">,
  chat?: Confirmer,
): Promise<Attachment> {
  const document = await vscode.workspace.openTextDocument(uri);
  const known = document.validateRange(range);
  return attacher.ofRange(document, await codeAround(document, known), chat);
}
