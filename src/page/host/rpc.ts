import type { ArgsOf, CallName, ResultOf } from "../protocol/calls";
import type { HostEvent } from "../protocol/messages";
import { isRecord } from "../../contract/record";
import type { ShownState } from "../../contract/vocabulary";

/** A call without arguments takes no second parameter. */
type Given<N extends CallName> = ArgsOf<N> extends undefined ? [] : [args: ArgsOf<N>];

/** The host as the page sees it: calls that are always answered, and events. */
export interface Host {
  call<N extends CallName>(name: N, ...args: Given<N>): Promise<ResultOf<N>>;
  /** A call that nothing here waits for; the page reports its failure. */
  run<N extends CallName>(name: N, ...args: Given<N>): void;
  /** What the page currently shows; sent with each call. */
  shown: ShownState | undefined;
  /** What the user changes here, until the host has accepted and confirmed it. */
  readonly changes: Set<Promise<unknown>>;
  /** Resolves once it has. */
  changesTaken(): Promise<unknown>;
}

/** Calls that change what is asked; the host answers after it has sent the page the result. */
const changing: ReadonlySet<CallName> = new Set([
  "setOptions",
  "attachSuggested",
  "removeAttachment",
  "updateAttachment",
  "recallQuestion",
  "useAbility",
  "pickExpert",
  "pickModel",
  "acceptCompletion",
]);

/** The user declined what the call needs. */
export class Declined extends Error {}

interface Pending {
  resolve(result: unknown): void;
  reject(reason: Error): void;
}

interface Ends {
  post(message: unknown): void;
  onEvent(event: HostEvent): void;
  onFailure(reason: unknown): void;
}

/** Connects the page to the host. */
export function connect({ post, onEvent, onFailure }: Ends): Host {
  const pending = new Map<number, Pending>();
  const changes = new Set<Promise<unknown>>();
  let lastId = 0;

  addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data)) return;
    if (typeof data["reply"] === "number") {
      const waiting = pending.get(data["reply"]);
      pending.delete(data["reply"]);
      if (data["declined"] === true) waiting?.reject(new Declined());
      else if (typeof data["failure"] === "string") waiting?.reject(new Error(data["failure"]));
      else waiting?.resolve(data["result"]);
      return;
    }
    // Only the host posts here: what it posts is checked where it is compiled.
    if (typeof data["event"] === "string") onEvent(data as unknown as HostEvent);
  });

  return {
    shown: undefined,
    changes,
    run(name, ...args) {
      this.call(name, ...args).catch(onFailure);
    },
    changesTaken: () => Promise.allSettled(changes),
    async call<N extends CallName>(name: N, ...[args]: Given<N>): Promise<ResultOf<N>> {
      const id = ++lastId;
      const answer = new Promise<unknown>((resolve, reject) => {
        pending.set(id, { resolve, reject });
      });
      post({ call: name, id, args, shown: this.shown });
      if (changing.has(name)) {
        changes.add(answer);
        const taken = () => changes.delete(answer);
        answer.then(taken, taken);
      }
      return (await answer) as ResultOf<N>;
    },
  };
}
