import * as vscode from "vscode";
import type { FileChange } from "../../core/answerChanges";
import { t } from "../../../../kit/l10n";
import type { Target } from "../../../attachments/editor/attachmentOrigins";
import { documentOf } from "../../../attachments/editor/openEditors";
import { withChange, type FileProposal, type ChangeRefusal, type Step } from "./fileProposal";
import { isNamed, workspaceFile } from "./workspaceFile";

export interface Proposals {
  readonly files: readonly FileProposal[];
  readonly refusals: readonly ChangeRefusal[];
}

export interface ProposalContext {
  /** Where the questions of the conversation came from. */
  readonly targets: readonly Target[];
  /** Those of the files that were attached as a whole. */
  readonly paths: readonly string[];
  isExcluded(uri: vscode.Uri): boolean;
}

/** What the changes make of the files that they name. Several changes of a file become one proposal. */
export async function proposalsFor(
  changes: readonly FileChange[],
  context: ProposalContext,
): Promise<Proposals> {
  const files = new Map<string, FileProposal>();
  const refusals = new Map<string, ChangeRefusal>();
  for (const change of changes) {
    const { path } = change;
    const result =
      change.kind === "refused" ? change : await proposalOf(change, files.get(path), context);
    if ("why" in result) refusals.set(path, { path, why: result.why });
    else files.set(path, result);
  }
  // A file is applied as the answer wants it, or not at all.
  for (const path of refusals.keys()) files.delete(path);
  return {
    files: [...files.values()].filter(({ document, original, proposed }) =>
      document ? original !== proposed : true,
    ),
    refusals: [...refusals.values()],
  };
}

async function proposalOf(
  change: Step,
  known: FileProposal | undefined,
  context: ProposalContext,
): Promise<FileProposal | ChangeRefusal> {
  const { path } = change;
  const target = context.targets.find(({ uri }) => isNamed(path, uri));
  const proposal = known ?? (await begun(path, target, context));
  return "why" in proposal ? proposal : withChange(proposal, change, target);
}

/** The file before the first change. */
async function begun(
  path: string,
  target: Target | undefined,
  { paths, isExcluded }: ProposalContext,
): Promise<FileProposal | ChangeRefusal> {
  const named = await workspaceFile(path);
  const attached =
    "exists" in named && !named.exists && paths.find((one) => one.endsWith(`/${path}`));
  const found = attached ? await workspaceFile(attached) : named;
  const file = "exists" in found && found.exists ? found : undefined;
  const asked = file ? undefined : target && (await documentOf(target));
  const uri = asked?.uri ?? ("uri" in found ? found.uri : undefined);
  if (!uri)
    return { path, why: "why" in found ? found.why : (file) => t("{0} does not exist.", file) };
  if (isExcluded(uri))
    return {
      path,
      why: (name) => t("{0} is excluded by the setting {1}.", name, "expertHub.exclude"),
    };
  if (!file && !asked) return { path, uri, original: "", proposed: "" };
  try {
    const document = asked ?? (await vscode.workspace.openTextDocument(uri));
    const original = document.getText();
    return { path, uri, document, original, proposed: original };
  } catch {
    return { path, why: (name) => t("{0} cannot be opened as text.", name) };
  }
}
