import * as vscode from "vscode";
import { Owner } from "../../../../kit/disposable";
import { fireAndForget } from "../../../../kit/unexpectedErrors";
import { reviewScheme } from "../../../../platform/editor/manifest";
import type { OpenReview } from "./openReview";
import { withoutReturns } from "./proposedFile";
import { isOfReview } from "./reviewTabs";

/** Milliseconds after a change, in which the next one may follow. */
const quietMs = 150;

/** Follows what is changed in the documents of a review, and in the files that it is about. */
export class ReviewDocuments extends Owner {
  readonly #open: () => OpenReview | undefined;
  readonly #changed: () => void;
  readonly #due = new Set<vscode.TextDocument>();
  #timer: NodeJS.Timeout | undefined;

  constructor(open: () => OpenReview | undefined, changed: () => void) {
    super();
    this.#open = open;
    this.#changed = changed;
    this.register(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const review = this.#open();
        if (!review || contentChanges.length === 0) return;
        const { uri } = document;
        if (uri.scheme !== reviewScheme && review.filesOf(uri).length === 0) return;
        this.#due.add(document);
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => fireAndForget(() => this.#settle()), quietMs);
      }),
    );
    this.register({ dispose: () => clearTimeout(this.#timer) });
  }

  async #settle(): Promise<void> {
    const documents = [...this.#due];
    this.#due.clear();
    const review = this.#open();
    if (!review || review.isBusy) return;
    await this.save();
    for (const document of documents)
      for (const file of review.filesOf(document.uri))
        if (!document.isClosed) await file.follow(withoutReturns(document.getText()));
    if (this.#open() === review) this.#changed();
  }

  /** Without this, VS Code would ask whether to save what is on the right side. */
  async save(): Promise<void> {
    const review = this.#open();
    if (review) await this.saveAll(review);
  }

  async saveAll({ request }: OpenReview): Promise<void> {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    // A formatter that runs on saving would change more than the user sees.
    if (dirty().length > 0 && activeTab && isOfReview(activeTab, request.title))
      await vscode.commands.executeCommand("workbench.action.files.saveWithoutFormatting");
    await Promise.all(dirty().map((document) => document.save()));
  }
}

function dirty(): vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(
    ({ uri, isDirty }) => isDirty && uri.scheme === reviewScheme,
  );
}
