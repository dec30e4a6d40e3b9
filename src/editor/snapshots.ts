import * as vscode from "vscode";
import { Owner } from "../kit/disposable";

const scheme = "expert-hub-snapshot";

/** Read-only documents with a text of one moment, kept for as long as they are open. */
export class Snapshots extends Owner implements vscode.TextDocumentContentProvider {
  readonly #texts = new Map<string, string>();

  constructor() {
    super();
    this.register(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.register(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    );
  }

  /** The name is that of the tab; its extension decides the language. */
  add(name: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme, path: `/${name}`, query: crypto.randomUUID() });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  /** Nothing of an earlier window comes back: the tab says that it is gone. */
  provideTextDocumentContent(uri: vscode.Uri): string | undefined {
    return this.#texts.get(uri.toString());
  }
}
