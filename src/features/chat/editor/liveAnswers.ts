import type { Conversation } from "../../conversation/core/conversation";
import type { Turn } from "../../conversation/core/turn";
import { Owner } from "../../../kit/disposable";
import type { LiveView } from "../../../page/protocol/views";
import { Throttled } from "../../../platform/editor/throttled";
import { liveView } from "./turnView";

/** Often enough to read along, in milliseconds. */
const liveIntervalMs = 100;

/** Sends a page how the answers that it shows come along. */
export class LiveAnswers extends Owner {
  readonly #due = new Set<string>();

  constructor(
    conversation: Conversation,
    isShown: (turn: Turn) => boolean,
    send: (turnId: string, live: LiveView) => void,
  ) {
    super();
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
        const turn = conversation.get(turnId);
        if (!turn || !isShown(turn)) return;
        this.#due.add(turnId);
        job.run();
      }),
    );
  }
}
