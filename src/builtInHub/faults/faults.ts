import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { experts } from "../experts/catalog";
import type { AccountSecrets } from "../service/account";
import type { Call } from "../service/call";
import { reply } from "../service/reply";
import type { Service } from "../service/service";
import { Refusal } from "../refusal";
import { faults } from "./answers";
import { plainAnswer } from "./bodies";
import { Journal, type JournalEntry } from "./journal";
import { startRedirectTarget, type RedirectTarget } from "./redirectTarget";

const journalPath = "/_journal";
const crowd = 1000;

/** The hub for tests: the fault catalogue, many experts up to id 1000, a journal, canaries. */
export class Faults {
  readonly canaries: AccountSecrets = {
    accessToken: `TOKEN-CANARY-${randomUUID()}`,
    apiKey: `APIKEY-CANARY-${randomUUID()}`,
    lastIp: `IP-CANARY-${randomUUID()}`,
    email: `EMAIL-CANARY-${randomUUID()}@built-in-hub.invalid`,
  };
  readonly journal = new Journal();
  readonly target: RedirectTarget;
  readonly #seen = new Set<string>();
  #service: Service | undefined;

  static async start(): Promise<Faults> {
    return new Faults(await startRedirectTarget());
  }

  private constructor(target: RedirectTarget) {
    this.target = target;
  }

  /** The working hub behind the faults. */
  attach(service: Service): void {
    this.#service = service;
  }

  enter(request: IncomingMessage, response: ServerResponse): JournalEntry | undefined {
    return request.url === journalPath ? undefined : this.journal.enter(request, response);
  }

  showJournal(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.url !== journalPath) return false;
    reply(response, 200, this.journal.entries);
    return true;
  }

  /** `fault-N` is a valid key for get_user, which then answers as the catalogue says for N. */
  keyFor(request: IncomingMessage): string | undefined {
    return faultKey(request) === undefined ? undefined : String(request.headers["svc-api-key"]);
  }

  /** Answers for an id in the catalogue or up to `crowd`; false if the hub itself should. */
  async answer(
    call: Call,
    request: IncomingMessage,
    response: ServerResponse,
    signal: AbortSignal,
  ): Promise<boolean> {
    const id = call.endpoint === "get_user" ? faultKey(request) : call.expertId;
    if (id === undefined || experts().some(({ record }) => record.id === id)) return false;
    const fault = faults.get(id);
    // Neither a fault nor a further expert depends on what was asked.
    const good = () =>
      this.#good(call, id, signal).catch((error: unknown) => withoutModel(error, call));
    if (!fault) {
      if (id < 1 || id > crowd) return false;
      reply(response, 200, await good());
      return true;
    }
    const mark = `${id} ${call.endpoint}`;
    const isFirst = !this.#seen.has(mark);
    this.#seen.add(mark);
    await fault({
      call,
      request,
      response,
      signal,
      redirectTo: this.target.baseUrl,
      isFirst,
      good,
    });
    return true;
  }

  /** What a built-in expert answers, under this id. */
  async #good(call: Call, id: number, signal: AbortSignal): Promise<unknown> {
    const own = experts()[id % experts().length]?.record.id ?? 1;
    const asOwn =
      "body" in call
        ? ({ ...call, expertId: own, body: { ...call.body, expert_id: own } } as Call)
        : call.endpoint === "get_expert"
          ? { ...call, expertId: own }
          : call;
    const answer = await this.#service?.answer(asOwn, { signal });
    if (call.endpoint !== "get_expert" || !Array.isArray(answer)) return answer;
    return answer.map((record: { name: string }) => ({
      ...record,
      id,
      name: `${record.name} ${id}`,
    }));
  }
}

/** A plain answer where a built-in expert has none without a language model. */
function withoutModel(error: unknown, call: Call): unknown {
  if (error instanceof Refusal && error.status === 501) return plainAnswer(call);
  throw error;
}

function faultKey(request: IncomingMessage): number | undefined {
  const id = /^fault-(\d{3,4})$/.exec(String(request.headers["svc-api-key"]))?.[1];
  return id !== undefined && request.url === "/api/v1/get_user" ? Number(id) : undefined;
}
