import * as vscode from "vscode";
import { type Attachment, type ChangeKind, changeKinds } from "../../conversation/core/attachment";
import type { EditorSettings } from "../../../platform/editor/settings";
import { plainText } from "../../../platform/editor/plainText";
import type { SelectedEditor } from "../../../platform/editor/selectedEditor";
import { t } from "../../../kit/l10n";
import { ranked } from "../../../kit/ranking";
import { knownRepositories } from "../../../platform/editor/gitApi";
import { type ChangeSets, changeWords } from "./changeSets";
import { codeAttachment, textAttachment } from "./codeAttachment";
import { assertRoom, type FileAttacher, FolderWalk } from "./fileAttacher";
import { ignoredAmong } from "./excluded";
import type { LastCommands } from "./lastCommands";
import { openEditors } from "./openDocuments";
import { type Problem, problemsWith } from "./problems";
import { fileNameOfUri, parentPath, selectionOf } from "./selection";
import type { AttachmentList, SelectionAttacher } from "./selectionAttacher";
import { type Found, WorkspaceFiles } from "./workspaceFiles";
import type { CompletionView } from "../../../page/protocol/views";

/** Something that can be attached, as a list shows it. */
export interface Attachable extends Omit<CompletionView, "id"> {
  /** Of files and folders: what is typed may be a part of it. */
  readonly path?: string;
  /** What can be typed for it in every language. */
  readonly word?: string;
  /** Of files and folders, which are attached together. */
  readonly uri?: vscode.Uri;
  attach(chat: AttachmentList): Promise<void>;
}

/** Characters that are searched for at least. */
const minTyped = 2;
const maxSymbols = 20;
/** Milliseconds after which the same is searched for anew. */
const freshForMs = 5_000;

type Symbols = readonly vscode.SymbolInformation[];

/** Searches the symbols of the workspace. A language server may take long: who asks again waits on. */
class WorkspaceSymbols {
  #typed: string | undefined;
  #asked: Promise<void> = Promise.resolve();
  #found: Symbols | undefined;
  #foundAt = 0;

