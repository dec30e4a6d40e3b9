import * as vscode from "vscode";
import type { Around, Attachment, Origin } from "../../conversation/core/attachment";
import {
  follow,
  textIn,
  type TextRange,
  type TrackedRange,
} from "../../conversation/core/textRange";
import { Owner } from "../../../kit/disposable";
import { t } from "../../../kit/l10n";
import { openDocument } from "./openDocuments";
import { aroundOf, placeOf } from "./places";
import { fileNameOfUri, originOf, type Selected } from "./selection";

/** A text that was sent, and where it is. */
interface Place {
  /** Offsets into the current document. */
  readonly range: TrackedRange;
  readonly original: string;
  readonly around?: Around | undefined;
}

/** The place that a question came from, tracked through later edits. */
export interface Target extends Place {
  /**
   * The document in which edits are followed: another one may have its URI now. Absent after a
   * reload, until the text is found again.
   */
  readonly document: vscode.TextDocument | undefined;
  readonly uri: vscode.Uri;
  /** Its addresses before it was renamed, which an answer may still name. */
  readonly formerly?: readonly vscode.Uri[];
  readonly label: string;
  /** Those that were joined, if there are several. */
  readonly parts?: readonly Place[] | undefined;
  /** False if several selections were joined: there is no single range to replace. */
  readonly single: boolean;
}

/** What stands in the place of a target now. */
export interface PresentTarget extends Target {
  /** More than the text was replaced, so that its ends are only where they were. */
  readonly isUncertain?: boolean;
}

