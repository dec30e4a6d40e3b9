import * as vscode from "vscode";
import { locale, messagesInUse } from "../../../kit/l10n";
import { type PageKind, pageHtml, pageMessages, pageOptions, readPageCode } from "./pageHtml";

/** A webview whose page is loading, and the messages that it sent before anything listened. */
export class OpenedPage {
  readonly #webview: vscode.Webview;
  readonly #early: unknown[] = [];
  readonly #waiting: vscode.Disposable;

  constructor(webview: vscode.Webview, extensionUri: vscode.Uri, kind?: PageKind) {
    const folder = vscode.Uri.joinPath(extensionUri, "dist", "webview");
    this.#webview = webview;
    webview.options = pageOptions(folder);
    this.#waiting = webview.onDidReceiveMessage((message: unknown) => this.#early.push(message));
    const messages = messagesInUse();
    webview.html = pageHtml(
      readPageCode(folder.fsPath),
      webview.asWebviewUri(folder).toString(),
      messages && { language: locale(), messages: pageMessages(folder.fsPath, messages) },
      kind,
    );
  }

  /** Receives every message of the page, including those sent earlier. */
  onDidReceiveMessage(listener: (message: unknown) => unknown): vscode.Disposable {
    this.#waiting.dispose();
    for (const message of this.#early.splice(0)) listener(message);
    return this.#webview.onDidReceiveMessage(listener);
  }

  postMessage(message: unknown): Thenable<boolean> {
    return this.#webview.postMessage(message);
  }
}