  async find(typed: string, waitMs: number): Promise<Found<vscode.SymbolInformation>> {
    if (typed.length < minTyped) return { found: [], isIncomplete: false };
    const isOld = this.#found && performance.now() - this.#foundAt > freshForMs;
    if (this.#typed !== typed || isOld) this.#search(typed);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, waitMs)));
    await Promise.race([this.#asked, enough]);
    clearTimeout(timer);
    if (this.#typed !== typed) return { found: [], isIncomplete: false };
    return { found: this.#found ?? [], isIncomplete: this.#found === undefined };
  }

  #search(typed: string): void {
    this.#typed = typed;
    this.#found = undefined;
    this.#asked = symbolsNamed(typed).then((found) => {
      if (this.#typed !== typed) return;
      this.#found = found;
      this.#foundAt = performance.now();
    });
  }
}

async function symbolsNamed(typed: string): Promise<Symbols> {
  const symbols = await Promise.resolve(
    vscode.commands.executeCommand<Symbols | undefined>(
      "vscode.executeWorkspaceSymbolProvider",
      typed,
    ),
  ).catch(() => undefined);
  // Language servers find some in their own libraries, too.
  const own = (symbols ?? []).filter(({ location }) =>
    vscode.workspace.getWorkspaceFolder(location.uri),
  );
  const best = ranked(own, typed, { max: maxSymbols, textsOf: ({ name }) => [name] });
  const ignored = await ignoredAmong(best.map(({ location }) => location.uri));
  return best.filter(({ location }) => !ignored.has(location.uri.toString()));
}

/** As which of three kinds a list shows it. */
function symbolKind(kind: vscode.SymbolKind): "class" | "method" | "variable" {
  const { SymbolKind } = vscode;
  switch (kind) {
    case SymbolKind.Class:
    case SymbolKind.Enum:
    case SymbolKind.Interface:
    case SymbolKind.Module:
    case SymbolKind.Namespace:
    case SymbolKind.Struct:
      return "class";
    case SymbolKind.Constructor:
    case SymbolKind.Function:
    case SymbolKind.Method:
      return "method";
    default:
      return "variable";
  }
}

/** Rows of one list. */
const maxAttachables = 40;
/** Folders and problems before anything is typed: files are what is meant most often. */
const maxAtFirst = 5;
/** Folders in which files are searched. */
const maxSearched = 20_000;
/** Milliseconds in which what was found so far is listed. */
const waitMs = 150;

interface AttachablesParts {
  readonly selectedEditor: SelectedEditor;
  readonly settings: EditorSettings;
  readonly attacher: SelectionAttacher;
  readonly files: FileAttacher;
  readonly changeSets: Pick<ChangeSets, "pick">;
  readonly lastCommands: Pick<LastCommands, "lineIn" | "attachment">;
}

/** What can be attached, by its name: what lies open, then what the workspace has. */
export class Attachables {
  readonly #parts: AttachablesParts;
  readonly #files: WorkspaceFiles;
  readonly #symbols = new WorkspaceSymbols();

  constructor(parts: AttachablesParts) {
    this.#parts = parts;
    this.#files = new WorkspaceFiles(() =>
      (vscode.workspace.workspaceFolders ?? []).map(
        ({ uri }) => new FolderWalk(uri, parts.settings.exclude, maxSearched),
      ),
    );
  }

  /** The best first; before anything is typed, the selection, or else the file that is open. */
  async find(typed: string, isOver: () => boolean): Promise<Found<Attachable>> {
    const atFirst = typed === "";
    const max = atFirst ? maxAtFirst : maxAttachables;
    const current = this.#parts.selectedEditor.current?.document.uri;
    const listed = problemsWith(typed, current, max);
    const [{ files, folders }, symbols, ignored] = await Promise.all([
      this.#files.find(typed, { max: maxAttachables, waitMs, isOver }),
      this.#symbols.find(typed, waitMs),
      ignoredAmong(listed.map(({ uri }) => uri)),
    ]);
    const problems = listed.filter(({ uri }) => !ignored.has(uri.toString()));
    const open = this.#open();
    const known = new Set(open.map(String));
    const all = [
      ...this.#selection(),
      ...open.map((uri) => this.#file(uri, [t("open editor")])),
      ...this.#changes(),
      ...this.#terminal(),
      ...problems.map((one) => this.#problem(one)),
      ...folders.slice(0, max).map((uri) => ({ ...this.#file(uri), kind: "folder" as const })),
      ...files.found.filter((uri) => !known.has(String(uri))).map((uri) => this.#file(uri)),
      ...symbols.found.map((one) => this.#symbol(one)),
    ];
    return {
      found: ranked(all, typed, { max: maxAttachables, textsOf: searchedTexts }),
      isIncomplete: files.isIncomplete || symbols.isIncomplete,
    };
  }

  /** The one in the active editor first. */
  #open(): vscode.Uri[] {
    const current = String(this.#parts.selectedEditor.current?.document.uri);
    return openEditors().toSorted(
      (a, b) => Number(String(b) === current) - Number(String(a) === current),
    );
  }

  #selection(): Attachable[] {
    const { attacher, selectedEditor } = this.#parts;
    const selected = selectionOf(selectedEditor.current);
    if (!selected) return [];
    const { label, detail } = selected;
    const attach = async (chat: AttachmentList): Promise<void> =>
      this.#add(chat, await attacher.selected(chat.pending));
    return [{ kind: "selection", label, description: inOne(t("Selection"), detail), attach }];
  }

  /** What Git knows of changes. */
  #changes(): Attachable[] {
    if (knownRepositories().length === 0) return [];
    return changeKinds.map((kind) => ({
      kind: kind === "commit" ? "commit" : "changes",
      label: changeWords[kind],
      description: changeDescriptions[kind],
      word: kind,
      attach: async (chat) => {
        const changes = await this.#parts.changeSets.pick(kind);
        if (changes) this.#add(chat, changes);
      },
    }));
  }

  #terminal(): Attachable[] {
    const { lastCommands } = this.#parts;
    const { activeTerminal } = vscode.window;
    if (!activeTerminal) return [];
    return [
      {
        kind: "terminal",
        label: t("Last terminal command"),
        description: plainText(lastCommands.lineIn(activeTerminal) ?? ""),
        word: "terminal",
        attach: async (chat) => this.#add(chat, await lastCommands.attachment(activeTerminal)),
      },
    ];
  }

  #file(uri: vscode.Uri, notes: readonly string[] = []): Attachable {
    return {
      kind: "file",
      label: fileNameOfUri(uri),
      description: inOne(parentPath(uri), ...notes),
      path: vscode.workspace.asRelativePath(uri),
      uri,
      attach: (chat) => this.#parts.files.attach(chat, [uri]),
    };
  }

  #symbol({ name, kind, containerName, location }: vscode.SymbolInformation): Attachable {
    const { uri } = location;
    // Absent where a language server tells it only once it is asked about this symbol.
    const range = location.range as vscode.Range | undefined;
    const line = range ? `:${range.start.line + 1}` : "";
    const place = `${vscode.workspace.asRelativePath(uri)}${line}`;
    return {
      kind: symbolKind(kind),
      label: name,
      description: inOne(containerName, place),
      attach: async (chat) =>
        range
          ? this.#add(chat, await codeAttachment(this.#parts.attacher, location, chat.pending))
          : this.#parts.files.attach(chat, [uri]),
    };
  }

  /** Its code, and what is said of it. */
  #problem(problem: Problem): Attachable {
    const { kind, message, place } = problem;
    return {
      kind,
      label: message,
      description: inOne(place, t("Problem")),
      attach: async (chat) => {
        const code = await codeAttachment(this.#parts.attacher, problem, chat.pending);
        const label = t("Problem in {0}", place);
        this.#add(chat, code, textAttachment({ text: message, label }));
      },
    };
  }

  #add(chat: AttachmentList, ...added: readonly Attachment[]): void {
    assertRoom(chat, added.length);
    chat.attachments = added.reduce<readonly Attachment[]>(
      (before, one) => this.#parts.attacher.join(before, one),
      chat.attachments,
    );
  }
}

const changeDescriptions: Record<ChangeKind, string> = {
  changes: t("staged and unstaged, new files included"),
  staged: t("what the next commit will have"),
  branch: t("since it left its base branch"),
  commit: t("one of the history"),
};

const searchedTexts = ({
  word = "",
  label,
  description,
  path = "",
}: Attachable): readonly string[] => [
  ...(word === "" ? [label] : [word, label]),
  path,
  description,
];

const inOne = (...parts: readonly string[]): string => parts.filter(Boolean).join(" · ");
