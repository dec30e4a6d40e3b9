import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import { sizeOf } from "../../../contract/sizes";
import type { EditorSettings } from "../../../platform/editor/settings";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { plainText } from "../../../platform/editor/plainText";
import { openEditors, sizeOfFile, sizeOfOpen } from "./openDocuments";
import { FolderWalk, maxFiles } from "./folderFiles";
import { searchFurther } from "./furtherFiles";
import { inDigits, fileNameOfUri, parentPath, selectionOf } from "./selection";
import type { SelectedEditor } from "../../../platform/editor/selectedEditor";

/** What the user wants to attach. */
export type Picked = "selection" | readonly vscode.Uri[];

interface AttachmentRow extends vscode.QuickPickItem {
  pick?: () => Picked;
}

/** Folders in which the files beyond the listed ones are searched. */
const maxSearched = 20_000;
/** Files whose sizes are looked up; more would hold the list up. */
const maxSized = 500;

interface Folder {
  readonly uri: vscode.Uri;
  readonly files: number;
  /** Not a number if that of a file is unknown. */
  readonly size: number;
}

/** Offers the selection, open editors, and the files and folders of the workspace. */
export async function pickAttachment(
  selectedEditor: SelectedEditor,
  settings: EditorSettings,
  maxListed = maxFiles,
): Promise<Picked | undefined> {
  const box = vscode.window.createQuickPick<AttachmentRow>();
  box.title = t("Attach to the Question");
  box.placeholder = t("Choose the selection, an open editor, a file or a folder");
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  const first = [...selectionRows(selectedEditor), ...openRows()];
  box.items = first;
  box.busy = true;
  let isOpen = true;
  const isOver = () => !isOpen;
  const picked = new Promise<Picked | undefined>((resolve) => {
    box.onDidAccept(() => {
      const pick = box.activeItems[0]?.pick;
      if (!pick) return;
      resolve(pick());
      box.hide();
    });
    box.onDidHide(() => {
      isOpen = false;
      resolve(undefined);
      box.dispose();
    });
  });
  box.show();
  fireAndForget(async () => {
    const roots = vscode.workspace.workspaceFolders ?? [];
    const walks = roots.map(({ uri }) => new FolderWalk(uri, settings.exclude, maxSearched));
    const share = Math.ceil(maxListed / Math.max(1, walks.length));
    await Promise.all(walks.map((walk) => walk.read(share, isOver)));
    if (isOver()) return;
    const rest = await workspaceRows(walks, share);
    if (isOver()) return;
    box.busy = false;
    box.keepScrollPosition = true;
    const show = (further: readonly AttachmentRow[]): void => {
      const { activeItems } = box;
      box.items = [...first, ...rest, ...further];
      // The row that the user has moved to; without one, the first is active.
      const still = activeItems.filter((one) => box.items.includes(one));
      if (still.length > 0) box.activeItems = still;
    };
    show([]);
    searchFurther(box, { walks, listed: share, isOver }, (uris) =>
      show(uris.length === 0 ? [] : [separatorRow(t("Other files")), ...uris.map(furtherRow)]),
    );
  });
  return picked;
}

function separatorRow(label: string): AttachmentRow {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function selectionRows({ current }: SelectedEditor): AttachmentRow[] {
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

function openRows(): AttachmentRow[] {
  const open = openEditors();
  if (open.length === 0) return [];
  const all: AttachmentRow = {
    label: `$(files) ${t("All {0} open editors", open.length)}`,
    pick: () => open,
  };
  const rows = open.map((uri) => fileRow(uri, sizeOfOpen(uri)));
  return [separatorRow(t("Open editors")), ...(open.length > 1 ? [all] : []), ...rows];
}

/** Without the numbers of folders where more files exist than are listed. */
async function workspaceRows(
  walks: readonly FolderWalk[],
  share: number,
): Promise<AttachmentRow[]> {
  const roots = vscode.workspace.workspaceFolders ?? [];
  const uris = walks.flatMap(({ found }) => found.files.slice(0, share));
  const isCut = walks.some(({ found }) => found.isCut || found.files.length > share);
  const sizeOne = uris.length > maxSized ? sizeOfOpen : sizeOfFile;
  const files = await Promise.all(uris.map(async (uri) => ({ uri, size: await sizeOne(uri) })));
  const folders = new Map<string, Folder>();
  for (const root of roots)
    for (const { uri, size = Number.NaN } of files) {
      if (!`${uri.path}/`.startsWith(`${root.uri.path}/`)) continue;
      for (let at = uri; at.path !== root.uri.path;) {
        at = vscode.Uri.joinPath(at, "..");
        const known = folders.get(at.toString()) ?? { uri: at, files: 0, size: 0 };
        folders.set(at.toString(), { uri: at, files: known.files + 1, size: known.size + size });
      }
    }
  return [
    ...(files.length > 0
      ? [
          separatorRow(
            isCut
              ? t("The first {0} files: type a name to find others", inDigits(files.length))
              : t("Files"),
          ),
        ]
      : []),
    ...files.map(({ uri, size }) => fileRow(uri, size)),
    ...(folders.size > 0 ? [separatorRow(t("Folders"))] : []),
    ...[...folders.values()].map((one) => (isCut ? namedFolder(one) : folderRow(one))),
  ];
}

function fileRow(uri: vscode.Uri, size: number | undefined): AttachmentRow {
  return {
    label: `$(file) ${plainText(fileNameOfUri(uri))}`,
    description: inOneDescription(
      plainText(parentPath(uri), 200),
      size === undefined ? "" : sizeOf(size),
    ),
    pick: () => [uri],
  };
}

/** Found by the typed text, so it stays in the list. */
function furtherRow(uri: vscode.Uri): AttachmentRow {
  return { ...fileRow(uri, sizeOfOpen(uri)), alwaysShow: true };
}

function namedFolder({ uri }: Folder): AttachmentRow {
  const label = `$(folder) ${plainText(fileNameOfUri(uri))}`;
  return { label, description: plainText(parentPath(uri), 200), pick: () => [uri] };
}

function folderRow({ uri, files, size }: Folder): AttachmentRow {
  return {
    label: `$(folder) ${plainText(fileNameOfUri(uri))}`,
    description: inOneDescription(
      plainText(parentPath(uri), 200),
      files === 1 ? t("1 file") : t("{0} files", inDigits(files)),
      Number.isNaN(size) ? "" : sizeOf(size),
    ),
    pick: () => [uri],
  };
}

const inOneDescription = (...parts: string[]): string => parts.filter(Boolean).join(" · ");
