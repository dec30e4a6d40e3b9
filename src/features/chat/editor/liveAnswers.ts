import type { Chat } from "../../asking/core/chat";
import { Owner } from "../../../kit/disposable";
import type { LiveView } from "../../../page/protocol/views";
import { Throttled } from "../../../platform/editor/throttled";
import { liveView } from "./turnView";

/** Often enough to read along, in milliseconds. */
const liveIntervalMs = 100;

/** Sends a page how the answers of its chat come along. */
export class LiveAnswers extends Owner {
  readonly #due = new Set<string>();

  constructor(chat: Chat, send: (turnId: string, live: LiveView) => void) {
    super();
    const { conversation } = chat;
    const job = this.register(
      new Throttled(() => {
        for (const turnId of this.#due) {
          const live = conversation.live(turnId);
          if (live) send(turnId, liveView(live));
        }
        this.#due.clear();
      }, liveIntervalMs),
    );
    this.register(
      conversation.onDidProgress((turnId) => {
        this.#due.add(turnId);
        job.run();
      }),
    );
  }
}
