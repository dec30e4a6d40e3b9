import * as vscode from "vscode";
import { Owner } from "../../../../kit/disposable";
import { fireAndForget } from "../../../../kit/unexpectedErrors";
import { setContext } from "../../../../platform/editor/contextKeys";
import { rememberReview } from "../../../../platform/editor/leftReviews";
import { reviewScheme } from "../../../../platform/editor/manifest";
import { noteInserted } from "../noteInserted";
import type { AppliedFile } from "./appliedChanges";
import { writeLines } from "./documentLines";
import { withoutReturns, type ChangeRefusal } from "./proposedFile";
import { ReviewedFile } from "./reviewedFile";
import { ReviewFiles } from "./reviewFiles";
import {
  offerReview,
  isLossAgreed,
  lineEndsInWords,
  reportApplied,
  reportOther,
  reportRemaining,
  ReviewStatus,
} from "./reviewMessages";
import type { ReviewProgress, ReviewRequest } from "./reviewRequest";
import {
  closeReviewTabs,
  closesReview,
  isOfReview,
  saveReview,
  showReview,
  tabsOfReview,
} from "./reviewTabs";

/** A second click on *Apply* within these milliseconds means what the first one saw. */
const doubleClickMs = 1_500;
const releaseMs = 2_000;
/** Milliseconds after a change, in which the next one may follow. */
const settleMs = 150;

/** A review from its beginning until it is over. Only `Review` changes it. */
interface Session {
  readonly request: ReviewRequest;
  /** Those that are not applied yet. */
  files: readonly ReviewedFile[];
  readonly all: number;
  readonly fileCount: number;
  /** Hunks that are in the files already. */
  applied: number;
  /** The files that they are in. */
  readonly done: AppliedFile[];
  /** What could not be applied so far. */
  stale: readonly ChangeRefusal[];
  readonly over: AbortController;
  readonly settle: (isApplied: boolean) => void;
}

type State =
  | { readonly is: "closed" }
  /** Its tab is being opened. */
  | { readonly is: "showing"; readonly session: Session; readonly shown: Promise<void> }
  /** The user decides. Until `restsUntil`, a click on *Apply* is the second one of a double click. */
  | { readonly is: "open"; readonly session: Session; readonly restsUntil: number }
  /** The user is asked whether to lose what was skipped and edited. */
  | { readonly is: "leaving"; readonly session: Session }
  | { readonly is: "applying"; readonly session: Session }
  /** Its tabs are being closed. */
  | { readonly is: "closing"; readonly closed: Promise<void> };

/** Shows what an answer would change, lets the user skip and edit it, and applies what is left. */
export class Review extends Owner {
  readonly #status = this.register(new ReviewStatus());
  readonly #memory: vscode.Memento;
  /** Registered while it is needed: two instances could not both have the scheme. */
  #files: ReviewFiles | undefined;
  #releasing: NodeJS.Timeout | undefined;
  #state: State = { is: "closed" };
  /** Documents that were changed, and have not been looked at since. */
  readonly #changed = new Set<vscode.TextDocument>();
  #settling: NodeJS.Timeout | undefined;

  /** `memory` is that of the workspace. */
  constructor(memory: vscode.Memento) {
    super();
    this.#memory = memory;
    const { tabGroups } = vscode.window;
    this.register(
      tabGroups.onDidChangeTabs((change) => {
        const state = this.#state;
        const isClosed = state.is === "open" && closesReview(change, state.session.request.title);
        if (isClosed) fireAndForget(() => this.discard());
        this.#setKeys();
      }),
    );
    this.register(tabGroups.onDidChangeTabGroups(() => this.#setKeys()));
    this.register(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const session = this.#session;
        if (!session || contentChanges.length === 0) return;
        const { uri } = document;
        if (uri.scheme !== reviewScheme && !session.files.some((file) => file.isAt(uri))) return;
        this.#changed.add(document);
        this.#settleSoon();
      }),
    );
  }

