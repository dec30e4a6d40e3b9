import { answerBlocks } from "../../../kit/answerBlocks";
import { t } from "../../../kit/l10n";
import type { FileChange } from "./fileChange";
import type { LooseHunk } from "./placement";
import type { ChangeRefusal } from "./proposals";

const maxListed = 12;

/** Why nothing of an answer can be applied: each reason once. One says it all. */
export function refusalsInWords(reasons: readonly string[]): {
  readonly sentence: string;
  readonly details: readonly string[];
} {
  const lines = [...new Set(reasons)];
  const details = lines.slice(0, maxListed);
  if (lines.length > maxListed) details.push(t("and {0} more", lines.length - maxListed));
  if (lines.length === 0) details.push(t("The files already contain what the answer proposes."));
  const [only, ...others] = details;
  return only !== undefined && others.length === 0
    ? { sentence: only, details: [] }
    : { sentence: t("None of the changes can be applied."), details };
}

/** What is refused only because no file has its name. */
export function newFilesOf(
  proposed: readonly FileChange[],
  refusals: readonly ChangeRefusal[],
): FileChange[] {
  const paths = new Set(refusals.filter(({ mayBeNew }) => mayBeNew).map(({ path }) => path));
  return proposed.flatMap((change) =>
    change.kind === "text" && paths.has(change.path) ? [{ ...change, mayCreate: true }] : [],
  );
}

/** Code of an answer, without the marks of a diff. */
export interface Piece {
  readonly path: string;
  readonly text: string;
  /** The change of which it is the new text. */
  readonly hunk?: LooseHunk;
}

/** What an answer has for the files of the refusals; else each of its code blocks, or all of it. */
export function piecesOf(
  { output, proposed }: { readonly output: string; readonly proposed: readonly FileChange[] },
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
