import * as vscode from "vscode";
import { HubError } from "../../contract/errors";
import { t } from "../../kit/l10n";

/** What we use of the API of VS Code's Git extension, version 1. */
export interface GitApi {
  /** Absent in older versions. */
  readonly git?: { readonly path: string };
  readonly repositories: readonly Repository[];
  getRepository(uri: vscode.Uri): Repository | null;
}

export interface Repository {
  readonly rootUri: vscode.Uri;
  readonly inputBox: { value: string };
  readonly state: {
    readonly indexChanges: readonly FileChange[];
    readonly workingTreeChanges: readonly FileChange[];
  };
  diffIndexWithHEAD(path: string): Promise<string>;
  diffWithHEAD(path: string): Promise<string>;
  /** What changed between two commits, with renames. */
  diffBetween(from: string, to: string): Promise<readonly FileChange[]>;
  /** The commits before HEAD, newest first. */
  log(options: { readonly maxEntries: number }): Promise<readonly Commit[]>;
}

export interface Commit {
  readonly hash: string;
  readonly commitDate?: Date;
}

export interface FileChange {
  readonly uri: vscode.Uri;
  /** What it was called before. */
  readonly originalUri?: vscode.Uri;
  /** What it is called now, if it was renamed. */
  readonly renameUri?: vscode.Uri | undefined;
  /** As the API numbers them. */
  readonly status: number;
}

/** The status of a file that Git does not track, and so has no diff of. */
export const untracked = 7;

/** Rejects with a sentence where Git is not available. */
export async function gitApi(): Promise<GitApi> {
  const git = vscode.extensions.getExtension<{ enabled: boolean; getAPI(version: 1): GitApi }>(
    "vscode.git",
  );
  const exported = await git?.activate();
  if (!exported?.enabled)
    throw new HubError("invalid-request", t("Git is not available in this window."));
  return exported.getAPI(1);
}
