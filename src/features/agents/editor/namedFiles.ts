import * as vscode from "vscode";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import { quotedName } from "../../../kit/quotedName";
import { workspaceFile, workspaceFileAt } from "../../changes/editor/review/workspaceFile";
import { expectRoom } from "../../attachments/editor/fileAttacher";
import { plainText } from "../../../platform/editor/plainText";

/**
 * The files that an agent names, each once: by paths relative to an open folder, by absolute paths or
 * by URIs. Rejects with a sentence about the first that is not a file in an open folder.
 */
export async function namedFiles(names: readonly string[]): Promise<vscode.Uri[]> {
  expectRoom({ attachments: [] }, names.length);
  const found = new Map<string, vscode.Uri>();
  for (const name of names) {
    const uri = await fileCalled(name);
    found.set(uri.toString(), uri);
  }
  return [...found.values()];
}

async function fileCalled(name: string): Promise<vscode.Uri> {
  const address = addressIn(name);
  const found = await (address ? workspaceFileAt(address) : workspaceFile(relative(name)));
  if ("file" in found && found.exists) return found.file.uri;
  throw new HubError(
    "invalid-request",
    t(
      "{0} cannot be attached. Only files in the open folders can be, and none that is reached through a link.",
      plainText(quotedName(name), 250),
    ),
  );
}

function addressIn(name: string): vscode.Uri | undefined {
  if (/^(?:[/\\]|[a-z]:[/\\])/i.test(name)) return vscode.Uri.file(name);
  return /^[a-z][\w+.-]*:\//i.test(name) ? vscode.Uri.parse(name) : undefined;
}

/** As workspaces write paths, also where an agent uses the separators of Windows. */
function relative(name: string): string {
  const forward = process.platform === "win32" ? name.replaceAll("\\", "/") : name;
  return forward.replace(/^(?:\.\/)+/, "");
}
