import * as vscode from "vscode";
import { ageOf } from "../../app/age";
import type { Conversations } from "../../app/savedConversations/conversations";
import type { Summary } from "../../app/savedConversations/conversationIndex";
import { Owner } from "../../kit/disposable";
import { Emitter } from "../../kit/event";
import type { OpenChats } from "../../app/chat/openChats";
import type { CommandId, TreeContext } from "../workbench/manifest";
import type { ConversationItem } from "../chat/conversationArgument";
import { plainText } from "../workbench/plainText";

const open: CommandId = "expertHub.openConversation";
const context: TreeContext = "conversation";

/** One saved conversation in the tree. */
export class ConversationRow extends vscode.TreeItem implements ConversationItem {
  readonly conversationId: string;

  constructor({ id, title, expertName, turns, askedAt }: Summary, isOpen: boolean) {
    super(plainText(title));
    this.conversationId = id;
    this.id = `conversation/${id}`;
    this.contextValue = context;
    this.description = [isOpen && "open", plainText(expertName, 60), ageOf(askedAt, Date.now())]
      .filter(Boolean)
      .join(" · ");
    this.iconPath = new vscode.ThemeIcon(isOpen ? "check" : "comment-discussion");
    this.tooltip = [
      plainText(title, 1000),
      `${plainText(expertName)} · ${turns === 1 ? "1 question" : `${turns} questions`}`,
      `Last asked ${new Date(askedAt).toLocaleString()}`,
    ].join("\n\n");
    this.command = { command: open, title: "Open", arguments: [this] };
    this.accessibilityInformation = { label: `${plainText(title)}${isOpen ? ", open" : ""}` };
  }
}

/** The rows of the tree, newest conversation first. */
export class ConversationRows extends Owner {
  readonly #conversations: Conversations;
  readonly #chats: OpenChats;
  readonly #changed = this.register(new Emitter<void>());

  readonly onDidChange = this.#changed.event;

  constructor(conversations: Conversations, chats: OpenChats) {
    super();
    this.#conversations = conversations;
    this.#chats = chats;
    this.register(conversations.onDidChange(() => this.#changed.fire()));
    this.register(chats.onDidChangeSide(() => this.#changed.fire()));
  }

  async list(): Promise<ConversationRow[]> {
    const summaries = await this.#conversations.list();
    const { id } = this.#chats.side.conversation;
    return summaries.map((summary) => new ConversationRow(summary, summary.id === id));
  }
}
