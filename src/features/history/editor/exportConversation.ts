import { homedir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { Account } from "../../connection/core/account";
import type { BuiltInHub } from "../../connection/core/builtInHub";
import type { Connection } from "../../connection/core/connection";
import type { Keys } from "../../../platform/core/ports";
import type { Private } from "../core/withoutPrivate";
import type { OpenChats } from "../../asking/core/openChats";
import { t } from "../../../kit/l10n";
import { fileExists } from "../../../platform/editor/newFile";
import type { Notify } from "../../../platform/editor/notify";
import type { Command } from "../../../platform/editor/commands";
import type { ConversationSelection } from "./conversationSelection";

/** Writes a conversation to a file: Markdown to read, JSON to import again. */
export function exportConversation({
  chats,
  selection,
  notify,
  connection,
  account,
  keys,
  builtInHub,
}: {
  chats: OpenChats;
  selection: ConversationSelection;
  notify: Notify;
  connection: Connection;
  account: Account;
  keys: Keys;
  builtInHub: BuiltInHub;
}): Command {
  async function privateParts(): Promise<Private> {
    const { list } = connection.hubs;
    // A keyring that does not answer must not block an export: the hub's answers contain no key.
    const stored = list.map(({ scope }) => keys.get(scope).catch(() => undefined));
    const userIds = [account.known, ...list.map((hub) => account.knownAt(hub))];
    const secrets = [
      ...(await Promise.all(stored)),
      builtInHub.key,
      ...userIds.map((user) => user?.user_id),
    ];
    const folders = [
      { path: homedir(), shown: "~" },
      ...(vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) => ({
        path: uri.fsPath,
        shown: name,
      })),
    ];
    return {
      secrets: secrets.filter((secret) => secret !== undefined),
      folders: folders.filter(({ path }) => identifiesUser(path)),
    };
  }

  /** Where the last export went. */
  let lastFolder: vscode.Uri | undefined;

  /** Where to write it, in which format; `undefined` if the user leaves. */
  async function askTarget(name: string) {
    const rows = exportFormats().map((format) => ({ ...format, label: format.name }));
    const title = t("Export Conversation");
    const format = await vscode.window.showQuickPick(rows, {
      title,
      placeHolder: t("Select a format"),
    });
    if (!format) return undefined;
    const folder = lastFolder ?? (await documentsFolder());
    const target = await vscode.window.showSaveDialog({
      title,
      defaultUri: vscode.Uri.joinPath(folder, `${name}.${format.extension}`),
      filters: { [format.name]: [format.extension] },
      saveLabel: t("Export"),
    });
    return target && withExtension(target, format.extension);
  }

  return {
    id: "expertHub.exportConversation",
    async run(given?: unknown): Promise<void> {
      const id = await selection.id(given, t("Export Conversation"));
      if (id === undefined) return;
      const conversation = await chats.saved(id);
      const target = await askTarget(fileNameFor(conversation.title));
      if (!target) return;
      const [{ toJson, toMarkdown }, { withoutPrivate }] = await Promise.all([
        import("../core/conversationExport"),
        import("../core/withoutPrivate"),
      ]);
      const shared = withoutPrivate(conversation, await privateParts());
      const text = target.path.endsWith(".json") ? toJson(shared) : toMarkdown(shared);
      await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
      lastFolder = vscode.Uri.joinPath(target, "..");
      notify.information(t("Exported as {0}.", target.path.split("/").at(-1) ?? ""));
    },
  };
}

const exportFormats = () => [
  { name: "Markdown", extension: "md", description: t("to read and to share") },
  { name: "JSON", extension: "json", description: t("to import into Expert Hub again") },
];

/** The user's documents; an export among the files of a workspace would soon be in its repository. */
async function documentsFolder(): Promise<vscode.Uri> {
  const documents = vscode.Uri.file(path.join(homedir(), "Documents"));
  return (await fileExists(documents)) ? documents : vscode.Uri.file(homedir());
}

/** Not every save dialog adds the extension; a file that the dialog did not ask about is not replaced. */
async function withExtension(target: vscode.Uri, extension: string): Promise<vscode.Uri> {
  if (path.posix.extname(target.path) !== "") return target;
  const named = target.with({ path: `${target.path}.${extension}` });
  return (await fileExists(named)) ? target : named;
}

/** A folder that identifies nobody, such as `/root`, is an ordinary word in code. */
function identifiesUser(folder: string): boolean {
  return folder.split(/[\\/]/).filter(Boolean).length > 1;
}

/** A title as a file name that is valid on every system. */
function fileNameFor(title = ""): string {
  const name = title
    .normalize()
    .replace(/[^\p{L}\p{N} _-]+/gu, " ")
    .replace(/\s+/g, " ")
    .slice(0, 60)
    .trim();
  return name === "" ? t("Conversation") : name;
}
