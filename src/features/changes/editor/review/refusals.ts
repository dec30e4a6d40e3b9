import * as vscode from "vscode";
import { t } from "../../../../kit/l10n";
import { answerBlocks } from "../../../../kit/answerBlocks";
import type { Confirmer } from "../../../../platform/core/confirmer";
import { announce } from "../../../../platform/editor/confirm";
import { plainText } from "../../../../platform/editor/plainText";
import type { Snapshots } from "../../../../platform/editor/snapshots";
import type { Target } from "../../../attachments/editor/attachmentOrigins";
import { documentOf } from "../../../attachments/editor/openEditors";
import type { FileChange } from "../../core/fileChange";
import { splitLines } from "../../core/hunk";
import { likelyPlace, type LooseHunk } from "../../core/placement";
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

const maxListed = 12;

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
  const sentence = t("None of the changes can be applied.");
  const lines = [...new Set(refusals.map(refusalText))];
  const details = lines.slice(0, maxListed);
  if (lines.length > maxListed) details.push(t("and {0} more", lines.length - maxListed));
  if (lines.length === 0) details.push(t("The files already contain what the answer proposes."));
  const [comparing, copying, inserting] = [t("Compare"), t("Copy"), t("Insert at Cursor")];
  const creating = t("New File…");
  const created = again ? newFilesOf(answer.proposed, refusals) : [];
  const choices = [
    ...(created.length > 0 ? [creating] : []),
    ...(created.length > 0 && refusals.every(({ mayBeNew }) => mayBeNew) ? [] : [comparing]),
    copying,
    ...(answer.insertion.hasCursor ? [inserting] : []),
  ];
  const [only, ...others] = details;
  // One reason says it all.
  const isOnly = only !== undefined && others.length === 0;
  const chosen = await announce(isOnly ? only : sentence, lines.length > 0 ? choices : [], {
    chat,
    details: isOnly ? [] : details,
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

/** What is refused only because no file has its name. */
function newFilesOf(
  proposed: readonly FileChange[],
  refusals: readonly ChangeRefusal[],
): FileChange[] {
  const paths = new Set(refusals.filter(({ mayBeNew }) => mayBeNew).map(({ path }) => path));
  return proposed.flatMap((change) =>
    change.kind === "text" && paths.has(change.path) ? [{ ...change, mayCreate: true }] : [],
  );
}

/** Code of an answer, without the marks of a diff. */
interface Piece {
  readonly path: string;
  readonly text: string;
  /** The change of which it is the new text. */
  readonly hunk?: LooseHunk;
}

/** What an answer has for the files of the refusals; else each of its code blocks, or all of it. */
function piecesOf(
  { output, proposed }: RefusedAnswer,
  refusals: readonly ChangeRefusal[],
): readonly Piece[] {
  const paths = new Set(refusals.map(({ path }) => path));
  const blocks = answerBlocks(output).map(({ file, text }) => ({ path: file?.path ?? "", text }));
  const isRefused = ({ path }: Piece) => paths.has(path);
  const pieces = [
    proposed.flatMap(textsOf).filter((piece) => isRefused(piece) || piece.path === ""),
    blocks.filter((piece) => isRefused(piece) && piece.path !== ""),
    blocks,
  ];
  return pieces.find(({ length }) => length > 0) ?? [{ path: "", text: output }];
}

function textsOf(change: FileChange): Piece[] {
  const { path } = change;
  if ("hunks" in change)
    return change.hunks.map((hunk) => ({ path, text: hunk.now.join("\n"), hunk }));
  return "text" in change ? [{ path, text: change.text }] : [];
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
