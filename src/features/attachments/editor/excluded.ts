import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import { fileNameOfUri } from "./selection";
import { plainText } from "../../../platform/editor/plainText";
import type { Confirmer } from "../../../platform/core/confirmer";
import type { EditorSettings } from "../../../platform/editor/settings";
import { assertAllowed, neverSentRefusal } from "../../../policy/policy";
import { confirm } from "../../../platform/editor/confirm";

/**
 * A file that the user excluded, or that Git ignores, is attached only after confirmation. Rejects
 * with `invalid-request` for one that the organisation excluded.
 */
export async function mayAttach(
  uri: vscode.Uri,
  { exclude, neverSent }: Pick<EditorSettings, "exclude" | "neverSent">,
  { chat, isIgnored = false }: { chat?: Confirmer | undefined; isIgnored?: boolean } = {},
): Promise<boolean> {
  const isOut = isExcluded(uri, exclude);
  if (!isOut && !isIgnored) return true;
  const name = plainText(fileNameOfUri(uri), 60);
  if (isExcluded(uri, neverSent)) assertAllowed(neverSentRefusal(name));
  const choice = {
    detail: isOut
      ? t("It matches the setting {0}.", "expertHub.exclude")
      : t("Such files often hold keys, or what a build has made."),
    yes: t("Attach Anyway"),
    no: t("Do Not Attach"),
  };
  const question = isOut
    ? t("{0} is excluded from questions. Attach its text?", name)
    : t("{0} is ignored by Git. Attach its text?", name);
  return confirm(question, choice, chat);
}

/**
 * A glob that does not start with `**` or `/` is relative to a workspace folder. Accents may be
 * characters of their own in either of them.
 */
export function isExcluded(uri: vscode.Uri, globs: readonly string[]): boolean {
  const folders = (vscode.workspace.workspaceFolders ?? []).map((one) => inOneForm(one.uri));
  // Only its address counts for a pattern.
  const document = { uri: inOneForm(uri), languageId: "" } as vscode.TextDocument;
  return globs
    .map((glob) => glob.normalize("NFC"))
    .flatMap((glob) => [glob, ...folders.map((one) => new vscode.RelativePattern(one, glob))])
    .some((pattern) => vscode.languages.match({ pattern }, document) > 0);
}

const inOneForm = (uri: vscode.Uri): vscode.Uri => uri.with({ path: uri.path.normalize("NFC") });
