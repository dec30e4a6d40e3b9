import * as vscode from "vscode";
import { Owner } from "../../../kit/disposable";
import { t } from "../../../kit/l10n";
import { setContext } from "../../../platform/editor/contextKeys";
import { proposalScheme } from "../../../platform/editor/manifest";

export interface Proposal {
  document: vscode.TextDocument;
  /** The whole document after the replacement. */
  proposed: string;
  title: string;
}

interface Open {
  readonly uri: vscode.Uri;
  readonly original: vscode.Uri;
  readonly title: string;
  settle(replace: boolean): void;
}

/** Shows a replacement as a diff and waits for the user's decision. */
export class Review extends Owner implements vscode.TextDocumentContentProvider {
  readonly #proposed = new Map<string, string>();
  #open: Open | undefined;
  /** Resolves once the previous review has been cleared away. */
  #closing = Promise.resolve();

  constructor() {
    super();
    this.register(vscode.workspace.registerTextDocumentContentProvider(proposalScheme, this));
    this.register(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        const { uri } = this.#open ?? {};
        // A tab that moves to another group is reported as closed in its old one.
        if (uri && closed.some((tab) => isDiffWith(tab, uri)) && tabsWith(uri).length === 0)
          this.settle(false);
      }),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#proposed.get(uri.toString()) ?? "";
  }

  /** Resolves with true for *Replace*. Closing the diff declines, as does another review in the meantime. */
  async ask({ document, proposed, title }: Proposal): Promise<boolean> {
    await this.#closing;
    if (this.#open) {
      await this.#show(
        this.#open,
        t("Answer this first: replace the selection as shown in the diff?"),
      );
      return false;
    }
    const uri = vscode.Uri.from({
      scheme: proposalScheme,
      path: document.uri.path,
      query: crypto.randomUUID(),
    });
    this.#proposed.set(uri.toString(), proposed);
    const { promise: answer, resolve: settle } = Promise.withResolvers<boolean>();
    const open: Open = { uri, original: document.uri, title, settle };
    this.#open = open;
    try {
      await setContext("expertHub.reviewing", true);
      await this.#show(open, t("Replace the selection as shown in the diff?"));
    } catch (error) {
      this.settle(false);
      throw error;
    }
    const decided = await answer;
    await this.#closing;
    return decided;
  }

  async #show(open: Open, question: string): Promise<void> {
    const { uri, original, title } = open;
    const [tab] = tabsWith(uri);
    await vscode.commands.executeCommand("vscode.diff", original, uri, title, {
      preview: false,
      ...(tab && { viewColumn: tab.group.viewColumn }),
    });
    const replace = t("Replace");
    void vscode.window.showInformationMessage(question, replace, t("Discard")).then((chosen) => {
      if (chosen !== undefined && this.#open === open) this.settle(chosen === replace);
    });
  }

  settle(replace: boolean): void {
    const open = this.#open;
    if (!open) return;
    this.#open = undefined;
    this.#closing = this.#close(open.uri);
    open.settle(replace);
  }

  async #close(uri: vscode.Uri): Promise<void> {
    try {
      await setContext("expertHub.reviewing", false);
      await vscode.commands.executeCommand("notifications.hideToasts");
      await vscode.window.tabGroups.close(tabsWith(uri));
    } catch {
      // The user has already closed the tab.
    }
    this.#proposed.delete(uri.toString());
  }

  override dispose(): void {
    this.settle(false);
    super.dispose();
  }
}

function tabsWith(uri: vscode.Uri): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.filter((tab) => isDiffWith(tab, uri)),
  );
}

function isDiffWith(tab: vscode.Tab, uri: vscode.Uri): boolean {
  return (
    tab.input instanceof vscode.TabInputTextDiff && tab.input.modified.toString() === uri.toString()
  );
}
