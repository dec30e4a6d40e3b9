import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Options, RunningHub } from "../../../src/builtInHub/index";
import type { Call } from "../../../src/builtInHub/service/call";
import { reply } from "../../../src/builtInHub/service/progressAnswer";
import type { HeardExchange } from "../../../src/builtInHub/server";
import { faults } from "./answers";
import { plainAnswer, simpleAnswer } from "./bodies";
import { Journal, type JournalEntry } from "./journal";
import { startRedirectTarget, type RedirectTarget } from "./redirectTarget";

const crowd = 1000;

/** What get_user has where a client must let nothing through. */
const placeholders = {
  accessToken: "local-placeholder-access-token",
  apiKey: "local-placeholder-api-key",
  lastIp: "127.0.0.1",
  email: "local.user@built-in-hub.invalid",
};

/** A built-in hub with the fault catalogue, many experts up to id 1000, a journal, canaries. */
export interface HubWithFaults extends RunningHub {
  /** The last requests, oldest first. */
  journal(): readonly JournalEntry[];
  /** Where fault 2004 redirects to, and what arrived there. */
  readonly redirectTarget: RedirectTarget;
  /** The secrets in get_user, which no client may pass on. */
  readonly canaries: Readonly<Record<keyof typeof placeholders, string>>;
}

/** Starts a built-in hub with faults. */
export async function withFaults(
  start: (options: Options) => Promise<RunningHub>,
  options: Options,
): Promise<HubWithFaults> {
  const target = await startRedirectTarget();
  try {
    const added = new Faults(target);
    const listener: Options["listener"] = (exchange, call) => added.listen(exchange, call);
    const hub = await start({ ...options, listener });
    added.expertIds = hub.expertIds;
    return {
      ...hub,
      journal: () => added.journal.entries,
      redirectTarget: target,
      canaries: added.canaries,
      close: async () => void (await Promise.all([hub.close(), target.close()])),
    };
  } catch (error) {
    await target.close();
    throw error;
  }
}

class Faults {
  readonly canaries = {
    accessToken: `TOKEN-CANARY-${randomUUID()}`,
    apiKey: `APIKEY-CANARY-${randomUUID()}`,
    lastIp: `IP-CANARY-${randomUUID()}`,
    email: `EMAIL-CANARY-${randomUUID()}@built-in-hub.invalid`,
  };
  readonly journal = new Journal();
  /** Those of the hub itself. */
  expertIds: readonly number[] = [];
  readonly #target: RedirectTarget;
  readonly #seen = new Set<string>();
  #questions = 0;

  constructor(target: RedirectTarget) {
    this.#target = target;
  }

  /** Answers for an id in the catalogue or up to `crowd`, and get_user. */
  listen(exchange: HeardExchange, call?: Call): Promise<void> | undefined {
    if (!call) {
      this.journal.enter(exchange.request, exchange.response);
      const id = faultKey(exchange.request);
      return id === undefined ? undefined : this.#answer({ endpoint: "get_user" }, id, exchange);
    }
    if (call.endpoint === "get_user") return this.#answer(call, 0, exchange);
    if (call.endpoint !== "get_expert") this.#questions++;
    const id = call.expertId;
    const isOwn = this.expertIds.includes(id);
    if (isOwn && simpleAnswer(call) === undefined) return undefined;
    const isKnown = isOwn || faults.has(id) || (id >= 1 && id <= crowd);
    return isKnown ? this.#answer(call, id, exchange) : undefined;
  }

  async #answer(call: Call, id: number, exchange: HeardExchange): Promise<void> {
    // Neither a fault nor a further expert depends on what was asked.
    const good = () =>
      this.#good(call, id, exchange).catch((error: unknown) => withoutModel(error, call));
    const fault = faults.get(id);
    if (!fault) return reply(exchange.response, 200, await good());
    const mark = `${id} ${call.endpoint}`;
    const isFirst = !this.#seen.has(mark);
    this.#seen.add(mark);
    await fault({ ...exchange, call, redirectTo: this.#target.baseUrl, isFirst, good });
  }

  /** What a built-in expert answers, under this id. */
  async #good(call: Call, id: number, { answer }: HeardExchange): Promise<unknown> {
    if (call.endpoint === "get_user") return this.#withCanaries(await answer(call));
    const expertId = this.expertIds[id % this.expertIds.length] ?? 1;
    if (call.endpoint !== "get_expert") {
      const simple = simpleAnswer(call);
      return (
        simple ?? answer({ ...call, expertId, body: { ...call.body, expert_id: expertId } } as Call)
      );
    }
    const records = (await answer({ ...call, expertId })) as { name: string }[];
    return records.map((record) => ({ ...record, id, name: `${record.name} ${id}` }));
  }

  #withCanaries(user: unknown): unknown {
    const texts = Object.entries(placeholders) as [keyof typeof placeholders, string][];
    const text = texts.reduce(
      (all, [name, placeholder]) => all.replaceAll(placeholder, this.canaries[name]),
      JSON.stringify(user),
    );
    const [entry] = JSON.parse(text) as [{ user: { user_metadata: { tokens: number } } }];
    // Each question is charged for.
    entry.user.user_metadata.tokens -= 7 * this.#questions;
    return [entry];
  }
}

/** A plain answer where a built-in expert has none without a language model. */
function withoutModel(error: unknown, call: Call): unknown {
  if ((error as { status?: number }).status === 501) return plainAnswer(call);
  throw error;
}

/** `fault-N` is a valid key for get_user, which then answers as the catalogue says for N. */
function faultKey(request: IncomingMessage): number | undefined {
  const id = /^fault-(\d{3,4})$/.exec(String(request.headers["svc-api-key"]))?.[1];
  return id !== undefined && request.url === "/api/v1/get_user" ? Number(id) : undefined;
}
