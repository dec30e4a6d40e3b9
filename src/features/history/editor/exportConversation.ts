import { homedir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { Conversation } from "../../conversation/core/conversation";
import { attachedIn, type PictureFiles } from "../../conversation/core/pictureFiles";
import type { Account } from "../../connection/core/account";
import type { BuiltInHub } from "../../connection/core/builtInHub";
import type { StoredExtras } from "../../connection/editor/storedExtras";
import type { Connection } from "../../connection/core/connection";
import type { Keys } from "../../../platform/core/ports";
import type { Private } from "../core/withoutPrivate";
import type { OpenChats } from "../../asking/core/openChats";
import { t } from "../../../kit/l10n";
import { plainText } from "../../../platform/editor/plainText";
import { ExportTarget } from "../../../platform/editor/exportTarget";
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
  extras,
  builtInHub,
  pictures,
}: {
  chats: OpenChats;
  selection: ConversationSelection;
  notify: Notify;
  connection: Connection;
  account: Account;
  keys: Keys;
  extras: Pick<StoredExtras, "headerValues">;
  builtInHub: BuiltInHub;
  pictures: PictureFiles;
}): Command {
  async function privateParts(): Promise<Private> {
    const { list } = connection.hubs;
    // A keyring that does not answer must not block an export: the hub's answers contain no key.
    const stored = list.map(({ scope }) => keys.get(scope).catch(() => undefined));
    const userIds = [account.known, ...list.map((hub) => account.knownAt(hub))];
    const folders = [
      { path: homedir(), shown: "~" },
      ...(vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) => ({
        path: uri.fsPath,
        shown: name,
      })),
    ];
    return {
      keys: [
        ...(await Promise.all(stored)),
        ...(await extras.headerValues().catch(() => [])),
        builtInHub.key,
      ].filter((key) => key !== undefined),
      ids: userIds.map((user) => user?.user_id).filter((id) => id !== undefined),
      folders: folders.filter(({ path }) => identifiesUser(path)),
    };
  }

  const where = new ExportTarget();
  return {
    id: "expertHub.exportConversation",
    async run(given?: unknown): Promise<void> {
      const id = await selection.id(given, t("Export Conversation"));
      if (id === undefined) return;
      const conversation = await chats.saved(id);
      const title = t("Export Conversation");
      const target = await where.ask(title, conversation.title ?? "", exportFormats());
      if (!target) return;
      const [{ toJson, toMarkdown }, { withoutPrivate }] = await Promise.all([
        import("../core/conversationExport"),
        import("../core/withoutPrivate"),
      ]);
      const shared = withoutPrivate(conversation, await privateParts());
      const isJson = target.format.extension === "json";
      const files = isJson
        ? new Map<string, string>()
        : await exportPictures(shared, target.uri, pictures);
      const text = isJson ? toJson(shared) : toMarkdown(shared, ({ digest }) => files.get(digest));
      await vscode.workspace.fs.writeFile(target.uri, new TextEncoder().encode(text));
      notify.information(t("Exported as {0}.", plainText(target.label)));
    },
  };
}

/** Writes pictures beside an export. Resolves with the names of their files, by digest. */
async function exportPictures(
  { id, changes }: Conversation,
  target: vscode.Uri,
  pictures: PictureFiles,
): Promise<Map<string, string>> {
  const stem = path.posix.basename(target.path).replace(/\.\w+$/, "");
  const files = new Map<string, string>();
  for (const { label, picture } of attachedIn(changes)) {
    if (!picture || files.has(picture.digest)) continue;
    // What is gone is missing in the export as well.
    const found = await pictures.read(id, picture, label).catch(() => undefined);
    if (!found) continue;
    const ending = found.type === "image/png" ? "png" : "jpg";
    const name = `${stem}-${picture.digest.slice(0, 8)}.${ending}`;
    const uri = vscode.Uri.joinPath(target, "..", name);
    await vscode.workspace.fs.writeFile(uri, Buffer.from(found.data, "base64"));
    files.set(picture.digest, name);
  }
  return files;
}

const exportFormats = () => [
  { name: "Markdown", extension: "md", description: t("to read and to share") },
  { name: "JSON", extension: "json", description: t("to import into Expert Hub again") },
];

/** A folder that identifies nobody, such as `/root`, is an ordinary word in code. */
function identifiesUser(folder: string): boolean {
  return folder.split(/[\\/]/).filter(Boolean).length > 1;
}
