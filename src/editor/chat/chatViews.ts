import * as vscode from "vscode";
import type { Chat } from "../../app/chat";
import { Owner } from "../../kit/disposable";
import { chatPanelType, viewIds } from "../manifest";
import { ChatPage, type ChatPageParts } from "./chatPage";
import type { Chats } from "./chats";
import { OpenedPage } from "./openedPage";

/** The chat in the side bar, and chats in editor tabs. */
export class ChatViews extends Owner {
  readonly #extensionUri: vscode.Uri;
  readonly #chats: Chats;
  readonly #parts: ChatPageParts;
  #side: { view: vscode.WebviewView; page: ChatPage } | undefined;
  #firstInSide: ((page: ChatPage) => void) | undefined;

  constructor(extensionUri: vscode.Uri, chats: Chats, parts: Omit<ChatPageParts, "hold">) {
    super();
    this.#extensionUri = extensionUri;
    this.#chats = chats;
    this.#parts = { ...parts, hold: (chat) => chats.hold(chat) };
    this.register(chats.onDidChangeSide((chat) => this.#side?.page.show(chat)));
  }

  /** Fills the side bar's view, each time VS Code shows it anew. */
  resolveSide(view: vscode.WebviewView, opened: OpenedPage): void {
    const page = this.#page(opened, this.#chats.side);
    const own = { view, page };
    this.#side = own;
    this.#firstInSide?.(page);
    this.#firstInSide = undefined;
    view.onDidDispose(() => {
      this.release(page);
      if (this.#side === own) this.#side = undefined;
    });
  }

  /** Shows the chat of the side bar, with the cursor in its composer. */
  async openSide(): Promise<void> {
    await this.#open((page) => page.focus());
  }

  /** Shows the chat of the side bar with its find box. */
  async findInSide(): Promise<void> {
    await this.#open((page) => page.find());
  }

  /** Shows the chat of the side bar at this turn, or where it is. */
  async showTurn(turnId: string | undefined): Promise<void> {
    await this.#open((page) => (turnId === undefined ? page.focus() : page.reveal(turnId)));
  }

  async #open(first: (page: ChatPage) => void): Promise<void> {
    this.#chats.active = this.#chats.side;
    this.#firstInSide = this.#side === undefined ? first : undefined;
    await vscode.commands.executeCommand(`${viewIds.chat}.focus`);
    if (this.#side) first(this.#side.page);
  }

  /** Shows the chat of the side bar; the cursor stays in the editor. */
  async revealSide(): Promise<void> {
    this.#chats.active = this.#chats.side;
    if (this.#side) {
      this.#side.view.show(true);
      return;
    }
    const editor = vscode.window.activeTextEditor;
    await vscode.commands.executeCommand(`${viewIds.chat}.focus`);
    if (editor) await vscode.window.showTextDocument(editor.document, editor.viewColumn);
  }

  /** Opens a chat as an editor tab. */
  openTab(chat: Chat): void {
    const panel = vscode.window.createWebviewPanel(
      chatPanelType,
      "Expert Hub",
      { viewColumn: vscode.ViewColumn.Beside },
      { retainContextWhenHidden: false },
    );
    panel.iconPath = new vscode.ThemeIcon("comment-discussion");
    const page = this.#page(new OpenedPage(panel.webview, this.#extensionUri), chat);
    this.#chats.active = chat;
    page.focus();
    panel.onDidChangeViewState(() => {
      if (panel.active) this.#chats.active = chat;
    });
    const removed = this.register(
      this.#chats.onDidRemove((gone) => {
        if (gone === chat) panel.dispose();
      }),
    );
    panel.onDidDispose(() => {
      this.release(removed);
      this.release(page);
    });
  }

  #page(opened: OpenedPage, chat: Chat): ChatPage {
    return this.register(new ChatPage(opened, chat, this.#parts));
  }
}
