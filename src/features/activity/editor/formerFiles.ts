import type * as vscode from "vscode";
import type { FileChange, GitApi } from "../../../platform/editor/gitApi";

const maxCommits = 500;

/** What a file was called before, back to a time in milliseconds since 1970, as far as Git knows. */
export async function formerFiles(
  file: vscode.Uri,
  since: number,
  git: () => Promise<GitApi>,
): Promise<string[]> {
  try {
    const repository = (await git()).getRepository(file);
    if (!repository) return [];
    const { indexChanges, workingTreeChanges } = repository.state;
    const committed = nameBefore(file, [...workingTreeChanges, ...indexChanges]);
    const commits = await repository.log({ maxEntries: maxCommits });
    const isBefore = ({ commitDate }: { commitDate?: Date }) =>
      commitDate !== undefined && commitDate.getTime() <= since;
    const then = commits.find(isBefore) ?? commits.at(-1);
    if (!then) return committed ? [String(committed)] : [];
    const changes = await repository.diffBetween(then.hash, "HEAD");
    const first = nameBefore(committed ?? file, changes);
    return [committed, first].flatMap((uri) => (uri ? [String(uri)] : []));
  } catch {
    // Without Git, the text itself is searched for.
    return [];
  }
}

function nameBefore(file: vscode.Uri, changes: readonly FileChange[]): vscode.Uri | undefined {
  const renamed = changes.find(({ renameUri }) => String(renameUri) === String(file));
  return renamed?.originalUri;
}
