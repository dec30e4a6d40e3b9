import type * as vscode from "vscode";
import type { Chat } from "../../asking/core/chat";
import { Owner } from "../../../kit/disposable";
import { plainText } from "../../../platform/editor/plainText";
import type { ChatPage } from "./chatPage";
import { tabIcon } from "../../../platform/editor/panelTypes";
import type { ChatPlace } from "../../asking/core/chatPlaces";

const titleLength = 60;

export function tabTitle({ conversation }: Chat): string {
  return plainText(conversation.title ?? "Expert Hub", titleLength);
}

/** A chat in an editor tab that is titled like its conversation. */
export class ChatTab extends Owner implements ChatPlace {
  readonly #extensionUri: vscode.Uri;
  readonly #panel: vscode.WebviewPanel;
  readonly #page: ChatPage;

  constructor(extensionUri: vscode.Uri, panel: vscode.WebviewPanel, page: ChatPage) {
    super();
    this.#extensionUri = extensionUri;
    this.#panel = panel;
    this.#page = this.register(page);
    this.showUnseen(false);
    const { conversation } = page.chat;
    this.register(conversation.onDidChange(() => this.#name()));
    this.register(conversation.onDidChangeTurn(() => this.#name()));
    // After a reload VS Code may show an older title than the one that it reports.
    panel.title = "";
    this.#name();
  }

  get chat(): Chat {
    return this.#page.chat;
  }

  get isVisible(): boolean {
    return this.#panel.visible;
  }

  get panelType(): string {
    return this.#panel.viewType;
  }

  front(): ChatPage {
    this.#panel.reveal();
    return this.#page;
  }

  /** Its icon shows whether there is an answer that the user has not seen. */
  showUnseen(isUnseen: boolean): void {
    const name = isUnseen ? "comment-unresolved" : "comment-discussion";
    this.#panel.iconPath = tabIcon(this.#extensionUri, name);
  }

  find(): void {
    this.front().find();
  }

  close(): void {
    this.#panel.dispose();
  }

  #name(): void {
    const title = tabTitle(this.chat);
    if (this.#panel.title !== title) this.#panel.title = title;
  }
}