type TrackedTarget = { -readonly [K in keyof Target]: Target[K] };

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
    const { workspace } = vscode;
    this.register(workspace.onDidChangeTextDocument((change) => this.#follow(change)));
    this.register(workspace.onDidOpenTextDocument((document) => this.#find(document)));
    this.register(workspace.onDidSaveTextDocument((document) => this.#lookAround(document)));
    this.register(
      workspace.onDidCloseTextDocument((document) => {
        // Otherwise the file has another text.
        if (!document.isDirty) this.#lookAround(document);
      }),
    );
    this.register(workspace.onDidRenameFiles(({ files }) => this.#rename(files)));
  }

  get(attachment: Attachment | undefined): Target | undefined {
    if (!attachment) return undefined;
    const { id } = attachment;
    const known = this.#attached.get(id) ?? this.#restored.get(id);
    if (known) return known;
    const restored = attachment.origin && targetOf(attachment, attachment.origin);
    if (!restored) return undefined;
    put(this.#restored, id, restored);
    const document = openDocument(restored.uri);
    if (document) unchangedRange(document, restored);
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
    if (one.source || other.source) return areOfOneSource(one, other);
    const [a, b] = [this.get(one), this.get(other)];
    if (!a || !b)
      return one.path === other.path && one.lines === other.lines && one.text === other.text;
    if (a.uri.toString() !== b.uri.toString() || one.lines !== other.lines) return false;
    // A file may have changed where no event reports it.
    if (one.path !== undefined && one.lines === undefined) return true;
    return a.range.start === b.range.start && a.range.end === b.range.end;
  }

  remember(attachment: Attachment, editor: Selected): void {
    const target = targetOf(attachment, attachment.origin ?? originOf(editor));
    put(this.#attached, attachment.id, { ...target, document: editor.document });
  }

  get #targets(): TrackedTarget[] {
    return [...this.#attached.values(), ...this.#restored.values()];
  }

  #follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    for (const target of this.#targets) {
      if (target.document !== document) continue;
      const followed = (place: Place): Place => {
        const range = contentChanges.reduce(
          (moved, { rangeOffset, rangeLength, text }) =>
            follow(moved, { offset: rangeOffset, length: rangeLength, inserted: text.length }),
          place.range,
        );
        const isOverEdge = range.before !== undefined || range.after !== undefined;
        const again = isOverEdge ? rangeOfText({ ...place, range }, document) : undefined;
        return { ...place, range: again ?? range };
      };
      Object.assign(target, followed(target), { parts: target.parts?.map(followed) });
    }
  }

  /** In a file that was closed meanwhile, from now on edits are followed again. */
  #find(document: vscode.TextDocument): void {
    const uri = document.uri.toString();
    for (const target of this.#targets)
      if (target.uri.toString() === uri && !isOtherUntitled(document, target))
        unchangedRange(document, target);
  }

  /** What stands around is looked for once the file was closed. */
  #lookAround(document: vscode.TextDocument): void {
    const found = this.#targets.filter(
      (target) => target.document === document && unchangedRange(document, target),
    );
    if (found.length === 0) return;
    const whole = document.getText();
    const seen = (place: Place): Place =>
      place.around ? { ...place, around: aroundOf(whole, place.range) } : place;
    for (const target of found)
      Object.assign(target, seen(target), { parts: target.parts?.map(seen) });
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

/** What a terminal shows is another text each time. */
function areOfOneSource({ source, text }: Attachment, other: Attachment): boolean {
  const isSame = JSON.stringify(source) === JSON.stringify(other.source);
  return isSame && (source?.kind !== "terminal" || text === other.text);
}

/** The place as it was when the text was attached. */
function targetOf(
  { text }: Attachment,
  { uri: address, start, end, single, around, parts }: Origin,
): TrackedTarget {
  const uri = vscode.Uri.parse(address);
  let at = 0;
  return {
    document: undefined,
    uri,
    label: fileNameOfUri(uri),
    range: { start, end },
    original: text,
    around,
    // They are joined by a line end.
    parts: parts?.map((part) => {
      const from = at;
      const length = part.end - part.start;
      at += length + 1;
      const { around: ownAround, ...range } = part;
      return { range, original: text.slice(from, from + length), around: ownAround };
    }),
    single,
  };
}

function put(targets: Map<string, TrackedTarget>, id: string, target: TrackedTarget): void {
  targets.set(id, target);
  const [oldest] = targets.keys();
  if (targets.size > kept && oldest !== undefined) targets.delete(oldest);
}

export function rangeOf(
  document: vscode.TextDocument,
  { range }: Pick<Target, "range">,
): vscode.Range {
  return new vscode.Range(document.positionAt(range.start), document.positionAt(range.end));
}

/**
 * Where the text that was sent is, which the target follows; `undefined` if its place has another
 * text, or is not known because the document was closed and changed. Of several, the primary one.
 */
export function unchangedRange(
  document: vscode.TextDocument,
  target: Target,
): vscode.Range | undefined {
  const whole = document.getText();
  const found = (place: Place): Place | undefined => {
    const range =
      target.document === document ? trackedRange(place, document) : foundRange(place, whole);
    return range && { ...place, range };
  };
  if (target.parts) {
    const parts = target.parts.map(found);
    const primary = target.parts.findIndex(({ range }) => range.start === target.range.start);
    if (!parts.every((part) => part !== undefined)) return undefined;
    Object.assign(target, { document, parts, range: parts[primary]?.range ?? target.range });
  } else {
    const place = found(target);
    if (!place) return undefined;
    Object.assign(target, { document, range: place.range });
  }
  return rangeOf(document, target);
}

/**
 * The target itself if its text is as it was sent, else with the text that stands in its place now,
 * such as what an answer has put there; `undefined` if that is not known, as in a document that was
 * closed meanwhile.
 */
export function presentTarget(
  document: vscode.TextDocument,
  target: Target,
): PresentTarget | undefined {
  if (unchangedRange(document, target)) return target;
  if (target.document !== document || !target.single) return undefined;
  const { before = 0, after = 0 } = target.range;
  const range = textIn(target.range);
  if (range.start > range.end) return undefined;
  const original = document.getText(rangeOf(document, { range }));
  return { ...target, range, original, isUncertain: before > 0 || after > 0 };
}

/** Whether each text that was sent is at its place in a text as it is on disk. */
export function isUnchangedIn(whole: string, { parts, ...target }: Target): boolean {
  return (parts ?? [target]).every((place) => foundRange(place, withPlainEnds(whole)));
}

/** True of another document that has taken the name of one that was closed. */
export function isOtherUntitled(
  one: vscode.TextDocument,
  { document }: Pick<Target, "document">,
): boolean {
  return one.isUntitled && document !== undefined && document !== one;
}

function foundRange({ original, around }: Place, whole: string): TextRange | undefined {
  const text = withPlainEnds(original);
  return placeOf(whole.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text, around, whole);
}

/** In an open document, a text is nowhere but where edits have left it. */
function trackedRange(place: Place, document: vscode.TextDocument): TextRange | undefined {
  const known = rangeOfText(place, document);
  if (known) return known;
  // A formatter or another program may have replaced more than the text.
  const found = foundRange(place, document.getText());
  const { start, end } = place.range;
  return found && found.start >= start && found.end <= end ? found : undefined;
}

/** Its range, if the text is as it was, or is again. */
function rangeOfText(place: Place, document: vscode.TextDocument): TextRange | undefined {
  const range = textIn(place.range);
  if (range.start > range.end) return undefined;
  const text = document.getText(rangeOf(document, { range }));
  return withPlainEnds(text) === withPlainEnds(place.original) ? range : undefined;
}

/** VS Code gives all lines of a document the same end. */
export function withPlainEnds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

function isIn(folder: vscode.Uri, { scheme, authority, path }: vscode.Uri): boolean {
  return (
    folder.scheme === scheme &&
    folder.authority === authority &&
    `${path}/`.startsWith(`${folder.path}/`)
  );
}
