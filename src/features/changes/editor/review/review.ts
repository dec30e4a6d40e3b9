import * as vscode from "vscode";
import { Owner } from "../../../../kit/disposable";
import { fireAndForget } from "../../../../kit/unexpectedErrors";
import { setContext } from "../../../../platform/editor/contextKeys";
import { rememberReview } from "../../../../platform/editor/leftReviews";
import { noteInserted } from "../noteInserted";
import { applyFile } from "./applyReview";
import { writeLines } from "./documentLines";
import { OpenReview, withoutHunkAt, type ReviewProgress, type ReviewRequest } from "./openReview";
import { ReviewDocuments } from "./reviewDocuments";
import { ReviewFiles } from "./reviewFiles";
import {
  announce,
  isLossAgreed,
  reportApplied,
  reportOther,
  reportRemaining,
} from "./reviewMessages";
import { ReviewStatus } from "./reviewStatus";
import { closeReviewTabs, isOfReview, showReview, tabsOfReview } from "./reviewTabs";

/** A second click on *Apply* within these milliseconds means what the first one saw. */
const doubleClickMs = 1_500;
const releaseMs = 2_000;

/** Shows what an answer would change, lets the user skip and edit it, and applies what is left. */
export class Review extends Owner {
  readonly #documents: ReviewDocuments;
  readonly #status = this.register(new ReviewStatus());
  readonly #state: vscode.Memento;
  /** Registered while it is needed: two instances could not both have the scheme. */
  #files: ReviewFiles | undefined;
  #releasing: NodeJS.Timeout | undefined;
  #open: OpenReview | undefined;
  /** Resolves once the previous review has been cleared away. */
  #closing = Promise.resolve();

