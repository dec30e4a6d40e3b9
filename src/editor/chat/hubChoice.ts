import type { QuestionSender } from "../../app/ask/questionSender";
import type { Chat } from "../../app/chat/chat";
import type { Connection } from "../../app/connection/connection";
import type { QuestionMarks } from "../../kit/vocabulary";
import { choose } from "../connection/switchHub";
import { perform } from "../workbench/notify";

/** Decides which hub a conversation is continued with. */
export class HubChoice {
  readonly #connection: Connection;
  readonly #sender: QuestionSender;

  constructor(connection: Connection, sender: QuestionSender) {
    this.#connection = connection;
    this.#sender = sender;
  }

  /** Rejects with `conflict` if the page showed another hub or conversation. */
  async decide(
    chat: Chat,
    remedy: "switchHub" | "continueHere",
    shown?: QuestionMarks,
  ): Promise<void> {
    const { hubs } = this.#sender;
    this.#sender.expectShown(chat, shown && { hub: shown.hub, conversation: shown.conversation });
    if (remedy === "continueHere") {
      hubs.continueHere(chat);
      return;
    }
    const hub = hubs.other(chat)?.hub;
    if (hub) await choose(this.#connection, hub);
    else await perform("switchHub");
  }
}
