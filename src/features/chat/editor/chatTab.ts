import * as vscode from "vscode";
import type { Chat } from "../../asking/core/chat";
import { Owner } from "../../../kit/disposable";
import { plainText } from "../../../platform/editor/plainText";
import type { ChatPage } from "./chatPage";
import type { ChatPlace } from "../../asking/core/chatPlaces";

const titleLength = 60;
const tabIcon = "comment-discussion";
const unseenIcon = "comment-unresolved";

export function tabTitle({ conversation }: Chat): string {
  return plainText(conversation.title ?? "Expert Hub", titleLength);
}

/** A chat in an editor tab that is titled like its conversation. */
export class ChatTab extends Owner implements ChatPlace {
  readonly #panel: vscode.WebviewPanel;
  readonly #page: ChatPage;

  constructor(panel: vscode.WebviewPanel, page: ChatPage) {
    super();
    this.#panel = panel;
    this.#page = this.register(page);
    panel.iconPath = new vscode.ThemeIcon(tabIcon);
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

  /** Its page, brought to the front. */
  front(): ChatPage {
    this.#panel.reveal();
    return this.#page;
  }

  /** Its icon shows whether there is an answer that the user has not seen. */
  showUnseen(isUnseen: boolean): void {
    this.#panel.iconPath = new vscode.ThemeIcon(isUnseen ? unseenIcon : tabIcon);
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
