import * as vscode from "vscode";
import { Owner } from "../../kit/disposable";
import { setContext } from "../contextKeys";

const scheme = "expert-hub-proposal";

export interface Proposal {
  document: vscode.TextDocument;
  /** The whole document as it would be. */
  proposed: string;
  title: string;
}

interface Open {
  uri: vscode.Uri;
  settle(replace: boolean): void;
}

/** Shows a replacement as a diff and waits for the user's yes or no. */
export class Review extends Owner implements vscode.TextDocumentContentProvider {
  readonly #proposed = new Map<string, string>();
  #open: Open | undefined;

  constructor() {
    super();
    this.register(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.register(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        if (closed.some((tab) => this.#shows(tab))) this.settle(false);
      }),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#proposed.get(uri.toString()) ?? "";
  }

  /** Resolves with true for *Replace*; closing the diff is a no. */
  async ask({ document, proposed, title }: Proposal): Promise<boolean> {
    this.settle(false);
    const uri = vscode.Uri.from({ scheme, path: document.uri.path, query: crypto.randomUUID() });
    this.#proposed.set(uri.toString(), proposed);
    const answer = new Promise<boolean>((settle) => {
      this.#open = { uri, settle };
    });
    await setContext("expertHub.reviewing", true);
    await vscode.commands.executeCommand("vscode.diff", document.uri, uri, title, {
      preview: true,
    });
    const replace = "Replace";
    void vscode.window
      .showInformationMessage("Replace the selection as the diff shows?", replace, "Discard")
      .then((chosen) => {
        if (chosen !== undefined && this.#open?.uri === uri) this.settle(chosen === replace);
      });
    const decided = await answer;
    await this.#close(uri);
    return decided;
  }

  settle(replace: boolean): void {
    const open = this.#open;
    this.#open = undefined;
    open?.settle(replace);
  }

  async #close(uri: vscode.Uri): Promise<void> {
    await setContext("expertHub.reviewing", false);
    await vscode.commands.executeCommand("notifications.hideToasts");
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    await vscode.window.tabGroups.close(tabs.filter((tab) => isDiffWith(tab, uri)));
    this.#proposed.delete(uri.toString());
  }

  #shows(tab: vscode.Tab): boolean {
    return this.#open !== undefined && isDiffWith(tab, this.#open.uri);
  }

  override dispose(): void {
    this.settle(false);
    super.dispose();
  }
}

function isDiffWith(tab: vscode.Tab, uri: vscode.Uri): boolean {
  return (
    tab.input instanceof vscode.TabInputTextDiff && tab.input.modified.toString() === uri.toString()
  );
}
