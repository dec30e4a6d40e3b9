import * as vscode from "vscode";
import type { Reason } from "../../core/fileChange";
import { hunksBetween, movedBy, splitLines, withHunks } from "../../core/hunk";
import {
  conflictIn,
  countOf,
  followed,
  outcomeOf,
  restored,
  type Count,
  type Version,
} from "../../core/merge";
import { t } from "../../../../kit/l10n";
import { reviewScheme } from "../../../../platform/editor/manifest";
import type { AppliedFile } from "./appliedChanges";
import { presentDocument, setLines } from "./documentLines";
import { withoutReturns, type ProposedFile } from "./proposedFile";
import type { ReviewFiles } from "./reviewFiles";
import { lossOnSaving, newFileOf } from "./savedText";
import { workspaceFileAt } from "./workspaceFile";

/** What became of one file of a review. */
export interface FileOutcome {
  readonly done?: AppliedFile | undefined;
  /** How many hunks were applied. */
  readonly hunks: number;
  /** Why hunks, or the whole file, stay in the review. */
  readonly why?: Reason | undefined;
}

/** Puts the text of a review into a document; false if it cannot be changed. */
export type Write = (document: vscode.TextDocument, text: string) => Promise<boolean>;

/** How often the right side is read again where the user types into it at the same time. */
const maxTries = 5;

/** One file of a review: what it was made from, and what its right side makes of it. */
export class ReviewedFile {
  readonly file: ProposedFile;
  /** The present text, which cannot be edited. */
  readonly left: vscode.Uri;
  readonly right: vscode.Uri;
  readonly #files: ReviewFiles;
  readonly #eol: string;
  readonly #first: Version;
  #base: string;
  #counted: (Version & { readonly count: Count }) | undefined;
  /** Some hunks no longer fit, and all are compared with the present text. */
  #isRebased = false;

