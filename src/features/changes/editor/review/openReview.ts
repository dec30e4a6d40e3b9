import type * as vscode from "vscode";
import { hunksBetween, splitLines, movedBy, withHunks } from "../../core/hunk";
import type { Count } from "../../core/merge";
import type { AnswerChanges } from "./appliedChanges";
import type { Write } from "./applyReview";
import type { ChangeRefusal, ProposedFile } from "./proposedFile";
import { ReviewedFile } from "./reviewedFile";
import type { Confirmer } from "../../../../platform/core/confirmer";
import type { ReviewFiles } from "./reviewFiles";

/** What is reviewed. */
export interface ReviewRequest {
  /** The same for the same answer, or code block. */
  readonly key: string;
  readonly title: string;
  /** What the notification asks, and its button to apply. */
  readonly question: string;
  readonly yes: string;
  readonly files: readonly ProposedFile[];
  /** What the answer wants and the review cannot show. */
  readonly refusals: readonly ChangeRefusal[];
  /** Where what is applied is kept, to be undone. */
  readonly changes: AnswerChanges;
  /** For one selection: puts the text into the document that is shown. */
  readonly write?: Write;
  /** Called instead of a message where the document cannot be changed. */
  readonly failed?: () => unknown;
  /** Where its results are told. */
  readonly chat?: Confirmer | undefined;
  /** Told whenever something has changed. */
  readonly report?: (progress: ReviewProgress) => void;
}

export interface ReviewProgress extends Count {
  readonly state: "open" | "applied" | "discarded";
  readonly files: number;
  readonly refusals: readonly ChangeRefusal[];
}

/** A review that waits for the user. */
export class OpenReview {
  readonly request: ReviewRequest;
  /** Those that are not applied yet. */
  files: readonly ReviewedFile[];
  readonly #all: number;
  readonly #fileCount: number;
  /** Hunks that are in the files already. */
  applied = 0;
  /** What could not be applied so far. */
  stale: readonly ChangeRefusal[] = [];
  isBusy = false;
  /** Its tab may be closed and opened again. */
  isShowing = false;
  /** Meanwhile, a tab was opened. */
  isShown = false;
  /** Meanwhile, the user closed that tab. */
  isClosed = false;
  /** Until then, a click on *Apply* is the second one of a double click. */
  restsUntil = 0;
  /** Aborted once it is over. */
  readonly over = new AbortController();
  settle: (isApplied: boolean) => void = () => undefined;

  constructor(request: ReviewRequest, files: ReviewFiles) {
    const id = crypto.randomUUID();
    this.request = request;
    this.files = request.files.map((file, at) => new ReviewedFile(file, { files, id, at }));
    this.#all = this.#sum(({ all }) => all);
    this.#fileCount = this.files.length;
  }

  #sum(of: (count: Count) => number): number {
    return this.files.reduce((sum, file) => sum + of(file.count), 0);
  }

  progress(state: ReviewProgress["state"]): ReviewProgress {
    const { refusals } = this.request;
    const isOpen = state === "open";
    return {
      state,
      kept: isOpen ? this.applied + this.#sum(({ kept }) => kept) : this.applied,
      edited: this.#sum(({ edited }) => edited),
      all: this.#all,
      files: this.#fileCount,
      refusals: [...refusals, ...this.stale],
    };
  }

  /** True if something would be lost by closing it. */
  get isTouched(): boolean {
    return this.files.some((file) => {
      const { kept, all, edited } = file.count;
      return kept < all || edited > 0;
    });
  }

  fileAt(uri: vscode.Uri): ReviewedFile | undefined {
    const address = uri.toString();
    return this.files.find(({ left, right }) =>
      [left, right].some((one) => one.toString() === address),
    );
  }

  filesOf(uri: vscode.Uri): readonly ReviewedFile[] {
    return this.files.filter(({ file }) => file.uri.toString() === uri.toString());
  }
}

/** The right side without the hunk at this line of one of the sides; `undefined` if there is none. */
export function withoutHunkAt(
  file: ReviewedFile,
  side: vscode.Uri,
  line: number,
): string | undefined {
  const { base, proposed } = file.version;
  const lines = splitLines(base);
  const hunks = hunksBetween(lines, splitLines(proposed));
  const isLeft = side.toString() === file.left.toString();
  const hit = hunks.find((hunk) => {
    const { start } = isLeft ? hunk : movedBy(hunk, hunks);
    const { length } = isLeft ? hunk.old : hunk.now;
    return length === 0
      ? line === start || line === start - 1
      : line >= start && line < start + length;
  });
  return (
    hit &&
    withHunks(
      lines,
      hunks.filter((hunk) => hunk !== hit),
    ).join("\n")
  );
}
