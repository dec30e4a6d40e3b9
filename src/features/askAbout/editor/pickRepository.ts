import path from "node:path";
import * as vscode from "vscode";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import { plainText } from "../../../platform/editor/plainText";
import type { GitApi, Repository } from "../../../platform/editor/gitApi";
import { showQuickPick } from "../../../platform/editor/inputs";

/** The repository whose menu was used, or the only one, or the one that the user picks. */
export async function pickRepository(
  { repositories }: GitApi,
  given: unknown,
): Promise<Repository | undefined> {
  // The menu passes the repository's source control, which has its folder.
  const { rootUri } = (given ?? {}) as { rootUri?: vscode.Uri };
  const root = rootUri?.toString();
  const own = repositories.find((one) => one.rootUri.toString() === root);
  if (own) return own;
  const [first, ...others] = repositories;
  if (!first)
    throw new HubError("invalid-request", t("There is no Git repository in this window."));
  if (others.length === 0) return first;
  const rows = repositories.map((repository) => ({
    label: repositoryName(repository),
    description: plainText(repository.rootUri.fsPath, 200),
    repository,
  }));
  const picked = await showQuickPick(rows, {
    title: t("Draft a Commit Message"),
    placeHolder: t("The repository whose changes are described"),
    matchOnDescription: true,
  });
  return picked?.repository;
}

export function repositoryName({ rootUri }: Repository): string {
  return plainText(path.basename(rootUri.fsPath), 80);
}