  /** The review that is not over. */
  get #session(): Session | undefined {
    return "session" in this.#state ? this.#state.session : undefined;
  }

  get isOpen(): boolean {
    return this.#session !== undefined;
  }

  /**
   * Resolves once the user has decided: with true if anything was applied. Another review in the
   * meantime shows the open one.
   */
  async ask(request: ReviewRequest): Promise<boolean> {
    while (this.#state.is === "closing") await this.#state.closed;
    if (this.disposed) return false;
    if (this.isOpen) return this.remind(request.key);
    clearTimeout(this.#releasing);
    const { promise: decided, resolve } = Promise.withResolvers<boolean>();
    const session = this.#begin(request, resolve);
    try {
      // VS Code takes a while to show many files.
      const showing = this.#show(session);
      this.#report(session, "open");
      fireAndForget(() => rememberReview(this.#memory, request.title));
      const [notes] = await Promise.all([lineEndsInWords(request.files), showing]);
      if (this.#session === session)
        offerReview(request, notes, session.over.signal, (isWanted) =>
          isWanted ? this.apply() : this.discard(),
        );
    } catch (error) {
      if (this.#session === session) await this.#close(session, "discarded");
      throw error;
    }
    return decided;
  }

  #begin(request: ReviewRequest, settle: Session["settle"]): Session {
    const files = (this.#files ??= new ReviewFiles());
    const id = crypto.randomUUID();
    const reviewed = request.files.map((file, at) => new ReviewedFile(file, files, `${id}-${at}`));
    return {
      request,
      files: reviewed,
      all: reviewed.reduce((sum, { count: { all } }) => sum + all, 0),
      fileCount: reviewed.length,
      applied: 0,
      done: [],
      stale: [],
      over: new AbortController(),
      settle,
    };
  }

  /** Brings the open review to the front; says so if it is another one than was asked for. */
  async remind(key: string): Promise<false> {
    if (this.#state.is === "open") await this.#show(this.#state.session);
    else await this.#shown();
    const session = this.#session;
    if (session && session.request.key !== key) reportOther(session.request.chat);
    return false;
  }

  /** Applies what is on the right side. */
  async apply(): Promise<void> {
    await this.#shown();
    const state = this.#state;
    if (state.is !== "open" || performance.now() < state.restsUntil) return;
    const { session } = state;
    const applying: State = { is: "applying", session };
    this.#state = applying;
    try {
      await this.#apply(session);
    } finally {
      if (this.#state === applying) this.#state = { is: "open", session, restsUntil: 0 };
      if (this.#changed.size > 0) this.#settleSoon();
    }
  }

  async #apply(session: Session): Promise<void> {
    const { request } = session;
    const { write = writeLines, failed, changes } = request;
    const left: { file: ReviewedFile; refusal: ChangeRefusal }[] = [];
    const { done } = session;
    const doneBefore = done.length;
    for (const file of session.files) {
      if (this.#session !== session) return;
      const outcome = await file.apply(write);
      const { why } = outcome;
      session.applied += outcome.hunks;
      if (outcome.done) {
        done.push(outcome.done);
        // At once: it can be undone, whatever becomes of the others.
        changes.add([outcome.done]);
      }
      if (why) left.push({ file, refusal: { path: file.file.path, why } });
    }
    if (this.#session !== session) return;
    const isChanged = done.length > doneBefore;
    if (isChanged) noteInserted();
    session.stale = left.map(({ refusal }) => refusal);
    // What could not be changed at all is said by whoever asked for it.
    const isFailed = failed !== undefined && !isChanged && !left.some(({ file }) => file.isRebased);
    if (left.length === 0 || isFailed) {
      const progress = progressOf(session, "applied");
      await this.#close(session, session.applied > 0 ? "applied" : "discarded");
      if (left.length > 0) failed?.();
      else if (!request.write || !isChanged) reportApplied(progress, done, request);
      return;
    }
    session.files = left.map(({ file }) => file);
    await this.#show(session, doubleClickMs);
    this.#report(session, "open");
    reportRemaining(session.stale, done, request);
  }

  /** Leaves the files as they are. Asks first if something was skipped or edited. */
  async discard(): Promise<void> {
    await this.#shown();
    const state = this.#state;
    if (state.is !== "open") return;
    const { session } = state;
    if (isTouched(session)) {
      const leaving: State = { is: "leaving", session };
      this.#state = leaving;
      const isAgreed = await isLossAgreed();
      if (this.#state !== leaving) return;
      if (!isAgreed) {
        this.#state = state;
        if (tabsOfReview(session.request.title).length === 0) await this.#show(session);
        return;
      }
    }
    await this.#close(session, session.applied > 0 ? "applied" : "discarded");
  }

  async restoreSkipped(): Promise<void> {
    await this.#shown();
    if (this.#state.is !== "open") return;
    const { session } = this.#state;
    await saveReview(session.request.title);
    for (const file of session.files) if (this.#session === session) await file.restore();
    this.#report(session, "open");
  }

  /** Takes the hunk at the cursor out. */
  async skip(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    await this.#shown();
    if (!editor || this.#state.is !== "open") return;
    const { uri } = editor.document;
    const file = this.#state.session.files.find((one) => one.hasSide(uri));
    await file?.skip(uri, editor.selection.active.line);
  }

  async #shown(): Promise<void> {
    if (this.#state.is === "showing") await this.#state.shown;
  }

  async #show(session: Session, restMs = 0): Promise<void> {
    const { promise: shown, resolve } = Promise.withResolvers<void>();
    const showing: State = { is: "showing", session, shown };
    this.#state = showing;
    let isThere = true;
    try {
      const documents = session.files.flatMap(({ file }) => file.document ?? []);
      await this.#follow(session, documents);
      await saveReview(session.request.title);
      if (this.#state === showing) isThere = await showReview(session.request.title, session.files);
    } finally {
      if (this.#state === showing)
        this.#state = { is: "open", session, restsUntil: performance.now() + restMs };
      resolve();
    }
    this.#setKeys();
    if (!isThere) fireAndForget(() => this.discard());
  }

  /** The buttons and keys belong to this editor only. */
  #setKeys(): void {
    const session = this.#session;
    if (!session) return;
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    const isInFront = activeTab !== undefined && isOfReview(activeTab, session.request.title);
    void setContext("expertHub.reviewing", isInFront);
  }

  #settleSoon(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => fireAndForget(() => this.#settle()), settleMs);
  }

  /** Follows what was changed on the right sides, and in the files. */
  async #settle(): Promise<void> {
    const session = this.#session;
    // What is being applied has to stay as it was seen.
    if (!session || this.#state.is === "applying") return;
    const documents = [...this.#changed];
    this.#changed.clear();
    await saveReview(session.request.title);
    await this.#follow(session, documents);
    this.#report(session, "open");
  }

  async #follow(session: Session, documents: readonly vscode.TextDocument[]): Promise<void> {
    for (const document of documents)
      for (const file of session.files)
        if (this.#session === session && file.isAt(document.uri) && !document.isClosed)
          await file.follow(withoutReturns(document.getText()));
  }

  #report(session: Session, state: ReviewProgress["state"]): void {
    if (this.#session !== session) return;
    const progress = progressOf(session, state);
    const hasSkipped = state === "open" && progress.kept < progress.all;
    void setContext("expertHub.hasSkippedChanges", hasSkipped);
    this.#status.show(progress);
    session.request.report?.(progress);
  }

  async #close(session: Session, state: ReviewProgress["state"]): Promise<void> {
    this.#report(session, state);
    session.over.abort();
    const { promise, resolve } = Promise.withResolvers<void>();
    const closing: State = { is: "closing", closed: promise };
    this.#state = closing;
    try {
      await setContext("expertHub.reviewing", false);
      await setContext("expertHub.hasSkippedChanges", false);
      await vscode.commands.executeCommand("notifications.hideToasts");
      await saveReview(session.request.title);
      await closeReviewTabs(session.request.title);
      await rememberReview(this.#memory, undefined);
    } catch {
      // The user has already closed the tab.
    }
    if (this.#state === closing) {
      this.#state = { is: "closed" };
      // Until VS Code has let go of the documents.
      this.#releasing = setTimeout(() => this.#release(), releaseMs);
    }
    resolve();
    session.settle(session.applied > 0);
  }

  #release(): void {
    clearTimeout(this.#releasing);
    this.#files?.dispose();
    this.#files = undefined;
  }

  override dispose(): void {
    const session = this.#session;
    this.#state = { is: "closed" };
    clearTimeout(this.#settling);
    session?.over.abort();
    if (session) void closeReviewTabs(session.request.title);
    session?.settle(session.applied > 0);
    this.#release();
    super.dispose();
  }
}

/** True if something would be lost by closing it. */
function isTouched({ files }: Session): boolean {
  return files.some(({ count: { kept, all, edited } }) => kept < all || edited > 0);
}

function progressOf(
  { request, files, stale, all, fileCount, applied }: Session,
  state: ReviewProgress["state"],
): ReviewProgress {
  const counts = files.map(({ count }) => count);
  const kept = counts.reduce((sum, one) => sum + one.kept, 0);
  return {
    state,
    kept: state === "open" ? applied + kept : applied,
    edited: counts.reduce((sum, { edited }) => sum + edited, 0),
    all,
    files: fileCount,
    refusals: [...request.refusals, ...stale],
  };
}
