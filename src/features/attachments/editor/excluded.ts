import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import { fileNameOfUri } from "./selection";
import { plainText } from "../../../platform/editor/plainText";
import type { AskIn } from "../../../platform/core/confirmer";
import type { EditorSettings } from "../../../platform/editor/settings";
import { expectAllowed, neverSentRefusal } from "../../../policy/policy";
import { confirm } from "../../../platform/editor/confirm";

/**
 * A file that the user excluded is attached only after confirmation. Rejects with `invalid-request`
 * for one that the organisation excluded.
 */
export async function mayAttach(
  uri: vscode.Uri,
  { exclude, neverSent }: Pick<EditorSettings, "exclude" | "neverSent">,
  askIn?: AskIn,
): Promise<boolean> {
  if (!isExcluded(uri, exclude)) return true;
  const name = plainText(fileNameOfUri(uri), 60);
  if (isExcluded(uri, neverSent)) expectAllowed(neverSentRefusal(name));
  const choice = {
    detail: t("It matches the setting {0}.", "expertHub.exclude"),
    yes: t("Attach Anyway"),
    no: t("Do Not Attach"),
  };
  return confirm(
    t("{0} is excluded from questions. Attach its text?", name),
    choice,
    await askIn?.(),
  );
}

/** A glob that does not start with `**` or `/` is relative to a workspace folder. */
export function isExcluded(uri: vscode.Uri, globs: readonly string[]): boolean {
  const folders = vscode.workspace.workspaceFolders ?? [];
  // Only its address counts for a pattern.
  const document = { uri, languageId: "" } as vscode.TextDocument;
  return globs
    .flatMap((glob) => [glob, ...folders.map((one) => new vscode.RelativePattern(one, glob))])
    .some((pattern) => vscode.languages.match({ pattern }, document) > 0);
}
