import * as vscode from "vscode";
import { type Attachment, type ChangeKind, changeKinds } from "../../conversation/core/attachment";
import type { EditorSettings } from "../../../platform/editor/settings";
import { plainText } from "../../../platform/editor/plainText";
import type { SelectedEditor } from "../../../platform/editor/selectedEditor";
import { t } from "../../../kit/l10n";
import { ranked } from "../../../kit/ranking";
import { knownRepositories } from "../../../platform/editor/gitApi";
import type { Attachable, Found } from "./attachable";
import { type ChangeSets, changeWords } from "./changeSets";
import { codeAttachment, textAttachment } from "./codeAttachment";
import { assertRoom, type FileAttacher } from "./fileAttacher";
import { ignoredAmong } from "./gitignore";
import type { LastCommands } from "./lastCommands";
import { openEditors } from "./openDocuments";
import { type Problem, problemsWith } from "./problems";
import { fileNameOfUri, parentPath, selectionOf } from "./selection";
import type { AttachmentList, SelectionAttacher } from "./selectionAttacher";
import { WorkspaceFiles } from "./workspaceFiles";
import { symbolKind, WorkspaceSymbols } from "./workspaceSymbols";

/** Rows of one list. */
const maxAttachables = 40;
/** Folders and problems before anything is typed: files are what is meant most often. */
const maxAtFirst = 5;
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
    this.#files = new WorkspaceFiles(parts.settings);
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
      this.#add(chat, await attacher.selected(chat.held));
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
    const place = `${vscode.workspace.asRelativePath(location.uri)}:${location.range.start.line + 1}`;
    return {
      kind: symbolKind(kind),
      label: name,
      description: inOne(containerName, place),
      attach: async (chat) =>
        this.#add(chat, await codeAttachment(this.#parts.attacher, location, chat.held)),
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
        const code = await codeAttachment(this.#parts.attacher, problem, chat.held);
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