  /** `state` is that of the workspace. */
  constructor(state: vscode.Memento) {
    super();
    this.#state = state;
    const { tabGroups } = vscode.window;
    this.register(
      tabGroups.onDidChangeTabs((change) => {
        if (this.#open) this.#followTabs(this.#open, change);
        this.#follow();
      }),
    );
    this.register(tabGroups.onDidChangeTabGroups(() => this.#follow()));
    this.#documents = this.register(
      new ReviewDocuments(
        () => this.#open,
        () => this.#report("open"),
      ),
    );
  }

  /**
   * Resolves once the user has decided: with true if anything was applied. Another review in the
   * meantime shows the open one.
   */
  async ask(request: ReviewRequest): Promise<boolean> {
    await this.#closing;
    if (this.#open) return this.remind(request.key);
    clearTimeout(this.#releasing);
    this.#files ??= new ReviewFiles();
    const open = new OpenReview(request, this.#files);
    this.#open = open;
    const { promise: decided, resolve } = Promise.withResolvers<boolean>();
    open.settle = resolve;
    try {
      await rememberReview(this.#state, request.title);
      // VS Code takes a while to show many files.
      this.#report("open");
      await this.#show(open);
    } catch (error) {
      await this.#end(open, "discarded");
      throw error;
    }
    const isOpen = () => this.#open === open;
    if (isOpen()) announce(open, isOpen, (isWanted) => (isWanted ? this.apply() : this.discard()));
    const isApplied = await decided;
    await this.#closing;
    return isApplied;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Brings the open review to the front; says so if it is another one than was asked for. */
  async remind(key: string): Promise<false> {
    if (!this.#open) return false;
    await this.#show(this.#open);
    if (this.#open?.request.key !== key) reportOther(this.#open);
    return false;
  }

  /** Applies what is on the right side. */
  async apply(): Promise<void> {
    const open = this.#open;
    if (!open || open.isBusy || performance.now() < open.restsUntil) return;
    open.isBusy = true;
    try {
      await this.#applyTo(open);
    } finally {
      open.isBusy = false;
    }
  }

  async #applyTo(open: OpenReview): Promise<void> {
    const { write = writeLines, failed } = open.request;
    const results = [];
    for (const file of open.files) results.push({ file, ...(await applyFile(file, write)) });
    const done = results.flatMap((result) => result.done ?? []);
    open.applied += results.reduce((sum, { hunks }) => sum + hunks, 0);
    open.request.changes.add(done);
    if (done.length > 0) noteInserted();
    const left = results.flatMap(({ file, why }) =>
      why ? [{ file, refusal: { path: file.file.path, why } }] : [],
    );
    const isOver =
      left.length === 0 ||
      (failed !== undefined && done.length === 0 && !left.some(({ file }) => file.isRebased));
    open.stale = left.map(({ refusal }) => refusal);
    if (isOver) {
      const progress = open.progress("applied");
      await this.#end(open, open.applied > 0 ? "applied" : "discarded");
      if (left.length > 0) failed?.();
      else if (!open.request.write || done.length === 0)
        reportApplied(progress, done, open.request);
      return;
    }
    open.files = left.map(({ file }) => file);
    await this.#show(open);
    open.restsUntil = performance.now() + doubleClickMs;
    this.#report("open");
    reportRemaining(open, done);
  }

  /** Leaves the files as they are. Asks first if something was skipped or edited. */
  async discard(): Promise<void> {
    const open = this.#open;
    if (!open || open.isBusy) return;
    if (open.isTouched && !(await isLossAgreed())) {
      if (this.#open === open && tabsOfReview(open.request.title).length === 0)
        await this.#show(open);
      return;
    }
    if (this.#open === open) await this.#end(open, open.applied > 0 ? "applied" : "discarded");
  }

  async restoreSkipped(): Promise<void> {
    await this.#documents.save();
    for (const file of this.#open?.files ?? []) await file.restore();
    this.#report("open");
  }

  /** Takes the hunk at the cursor out. */
  async skip(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const file = editor && this.#open?.fileAt(editor.document.uri);
    if (!file) return;
    const text = withoutHunkAt(file, editor.document.uri, editor.selection.active.line);
    if (text !== undefined) await file.propose(text);
  }

  #followTabs(open: OpenReview, { opened, closed }: vscode.TabChangeEvent): void {
    const { title } = open.request;
    const isOne = (tab: vscode.Tab) => isOfReview(tab, title);
    if (opened.some(isOne)) open.isShown = true;
    // A tab that moves to another group is reported as closed in its old one.
    if (!closed.some(isOne) || tabsOfReview(title).length > 0) return;
    if (!open.isShowing) fireAndForget(() => this.discard());
    else if (open.isShown) open.isClosed = true;
  }

  /** The buttons and keys belong to this editor only. */
  #follow(): void {
    if (!this.#open) return;
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    const isInFront = activeTab !== undefined && isOfReview(activeTab, this.#open.request.title);
    void setContext("expertHub.reviewing", isInFront);
  }

  async #show(open: OpenReview): Promise<void> {
    open.isShowing = true;
    open.isShown = open.isClosed = false;
    try {
      await this.#documents.saveAll(open);
      await showReview(open);
    } finally {
      open.isShowing = false;
    }
    this.#follow();
    if (open.isClosed) fireAndForget(() => this.discard());
  }

  #report(state: ReviewProgress["state"]): void {
    const open = this.#open;
    if (!open) return;
    const progress = open.progress(state);
    void setContext(
      "expertHub.hasSkippedChanges",
      state === "open" && progress.kept < progress.all,
    );
    this.#status.show(progress);
    open.request.report?.(progress);
  }

  async #end(open: OpenReview, state: ReviewProgress["state"]): Promise<void> {
    this.#report(state);
    open.over.abort();
    this.#open = undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#closing = promise;
    try {
      await setContext("expertHub.reviewing", false);
      await setContext("expertHub.hasSkippedChanges", false);
      await vscode.commands.executeCommand("notifications.hideToasts");
      await this.#documents.saveAll(open);
      await closeReviewTabs(open.request.title);
      await rememberReview(this.#state, undefined);
    } catch {
      // The user has already closed the tab.
    }
    // Until VS Code has let go of the documents.
    this.#releasing = setTimeout(() => this.#release(), releaseMs);
    resolve();
    open.settle(open.applied > 0);
  }

  #release(): void {
    clearTimeout(this.#releasing);
    this.#files?.dispose();
    this.#files = undefined;
  }

  override dispose(): void {
    const open = this.#open;
    this.#open = undefined;
    open?.over.abort();
    if (open) void closeReviewTabs(open.request.title);
    open?.settle(open.applied > 0);
    this.#release();
    super.dispose();
  }
}
