import * as vscode from "vscode";
import type { EditorSettings } from "../adapters/settings";
import { plainText } from "../workbench/plainText";
import { filesBelow } from "./folderFiles";
import { nameOf, selectionOf } from "./selection";
import type { SelectedEditor } from "./selectedEditor";

/** What the user wants to attach; `typed` is what was typed if nothing was picked. */
export type Picked = "selection" | readonly vscode.Uri[] | { readonly typed: string };

interface Row extends vscode.QuickPickItem {
  pick?: () => Picked;
}

/** Offers the selection, open editors, and the files and folders of the workspace. */
export async function pickAttachment(
  selectedEditor: SelectedEditor,
  settings: EditorSettings,
): Promise<Picked> {
  const box = vscode.window.createQuickPick<Row>();
  box.title = "Attach to the Question";
  box.placeholder = "Select text, open editors, files or folders to attach";
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  const first = [...selectionRows(selectedEditor), ...openRows()];
  box.items = first;
  box.busy = true;
  const picked = new Promise<Picked>((resolve) => {
    box.onDidAccept(() => {
      const pick = box.activeItems[0]?.pick;
      if (!pick) return;
      resolve(pick());
      box.hide();
    });
    // A `#` that begins a heading is no wish to attach.
    box.onDidChangeValue((value) => {
      if (value.startsWith(" ")) box.hide();
    });
    box.onDidHide(() => {
      resolve({ typed: box.value });
      box.dispose();
    });
  });
  box.show();
  const rest = await workspaceRows(settings);
  box.busy = false;
  box.keepScrollPosition = true;
  box.items = [...first, ...rest];
  return picked;
}

function heading(label: string): Row {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function selectionRows({ current }: SelectedEditor): Row[] {
  const selected = selectionOf(current);
  if (!selected) return [];
  const { label, detail } = selected;
  return [
    {
      label: `$(list-selection) ${plainText(label)}`,
      description: plainText(detail),
      alwaysShow: true,
      pick: () => "selection",
    },
  ];
}

function openRows(): Row[] {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  const uris = inputs.flatMap((input) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  const open = [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
  if (open.length === 0) return [];
  const all: Row = { label: `$(files) All ${open.length} open editors`, pick: () => open };
  return [heading("Open editors"), ...(open.length > 1 ? [all] : []), ...open.map(fileRow)];
}

async function workspaceRows({ exclude }: EditorSettings): Promise<Row[]> {
  const roots = vscode.workspace.workspaceFolders ?? [];
  const found = await Promise.all(roots.map(({ uri }) => filesBelow(uri, exclude)));
  const files = found.flatMap((one) => one.files);
  const folders = new Map<string, { uri: vscode.Uri; files: number }>();
  for (const root of roots)
    for (const file of files) {
      if (!`${file.path}/`.startsWith(`${root.uri.path}/`)) continue;
      for (let at = file; at.path !== root.uri.path;) {
        at = vscode.Uri.joinPath(at, "..");
        const known = folders.get(at.toString()) ?? { uri: at, files: 0 };
        folders.set(at.toString(), { uri: at, files: known.files + 1 });
      }
    }
  return [
    ...(files.length > 0 ? [heading("Files")] : []),
    ...files.map(fileRow),
    ...(folders.size > 0 ? [heading("Folders")] : []),
    ...[...folders.values()].map(({ uri, files: inside }): Row => ({
      label: `$(folder) ${plainText(nameOf(uri))}`,
      description: [place(uri), inside === 1 ? "1 file" : `${inside} files`]
        .filter(Boolean)
        .join(" · "),
      pick: () => [uri],
    })),
  ];
}

function fileRow(uri: vscode.Uri): Row {
  return {
    label: `$(file) ${plainText(nameOf(uri))}`,
    description: place(uri),
    pick: () => [uri],
  };
}

function place(uri: vscode.Uri): string {
  const path = vscode.workspace.asRelativePath(uri);
  return plainText(path.slice(0, Math.max(0, path.length - nameOf(uri).length - 1)), 200);
}
