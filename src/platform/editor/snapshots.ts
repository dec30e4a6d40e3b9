import * as vscode from "vscode";
import { Owner } from "../../kit/disposable";

const scheme = "expert-hub-snapshot";

/** Read-only documents with a fixed text, kept while they are open. */
export class Snapshots extends Owner implements vscode.TextDocumentContentProvider {
  readonly #texts = new Map<string, string>();

  constructor() {
    super();
    this.register(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.register(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    );
  }

  /** `name` is the tab's title; its extension determines the language. `of` is a conversation id. */
  add(name: string, text: string, of = ""): vscode.Uri {
    const query = crypto.randomUUID();
    const uri = vscode.Uri.from({ scheme, path: `/${name}`, query, fragment: of });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  /** Closes the documents of this conversation. */
  async forget(of: string): Promise<void> {
    for (const uri of this.#texts.keys()) if (uri.endsWith(`#${of}`)) this.#texts.delete(uri);
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    await vscode.window.tabGroups.close(
      tabs.filter(
        ({ input }) =>
          input instanceof vscode.TabInputText &&
          input.uri.scheme === scheme &&
          input.uri.fragment === of,
      ),
    );
  }

  /** Snapshots of an earlier window are not restored: the tab says that the text is gone. */
  provideTextDocumentContent(uri: vscode.Uri): string | undefined {
    return this.#texts.get(uri.toString());
  }
}
