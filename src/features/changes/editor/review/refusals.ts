import * as vscode from "vscode";
import { t } from "../../../../kit/l10n";
import type { Confirmer } from "../../../../platform/core/confirmer";
import { announce } from "../../../../platform/editor/confirm";
import { plainText } from "../../../../platform/editor/plainText";
import type { Snapshots } from "../../../../platform/editor/snapshots";
import type { Target } from "../../../attachments/editor/attachmentOrigins";
import { documentOf } from "../../../attachments/editor/openEditors";
import type { FileChange } from "../../core/fileChange";
import { splitLines } from "../../core/hunk";
import { likelyPlace } from "../../core/placement";
import { newFilesOf, piecesOf, refusalsInWords, type Piece } from "../../core/refusals";
import type { Insertion } from "../insertion";
import { refusalText, withoutReturns, type ChangeRefusal } from "./proposedFile";
import { existingFile } from "./workspaceFile";
import { showQuickPick } from "../../../../platform/editor/inputs";

/** An answer whose changes are refused, and what can be done with it instead. */
export interface RefusedAnswer {
  readonly output: string;
  readonly expertName: string;
  readonly proposed: readonly FileChange[];
  /** What its question was about. */
  readonly asked: readonly Target[];
  readonly snapshots: Snapshots;
  readonly insertion: Pick<Insertion, "copy" | "atCursor" | "hasCursor">;
}

/** Reviews these changes of the same answer. */
type ReviewAgain = (changes: readonly FileChange[]) => Promise<boolean>;

/**
 * Says why nothing of an answer can be applied, and offers what else can be done. True if something
 * was inserted or created.
 */
export async function announceRefusals(
  refusals: readonly ChangeRefusal[],
  answer: RefusedAnswer,
  { chat, again }: { readonly chat: Confirmer | undefined; readonly again?: ReviewAgain },
): Promise<boolean> {
  const [comparing, copying, inserting] = [t("Compare"), t("Copy"), t("Insert at Cursor")];
  const creating = t("New File…");
  const created = again ? newFilesOf(answer.proposed, refusals) : [];
  const choices = [
    ...(created.length > 0 ? [creating] : []),
    ...(created.length > 0 && refusals.every(({ mayBeNew }) => mayBeNew) ? [] : [comparing]),
    copying,
    ...(answer.insertion.hasCursor ? [inserting] : []),
  ];
  const { sentence, details } = refusalsInWords(refusals.map(refusalText));
  const chosen = await announce(sentence, refusals.length > 0 ? choices : [], {
    chat,
    details,
    severity: "warning",
  });
  if (chosen === undefined) return false;
  if (chosen === creating) return again!(created);
  const piece = await pickPiece(piecesOf(answer, refusals));
  if (!piece) return false;
  if (chosen === inserting) return answer.insertion.atCursor(piece.text, undefined, chat);
  if (chosen === comparing) await compare(answer, piece);
  else await answer.insertion.copy(piece.text, chat);
  return false;
}

async function pickPiece(pieces: readonly Piece[]): Promise<Piece | undefined> {
  if (pieces.length < 2) return pieces[0];
  const rows = pieces.map((piece) => {
    const lines = piece.text.split("\n").filter((line) => /[\p{L}\p{N}]/u.test(line));
    const beginning = plainText(lines.slice(0, 2).join(" "), 100);
    return { label: beginning || t("(empty)"), description: plainText(piece.path, 100), piece };
  });
  const picked = await showQuickPick(rows, { title: t("Select the code") });
  return picked?.piece;
}

/** Shows code beside the file as it is, or beside the lines of it that a change is likely to mean. */
async function compare(
  { expertName, asked, snapshots }: RefusedAnswer,
  { path, text, hunk }: Piece,
): Promise<void> {
  const [target, ...others] = asked;
  const only = others.length === 0 ? target : undefined;
  const name = plainText(path || (only?.label ?? ""), 100);
  const file = path === "" ? only && (await documentOf(only))?.uri : await existingFile(path);
  const lines = hunk && (await linesOf(file));
  const place = lines && likelyPlace(lines, hunk);
  const present = place ? lines.slice(place.start, place.end) : hunk?.old;
  const numbers = place && `:${place.start + 1}–${place.end}`;
  await vscode.commands.executeCommand(
    "vscode.diff",
    present ? snapshots.add(name, present.join("\n")) : (file ?? snapshots.add(name, "")),
    snapshots.add(name, text),
    `${name}${numbers ?? ""} ↔ ${plainText(expertName, 60)}`,
  );
}

async function linesOf(file: vscode.Uri | undefined): Promise<readonly string[]> {
  if (!file) return [];
  const document = await vscode.workspace.openTextDocument(file);
  return splitLines(withoutReturns(document.getText()));
}
