import * as vscode from "vscode";
import type { Attachment, Origin } from "../../conversation/core/attachment";
import { follow, type TextRange } from "../../conversation/core/textRange";
import { Owner } from "../../../kit/disposable";
import { t } from "../../../kit/l10n";
import { digestOf } from "./openDocuments";
import { fileNameOfUri, originOf, type Selected } from "./selection";

/** The place that a question came from, tracked through later edits. */
export interface Target {
  /**
   * The document that was open then: another one may have its URI now. Absent after a reload, until
   * the text is found again.
   */
  readonly document: vscode.TextDocument | undefined;
  readonly uri: vscode.Uri;
  /** Its addresses before it was renamed, which an answer may still name. */
  readonly formerly?: readonly vscode.Uri[];
  readonly label: string;
  /** Offsets into the current document. */
  readonly range: TextRange;
  /** Those that were joined, if there are several. */
  readonly parts?: readonly TextRange[] | undefined;
  /** The document as it was when the text was attached; absent after a reload. */
  readonly attachedFrom?: { readonly digest: string; readonly at: Ranges };
  /** The text that was sent. */
  readonly original: string;
  /** False if several selections were joined: there is no single range to replace. */
  readonly single: boolean;
}

export type Ranges = Pick<Target, "range" | "parts">;

export type TrackedTarget = { -readonly [K in keyof Target]: Target[K] };
/** A place and what was sent from it. */
export interface OriginPlace {
  readonly attachment: Attachment;
  readonly target: Target;
}

export type PlaceSummary = Pick<Target, "label" | "single">;

/** Beyond this many, older ones are dropped. */
const kept = 500;

/** Where each attachment came from. A target is updated in place, even while it is in use. */
export class AttachmentOrigins extends Owner {
  readonly #attached = new Map<string, TrackedTarget>();
  /** Those of conversations that were saved before this window was loaded. */
  readonly #restored = new Map<string, TrackedTarget>();

  constructor() {
    super();
    this.register(vscode.workspace.onDidChangeTextDocument((change) => this.#follow(change)));
    this.register(vscode.workspace.onDidRenameFiles(({ files }) => this.#rename(files)));
  }

  get(attachment: Attachment | undefined): Target | undefined {
    if (!attachment) return undefined;
    const { id } = attachment;
    const known = this.#attached.get(id) ?? this.#restored.get(id);
    if (known) return known;
    const restored = attachment.origin && targetOf(attachment, attachment.origin);
    if (restored) put(this.#restored, id, restored);
    return restored;
  }

  /** Where an answer may go: single selections if there are any, since they can be replaced. */
  placesOf(attachments: readonly Attachment[] = []): readonly OriginPlace[] {
    const places = attachments.flatMap((attachment) => {
      const target = this.get(attachment);
      return target ? [{ attachment, target }] : [];
    });
    const replaceable = places.filter(({ target }) => target.single);
    return replaceable.length > 0 ? replaceable : places;
  }

  /** The same as one place: the user is asked which one is meant if there are several. */
  summaryOf(attachments: readonly Attachment[] | undefined): PlaceSummary | undefined {
    const places = this.placesOf(attachments);
    const [first] = places;
    const files = new Set(places.map(({ target }) => target.uri.toString())).size;
    const label = files > 1 ? t("one of {0} files", files) : first?.target.label;
    return first && label !== undefined ? { label, single: first.target.single } : undefined;
  }

  /** True for the same place, of which one is a newer version. */
  areSame(one: Attachment, other: Attachment): boolean {
    const [a, b] = [this.get(one), this.get(other)];
    if (!a || !b)
      return one.path === other.path && one.lines === other.lines && one.text === other.text;
    if (a.uri.toString() !== b.uri.toString() || one.lines !== other.lines) return false;
    // A file may have changed where no event reports it.
    if (one.path !== undefined && one.lines === undefined) return true;
    return a.range.start === b.range.start && a.range.end === b.range.end;
  }

  remember(attachment: Attachment, editor: Selected): void {
    const { document } = editor;
    const target = targetOf(attachment, originOf(editor));
    const { range, parts } = target;
    const attachedFrom = { digest: digestOf(document), at: { range, parts } };
    put(this.#attached, attachment.id, { ...target, document, attachedFrom });
  }

  get #targets(): TrackedTarget[] {
    return [...this.#attached.values(), ...this.#restored.values()];
  }

  #follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const uri = document.uri.toString();
    for (const target of this.#targets) {
      if (target.uri.toString() !== uri) continue;
      const followed = (range: TextRange): TextRange =>
        contentChanges.reduce(
          (moved, { rangeOffset, rangeLength, text }) =>
            follow(moved, { offset: rangeOffset, length: rangeLength, inserted: text.length }),
          range,
        );
      target.range = followed(target.range);
      target.parts = target.parts?.map(followed);
    }
  }

  /** Handles files, and folders with everything in them. */
  #rename(files: vscode.FileRenameEvent["files"]): void {
    for (const target of this.#targets) {
      const renamed = files.find(({ oldUri }) => isIn(oldUri, target.uri));
      if (!renamed) continue;
      const path = renamed.newUri.path + target.uri.path.slice(renamed.oldUri.path.length);
      target.label = path.split("/").at(-1) ?? target.label;
      target.formerly = [...(target.formerly ?? []), target.uri];
      target.uri = renamed.newUri.with({ path });
    }
  }
}

/** The place as it was when the text was attached. */
function targetOf(
  { text }: Attachment,
  { uri: address, start, end, single, parts }: Origin,
): TrackedTarget {
  const uri = vscode.Uri.parse(address);
  return {
    document: undefined,
    uri,
    label: fileNameOfUri(uri),
    range: { start, end },
    parts,
    original: text,
    single,
  };
}

function put(targets: Map<string, TrackedTarget>, id: string, target: TrackedTarget): void {
  targets.set(id, target);
  const [oldest] = targets.keys();
  if (targets.size > kept && oldest !== undefined) targets.delete(oldest);
}

export function rangeOf(document: vscode.TextDocument, { range }: Target): vscode.Range {
  return new vscode.Range(document.positionAt(range.start), document.positionAt(range.end));
}

function isIn(folder: vscode.Uri, { scheme, authority, path }: vscode.Uri): boolean {
  return (
    folder.scheme === scheme &&
    folder.authority === authority &&
    `${path}/`.startsWith(`${folder.path}/`)
  );
}
