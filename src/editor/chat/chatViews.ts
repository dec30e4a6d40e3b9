import * as vscode from "vscode";
import type { Chat } from "../../app/chat";
import { Owner, type Disposable } from "../../kit/disposable";
import { viewIds } from "../manifest";
import { ChatPage, type ChatPageParts } from "./chatPage";
import type { Chats } from "./chats";
import { ChatTab } from "./chatTab";
import { freePanelType } from "./panelTypes";
import { OpenedPage } from "./openedPage";
import type { Place } from "./places";

/** The chat in the side bar, and chats in editor tabs. */
export class ChatViews extends Owner {
  readonly #extensionUri: vscode.Uri;
  readonly #chats: Chats;
  readonly #parts: ChatPageParts;
  #side: { view: vscode.WebviewView; page: ChatPage; place: Place } | undefined;
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
    const place: Place = {
      get chat() {
        return page.chat;
      },
      get isVisible() {
        return view.visible;
      },
      find: () => this.find(),
    };
    const own = { view, page, place };
    const placed = this.#place(place, page);
    this.#side = own;
    if (this.#firstInSide) this.#chats.places.enter(place);
    this.#firstInSide?.(page);
    this.#firstInSide = undefined;
    view.onDidDispose(() => {
      this.release(placed);
      this.release(page);
      if (this.#side === own) this.#side = undefined;
    });
  }

  /** Shows the chat of the side bar, with the cursor in its composer. */
  async openSide(): Promise<void> {
    await this.#open((page) => page.focus());
  }

  /** Shows the chat of the side bar with its find box. */
  async find(): Promise<void> {
    await this.#open((page) => page.find());
  }

  /** Shows the chat of the side bar at this turn, or where it is. */
  async showTurn(turnId: string | undefined): Promise<void> {
    await this.#open((page) => (turnId === undefined ? page.focus() : page.reveal(turnId)));
  }

  async #open(first: (page: ChatPage) => void): Promise<void> {
    this.#enterSide();
    this.#firstInSide = this.#side === undefined ? first : undefined;
    await vscode.commands.executeCommand(`${viewIds.chat}.focus`);
    if (this.#side) first(this.#side.page);
  }

  /** Shows the chat of the side bar; the cursor stays in the editor. */
  async revealSide(): Promise<void> {
    this.#enterSide();
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
      freePanelType(),
      "Expert Hub",
      { viewColumn: vscode.ViewColumn.Beside },
      { retainContextWhenHidden: false },
    );
    const page = new ChatPage(new OpenedPage(panel.webview, this.#extensionUri), chat, this.#parts);
    const tab = this.register(new ChatTab(panel, page));
    const placed = this.#place(tab, page);
    this.#chats.places.enter(tab);
    page.focus();
    panel.onDidChangeViewState(() => {
      if (panel.active) this.#chats.places.enter(tab);
    });
    const removed = this.register(
      this.#chats.onDidRemove((gone) => {
        if (gone === chat) tab.close();
      }),
    );
    panel.onDidDispose(() => {
      this.release(removed);
      this.release(placed);
      this.release(tab);
    });
  }

  #enterSide(): void {
    if (this.#side) this.#chats.places.enter(this.#side.place);
  }

  #place(place: Place, page: ChatPage): Disposable {
    const { places } = this.#chats;
    page.onDidEnter(() => places.enter(place));
    return this.register(places.add(place));
  }

  #page(opened: OpenedPage, chat: Chat): ChatPage {
    return this.register(new ChatPage(opened, chat, this.#parts));
  }
}
