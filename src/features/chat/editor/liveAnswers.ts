import type { Conversation } from "../../conversation/core/conversation";
import type { Turn } from "../../conversation/core/turn";
import { Owner } from "../../../kit/disposable";
import type { LiveView } from "../../../page/protocol/views";
import { Throttled } from "../../../platform/editor/throttled";
import { liveView } from "./turnView";

/** Often enough to read along, in milliseconds. */
const liveIntervalMs = 100;
/** A long text is sent less often, as all of it is sent each time: a second more for this many characters. */
const charactersPerSecond = 500_000;

/** Sends a page how the answers that it shows come along. */
export class LiveAnswers extends Owner {
  readonly #due = new Set<string>();
  readonly #sentAt = new Map<string, number>();

  constructor(
    conversation: Conversation,
    isShown: (turn: Turn) => boolean,
    send: (turnId: string, live: LiveView) => void,
  ) {
    super();
    const job = this.register(
      new Throttled(() => {
        const now = performance.now();
        for (const turnId of this.#due) {
          const live = conversation.live(turnId);
          const pauseMs = ((live?.text.length ?? 0) / charactersPerSecond) * 1000;
          if (live && now < (this.#sentAt.get(turnId) ?? -Infinity) + pauseMs) continue;
          this.#due.delete(turnId);
          this.#sentAt.set(turnId, now);
          if (live) send(turnId, liveView(live));
        }
        if (this.#due.size > 0) queueMicrotask(() => job.run());
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
