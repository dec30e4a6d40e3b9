import * as vscode from "vscode";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { languageName } from "../../../platform/editor/languageName";
import { isElsewhere } from "../../../platform/editor/lastEditor";
import type { SelectedEditor } from "../../../platform/editor/selectedEditor";
import type { EditorSettings } from "../../../platform/editor/settings";
import { Throttled } from "../../../platform/editor/throttled";
import type { Attachment, Origin } from "../../conversation/core/attachment";
import type { AttachmentOrigins } from "./attachmentOrigins";
import { isExcluded, isGitIgnored } from "./excluded";
import { maxFileBytes } from "./fileAttachment";
import { fileNameOfUri, inLines, originOf, selectedPlace, type Selected } from "./selection";

/** What lies open and could be attached; its text is read only then. */
export interface Suggestion {
  readonly kind: "selection" | "file";
  /** Such as `cart.ts:10–24`. */
  readonly label: string;
  /** Such as `15 lines · TypeScript`. */
  readonly detail: string;
}

interface FoundContext extends Suggestion {
  readonly uri: vscode.Uri;
  readonly origin: Origin;
}

interface SuggestedContextParts {
  readonly selectedEditor: Pick<SelectedEditor, "current">;
  readonly settings: Pick<EditorSettings, "exclude" | "onDidChange" | "suggestContext">;
  readonly origins: AttachmentOrigins;
}

/** Between two looks at the editor, in milliseconds. */
const intervalMs = 250;
/** Milliseconds for which an answer of Git counts: a selection that grows does not start a program at each step. */
const answerKeptForMs = 5000;

/** The editor's selection, or else its file, as long as a chat is in view. */
export class SuggestedContext extends Owner {
  readonly #parts: SuggestedContextParts;
  readonly #changed = this.register(new Emitter<void>());
  readonly #looking = this.register(new Throttled(() => this.#look(), intervalMs));
  #followed: vscode.Disposable | undefined;
  /** What the last look found, which git may ignore. */
  #latest: FoundContext | undefined;
  #found: FoundContext | undefined;
  /** The file that git was asked about last, and when. */
  #ignored:
    | { readonly uri: string; readonly answer: Promise<boolean>; readonly at: number }
    | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(parts: SuggestedContextParts) {
    super();
    this.#parts = parts;
  }

  /** Follows the editor, or stops listening to it. */
  follow(isWanted: boolean): void {
    if (isWanted === (this.#followed !== undefined)) return;
    this.#followed?.dispose();
    this.#followed = isWanted ? this.#listen() : undefined;
    if (isWanted) this.#looking.run();
    else this.#looking.dispose();
  }

  /** What may be offered beside these attachments. */
  suggestionFor(attachments: readonly Attachment[]): Suggestion | undefined {
    const found = this.#found;
    if (!found || attachments.some((one) => this.#isAttached(one, found))) return undefined;
    const { kind, label, detail } = found;
    return { kind, label, detail };
  }

  /** The name and the text of the open file, if a search of the folder can find it. */
  get file(): { readonly name: string; readonly text: string } | undefined {
    const document = this.#parts.selectedEditor.current?.document;
    if (!document || !this.#found || document.uri.toString() !== this.#found.uri.toString())
      return undefined;
    const isInFolder = vscode.workspace.getWorkspaceFolder(document.uri)?.uri.scheme === "file";
    return isInFolder ? { name: fileNameOfUri(document.uri), text: document.getText() } : undefined;
  }

  #listen(): vscode.Disposable {
    const look = () => this.#looking.run();
    return vscode.Disposable.from(
      vscode.window.onDidChangeTextEditorSelection(look),
      vscode.window.onDidChangeVisibleTextEditors(look),
      vscode.window.onDidChangeActiveTextEditor(() => {
        this.#ignored = undefined;
        look();
      }),
      this.#parts.settings.onDidChange(look),
    );
  }

  async #look(): Promise<void> {
    const found = (this.#latest = this.#find());
    const offered = found && !(await this.#isIgnored(found.uri)) ? found : undefined;
    if (!this.#followed || found !== this.#latest || keyOf(offered) === keyOf(this.#found)) return;
    this.#found = offered;
    this.#changed.fire();
  }

  #find(): FoundContext | undefined {
    const { selectedEditor, settings } = this.#parts;
    const editor = settings.suggestContext ? selectedEditor.current : undefined;
    if (
      !editor ||
      isElsewhere(editor.document.uri) ||
      isExcluded(editor.document.uri, settings.exclude)
    )
      return undefined;
    const { document } = editor;
    const place = selectedPlace(editor);
    if (place)
      return {
        kind: "selection",
        label: place.label,
        detail: detailOf(place.count, document),
        uri: document.uri,
        origin: originOf(editor),
      };
    return fileOf(editor);
  }

  #isIgnored(uri: vscode.Uri): Promise<boolean> {
    const address = uri.toString();
    const now = performance.now();
    if (this.#ignored?.uri !== address || now - this.#ignored.at > answerKeptForMs)
      this.#ignored = { uri: address, answer: isGitIgnored(uri), at: now };
    return this.#ignored.answer;
  }

  #isAttached(attachment: Attachment, { kind, origin }: FoundContext): boolean {
    const target = this.#parts.origins.get(attachment);
    if (target?.uri.toString() !== origin.uri) return false;
    if (kind === "file" || attachment.lines === undefined)
      return kind === "file" && attachment.lines === undefined;
    const { start, end } = target.range;
    return start === origin.start && end === origin.end;
  }

  override dispose(): void {
    this.#followed?.dispose();
    this.#followed = undefined;
    super.dispose();
  }
}

/** A cell of a notebook is no file, and the whole notebook is no text. */
function fileOf({ document }: Selected): FoundContext | undefined {
  const { uri, lineCount } = document;
  const end = document.offsetAt(document.lineAt(lineCount - 1).range.end);
  if (uri.scheme === "vscode-notebook-cell" || end === 0 || end > maxFileBytes) return undefined;
  return {
    kind: "file",
    label: fileNameOfUri(uri),
    detail: detailOf(
      document.lineAt(lineCount - 1).text === "" ? lineCount - 1 : lineCount,
      document,
    ),
    uri,
    origin: { uri: uri.toString(), start: 0, end, single: false },
  };
}

function detailOf(lines: number, { languageId }: vscode.TextDocument): string {
  return [inLines(lines), languageName(languageId)].join(" · ");
}

/** Equal if there is nothing new to show. */
function keyOf(found: FoundContext | undefined): string {
  const { uri, start, end } = found?.origin ?? {};
  return found ? JSON.stringify([found.kind, found.label, found.detail, uri, start, end]) : "";
}
