import * as vscode from "vscode";
import type { Turn } from "../../app/conversation";
import { HubError } from "../../hub/errors";
import { Owner } from "../../kit/disposable";
import { plainText } from "../plainText";

const scheme = "expert-hub-answer";

/** Read-only documents with answers as the hub sent them; each is kept while it is open. */
export class RawAnswers extends Owner implements vscode.TextDocumentContentProvider {
  readonly #answers = new Map<string, unknown>();

  constructor() {
    super();
    this.register(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.register(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === scheme) this.#answers.delete(uri.query);
      }),
    );
  }

  async show({ id, asked, result }: Turn): Promise<void> {
    if (result.state !== "done") throw new HubError("not-found", "There is no such answer.");
    this.#answers.set(id, result.received.raw);
    const name = plainText(asked.expertName, 60).replaceAll(/[\\/]/g, " ");
    const uri = vscode.Uri.from({ scheme, path: `/Answer of ${name}.json`, query: id });
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  provideTextDocumentContent({ query }: vscode.Uri): string {
    return `${JSON.stringify(this.#answers.get(query), undefined, 2) ?? "null"}\n`;
  }
}
