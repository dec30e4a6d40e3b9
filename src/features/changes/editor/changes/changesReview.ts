import * as vscode from "vscode";
import { Owner } from "../../../../kit/disposable";
import { t } from "../../../../kit/l10n";
import { setContext } from "../../../../platform/editor/contextKeys";
import { rememberReview } from "../../../../platform/editor/leftReviews";
import { changesScheme } from "../../../../platform/editor/manifest";
import type { FileProposal } from "./fileProposal";

interface Open {
  readonly title: string;
  readonly question: string;
  readonly resources: readonly (readonly [vscode.Uri, vscode.Uri | undefined, vscode.Uri])[];
  /** The proposed texts by address. */
  readonly texts: ReadonlyMap<string, string>;
  decide(apply: boolean): void;
}

/** Shows the changes to several files in one editor, and waits for the user's decisions. */
export class ChangesReview extends Owner implements vscode.TextDocumentContentProvider {
  readonly #state: vscode.Memento;
  #open: Open | undefined;

  /** `state` is that of the workspace. */
  constructor(state: vscode.Memento) {
    super();
    this.#state = state;
    this.register(vscode.workspace.registerTextDocumentContentProvider(changesScheme, this));
    const { tabGroups } = vscode.window;
    this.register(
      tabGroups.onDidChangeTabs(({ closed }) => {
        // A tab that moves to another group is reported as closed in its old one.
        if (closed.some((tab) => this.#isOwn(tab)) && this.#tabs.length === 0) this.decide(false);
        this.#follow();
      }),
    );
    this.register(tabGroups.onDidChangeTabGroups(() => this.#follow()));
  }

  provideTextDocumentContent(uri: vscode.Uri): string | undefined {
    return this.#open?.texts.get(uri.toString());
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Brings the open review to the front. */
  async remind(): Promise<void> {
    if (this.#open) await this.#show(this.#open, t("Answer this first: apply these changes?"));
  }

  /**
   * Calls `apply` each time the user wants the changes applied, until it resolves with true. Resolves
   * with false if the user discards the changes or closes the editor.
   */
  async ask(
    { files, title, question }: { files: readonly FileProposal[]; title: string; question: string },
    apply: () => Promise<boolean>,
  ): Promise<boolean> {
    const id = crypto.randomUUID();
    const texts = new Map<string, string>();
    const resources = files.map(({ uri, document, proposed }) => {
      const { path } = uri;
      const modified = vscode.Uri.from({ scheme: changesScheme, path, query: id });
      texts.set(modified.toString(), proposed);
      return [document?.uri ?? uri, document?.uri, modified] as const;
    });
    try {
      await rememberReview(this.#state, title);
      for (let first = true; ; first = false) {
        const { promise, resolve: decide } = Promise.withResolvers<boolean>();
        this.#open = { title, question, resources, texts, decide };
        if (first) await this.#show(this.#open, question);
        if (!(await promise)) return false;
        if (await apply()) return true;
      }
    } finally {
      await this.#close();
    }
  }

  decide(apply: boolean): void {
    this.#open?.decide(apply);
  }

  async #show(open: Open, question: string): Promise<void> {
    const before = this.#tabs;
    await vscode.commands.executeCommand("vscode.changes", open.title, open.resources);
    // Another file would take the place of a preview.
    await vscode.commands.executeCommand("workbench.action.keepEditor");
    // The command always opens another tab.
    await vscode.window.tabGroups.close(before);
    this.#follow();
    const applyAll = t("Apply All");
    void vscode.window.showInformationMessage(question, applyAll, t("Discard")).then((chosen) => {
      if (chosen !== undefined && this.#open?.texts === open.texts)
        this.decide(chosen === applyAll);
    });
  }

  /** The buttons belong to this editor only. */
  #follow(): void {
    if (!this.#open) return;
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    void setContext(
      "expertHub.reviewingChanges",
      activeTab !== undefined && this.#isOwn(activeTab),
    );
  }

  async #close(): Promise<void> {
    const tabs = this.#tabs;
    this.#open = undefined;
    try {
      await setContext("expertHub.reviewingChanges", false);
      await vscode.commands.executeCommand("notifications.hideToasts");
      await vscode.window.tabGroups.close(tabs);
      await rememberReview(this.#state, undefined);
    } catch {
      // The user has already closed the tab.
    }
  }

  get #tabs(): vscode.Tab[] {
    return vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.filter((tab) => this.#isOwn(tab)),
    );
  }

  /** VS Code has no public type for the input of such a tab. */
  #isOwn({ input, label }: vscode.Tab): boolean {
    if (!this.#open) return false;
    const { textDiffs } = (input ?? {}) as { textDiffs?: readonly vscode.TabInputTextDiff[] };
    return textDiffs
      ? textDiffs.some(({ modified }) => this.#open?.texts.has(modified.toString()))
      : input === undefined && label.startsWith(this.#open.title);
  }

  override dispose(): void {
    this.decide(false);
    super.dispose();
  }
}
