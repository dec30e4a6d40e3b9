import * as vscode from "vscode";
import { countOf, followed, restored, type Count, type Version } from "../../core/merge";
import { reviewScheme } from "../../../../platform/editor/manifest";
import { writeLines } from "./documentLines";
import { withoutReturns, type ProposedFile } from "./proposedFile";
import type { ReviewFiles } from "./reviewFiles";

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
  isRebased = false;

  constructor(
    file: ProposedFile,
    { files, id, at }: { files: ReviewFiles; id: string; at: number },
  ) {
    const { uri, document, original, proposed } = file;
    this.file = file;
    this.#files = files;
    this.#first = { base: original, proposed };
    this.#base = original;
    this.#eol = document?.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
    const side = (name: string) =>
      vscode.Uri.from({
        scheme: reviewScheme,
        authority: `${id}-${at}-${name}`,
        path: pathOf(uri),
      });
    this.left = side("now");
    this.right = side("new");
    files.put(this.left, this.#withReturns(original), true);
    files.put(this.right, this.#withReturns(proposed), false);
  }

  get version(): Version {
    return { base: this.#base, proposed: withoutReturns(this.#files.textOf(this.right)) };
  }

  get count(): Count {
    const { base, proposed } = this.version;
    // Comparing two large texts takes a second.
    if (this.#counted?.base !== base || this.#counted.proposed !== proposed)
      this.#counted = { base, proposed, count: countOf(this.#first, { base, proposed }) };
    return this.#counted.count;
  }

  /** Takes in what was changed elsewhere in the file. */
  async follow(current: string): Promise<void> {
    const { base, proposed } = this.version;
    const next = followed({ base, proposed }, current);
    if (next.proposed !== proposed) await this.propose(next.proposed);
    this.#base = next.base;
    this.#showPresent(current);
  }

  /** From now on, what is proposed is compared with the present text, which the user sees. */
  async startFrom(current: string): Promise<void> {
    await this.follow(current);
    this.#base = current;
    this.isRebased = true;
  }

  /** Puts the skipped hunks back on the right side. */
  restore(): Promise<void> {
    return this.propose(restored(this.#first, this.version));
  }

  /** Changes the right side by an edit: VS Code reads no file again whose last change is not saved. */
  async propose(text: string): Promise<void> {
    await writeLines(await vscode.workspace.openTextDocument(this.right), text);
  }

  #showPresent(current: string): void {
    if (withoutReturns(this.#files.textOf(this.left)) !== current)
      this.#files.put(this.left, this.#withReturns(current), true);
  }

  #withReturns(text: string): string {
    return this.#eol === "\n" ? text : text.replaceAll("\n", this.#eol);
  }
}

/** VS Code tells the language by the name; a cell is no notebook. */
function pathOf({ path, scheme }: vscode.Uri): string {
  const rooted = path.startsWith("/") ? path : `/${path}`;
  return scheme === "vscode-notebook-cell" ? `${rooted}.cell` : rooted;
}