  constructor(file: ProposedFile, files: ReviewFiles, name: string) {
    const { uri, document, original, proposed } = file;
    this.file = file;
    this.#files = files;
    this.#first = { base: original, proposed };
    this.#base = original;
    this.#eol = document?.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
    const side = (which: string) =>
      vscode.Uri.from({ scheme: reviewScheme, authority: `${name}-${which}`, path: pathOf(uri) });
    this.left = side("now");
    this.right = side("new");
    files.put(this.left, this.#withReturns(original), true);
    files.put(this.right, this.#withReturns(proposed), false);
  }

  get isRebased(): boolean {
    return this.#isRebased;
  }

  get #version(): Version {
    return { base: this.#base, proposed: withoutReturns(this.#files.textOf(this.right)) };
  }

  get count(): Count {
    const { base, proposed } = this.#version;
    // Comparing two large texts takes a second.
    if (this.#counted?.base !== base || this.#counted.proposed !== proposed)
      this.#counted = { base, proposed, count: countOf(this.#first, { base, proposed }) };
    return this.#counted.count;
  }

  /** VS Code keeps documents of deleted files for minutes: none is that of a file to be created. */
  isAt(uri: vscode.Uri): boolean {
    return this.file.document !== undefined && this.file.uri.toString() === uri.toString();
  }

  hasSide(uri: vscode.Uri): boolean {
    return [this.left, this.right].some((side) => side.toString() === uri.toString());
  }

  /** Takes in what was changed elsewhere in the file; false if the user keeps typing meanwhile. */
  async follow(current: string): Promise<boolean> {
    let base = this.#base;
    const follow = (version: Version) => {
      const next = followed(version, current);
      base = next.base;
      return next.proposed;
    };
    // Otherwise what was changed elsewhere would count as a hunk that takes it back.
    if (base !== current && !(await this.#propose(follow))) return false;
    this.#base = base;
    if (withoutReturns(this.#files.textOf(this.left)) !== current)
      this.#files.put(this.left, this.#withReturns(current), true);
    return true;
  }

  /** Puts the skipped hunks back on the right side. */
  async restore(): Promise<void> {
    await this.#propose((version) => restored(this.#first, version));
  }

  /** Takes the hunk out that is at this line of one of the sides. */
  async skip(side: vscode.Uri, line: number): Promise<void> {
    const isLeft = side.toString() === this.left.toString();
    await this.#propose((version) => withoutHunkAt(version, isLeft, line));
  }

  /** Applies what is on the right side to the file as it is now, by one edit. */
  async apply(write: Write): Promise<FileOutcome> {
    const version = this.#version;
    const { uri, isFound, document } = this.file;
    if (version.base === version.proposed) return { hunks: 0 };
    if (!document) return this.#create(version.proposed);
    const found = isFound && (await workspaceFileAt(uri));
    if (found && "why" in found) return { hunks: 0, why: found.why };
    const present = await presentDocument(uri);
    if ("why" in present) return { hunks: 0, why: present.why };
    const before = withoutReturns(present.getText());
    const { text, applied, stale } = outcomeOf(version, before);
    const loss = text === before ? undefined : await lossOnSaving(present, text);
    if (loss) return { hunks: 0, why: loss };
    // What was typed while the disk was looked at is followed before the next try.
    if (withoutReturns(present.getText()) !== before) return { hunks: 0, why: changedJustNow };
    if (text !== before && !(await write(present, text))) return { hunks: 0, why: unchangeable };
    // Quoting it would bring the user's code into messages; the review shows it.
    const conflict = stale.length > 0 ? conflictIn(version, before) : undefined;
    const now = withoutReturns(present.getText());
    if (conflict !== undefined && (await this.follow(now))) {
      this.#base = now;
      this.#isRebased = true;
    }
    return {
      hunks: applied.length,
      done:
        text === before
          ? undefined
          : { uri, before, after: text, isCreated: false, at: Date.now() },
      why: conflict === undefined ? undefined : isStale(conflict + 1),
    };
  }

  async #create(text: string): Promise<FileOutcome> {
    const { uri } = this.file;
    const found = await workspaceFileAt(uri);
    if ("why" in found) return { hunks: 0, why: found.why };
    if (found.exists)
      return { hunks: 0, why: (file) => t("{0} was created since the review was opened.", file) };
    const created = await newFileOf(uri, text);
    if ("why" in created) return { hunks: 0, why: created.why };
    const edit = new vscode.WorkspaceEdit();
    edit.createFile(uri, created);
    const after = withoutReturns(text);
    return (await vscode.workspace.applyEdit(edit))
      ? { hunks: 1, done: { uri, before: "", after, isCreated: true, at: Date.now() } }
      : { hunks: 0, why: (file) => t("{0} cannot be created there.", file) };
  }

  /**
   * Changes the right side by an edit: VS Code reads no file again whose last change is not saved.
   * False if the user keeps typing there.
   */
  async #propose(change: (version: Version) => string): Promise<boolean> {
    const document = await vscode.workspace.openTextDocument(this.right);
    for (let tries = 0; tries < maxTries; tries++) {
      const version = this.#version;
      const text = change(version);
      if (text === version.proposed || (await setLines(document, text))) return true;
    }
    return false;
  }

  #withReturns(text: string): string {
    return this.#eol === "\n" ? text : text.replaceAll("\n", this.#eol);
  }
}

const unchangeable: Reason = (file) => t("{0} cannot be changed.", file);
const isStale =
  (line: number): Reason =>
  (file) =>
    t("{0} changed at this place since the review was opened, in line {1}.", file, line);
const changedJustNow: Reason = (file) => t("{0} has just been changed.", file);

/** The right side without the hunk at this line of one of the sides; as it is if there is none. */
function withoutHunkAt({ base, proposed }: Version, isLeft: boolean, line: number): string {
  const lines = splitLines(base);
  const hunks = hunksBetween(lines, splitLines(proposed));
  const hit = hunks.find((hunk) => {
    const { start } = isLeft ? hunk : movedBy(hunk, hunks);
    const { length } = isLeft ? hunk.old : hunk.now;
    return length === 0
      ? line === start || line === start - 1
      : line >= start && line < start + length;
  });
  const kept = hunks.filter((hunk) => hunk !== hit);
  return withHunks(lines, kept).join("\n");
}

/** VS Code tells the language by the name; a cell is no notebook. */
function pathOf({ path, scheme }: vscode.Uri): string {
  const rooted = path.startsWith("/") ? path : `/${path}`;
  return scheme === "vscode-notebook-cell" ? `${rooted}.cell` : rooted;
}
