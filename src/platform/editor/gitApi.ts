import * as vscode from "vscode";
import { HubError } from "../../contract/errors";
import { t } from "../../kit/l10n";
import path from "node:path";
import { gitOnPath, type GitProgram } from "../../files/gitProgram";

/** Milliseconds that VS Code's Git extension may take to start. */
const waitMs = 2000;

/** The Git that VS Code uses, which the setting `git.path` names; else the one of `PATH`. */
export const gitProgram: GitProgram = async (folder) => {
  const used = gitApi().then(
    ({ git }) => git?.path,
    () => undefined,
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), waitMs);
  });
  const found = await Promise.race([used, late]);
  clearTimeout(timer);
  // On Linux it is a mere name, and a workspace must not decide what that means.
  return found !== undefined && path.isAbsolute(found) ? found : gitOnPath(folder);
};

/** What we use of the API of VS Code's Git extension, version 1. */
export interface GitApi {
  /** Absent in older versions. */
  readonly git?: { readonly path: string };
  /** `uninitialized` while the folders of the window are still being looked through. */
  readonly state?: "uninitialized" | "initialized";
  readonly onDidChangeState?: vscode.Event<unknown>;
  readonly repositories: readonly Repository[];
  getRepository(uri: vscode.Uri): Repository | null;
}

export interface Repository {
  readonly rootUri: vscode.Uri;
  readonly inputBox: { value: string };
  readonly state: {
    readonly HEAD?: Branch | undefined;
    readonly indexChanges: readonly FileChange[];
    readonly workingTreeChanges: readonly FileChange[];
    /** Git was asked for what is changed. */
    readonly onDidChange: vscode.Event<void>;
  };
  /** What changed between two commits, with renames. */
  diffBetween(from: string, to: string): Promise<readonly FileChange[]>;
  /** The commits before HEAD, newest first. */
  log(options: { readonly maxEntries: number }): Promise<readonly Commit[]>;
  getCommit(ref: string): Promise<Commit>;
  /** The branch that this one was made from, or the default branch of its remote. */
  getBranchBase(name: string): Promise<Branch | undefined>;
  getMergeBase(one: string, other: string): Promise<string | undefined>;
}

export interface Branch {
  readonly name?: string;
  readonly remote?: string;
  readonly upstream?: { readonly remote: string; readonly name: string };
}

export interface Commit {
  readonly hash: string;
  readonly message: string;
  readonly parents: readonly string[];
  readonly authorName?: string;
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

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

/** Milliseconds that Git may take for the folders of a window that was just opened. */
const foundWithinMs = 5000;

/** Rejects with a sentence where Git is not available. */
export async function gitApi(): Promise<GitApi> {
  const git = vscode.extensions.getExtension<GitExtension>("vscode.git");
  const exported = await git?.activate();
  if (!exported?.enabled)
    throw new HubError("invalid-request", t("Git is not available in this window."));
  return exported.getAPI(1);
}

/** The repositories of this window as far as they are known, without starting anything. */
export function knownRepositories(): readonly Repository[] {
  const git = vscode.extensions.getExtension<GitExtension>("vscode.git");
  return git?.isActive && git.exports.enabled ? git.exports.getAPI(1).repositories : [];
}

/** The repositories of this window, once its folders were looked through. Rejects if there is none. */
export async function repositoriesOf(api: GitApi): Promise<readonly Repository[]> {
  const { onDidChangeState } = api;
  if (api.state === "uninitialized" && onDidChangeState)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, foundWithinMs);
      const listener = onDidChangeState(() => {
        clearTimeout(timer);
        listener.dispose();
        resolve();
      });
    });
  if (api.repositories.length === 0)
    throw new HubError("invalid-request", t("There is no Git repository in this window."));
  return api.repositories;
}
