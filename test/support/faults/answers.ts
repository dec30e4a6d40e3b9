import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Call } from "../../../src/builtInHub/service/call";
import { errorBody, reply } from "../../../src/builtInHub/service/progressAnswer";
import { sendBomb } from "./bomb";
import { hostile, nulls, wrongTypes } from "./bodies";
import { hugeMarkdown } from "./hugeMarkdown";

/** What a fault works with. */
export interface Scene {
  readonly call: Call;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
  readonly redirectTo: string;
  /** This endpoint has not had this fault before. */
  readonly isFirst: boolean;
  /** The answer of a correctly working hub. */
  good(): Promise<unknown>;
}

type Fault = (scene: Scene) => void | Promise<void>;

const statuses: Readonly<Record<number, string>> = {
  400: "The request was not understood.",
  401: "The API key is not valid.",
  402: "The tokens are used up.",
  403: "This expert is not open to this account.",
  404: "There is no such expert.",
  409: "The session is busy with another question.",
  413: "The input is too large.",
  422: "ability_id does not belong to this expert.",
  500: "The expert failed.",
  503: "The hub is being maintained.",
};

const json = { "content-type": "application/json" };
const slow = 6000;

/** The fault catalogue: what the hub answers for an expert of this id. */
export const faults: ReadonlyMap<number, Fault> = new Map<number, Fault>([
  ...Object.entries(statuses).map(
    ([status, message]) =>
      [
        Number(status),
        ({ response }: Scene) =>
          reply(response, Number(status), errorBody(Number(status), message)),
      ] as const,
  ),
  [429, ({ response }) => tooMany(response, 2)],
  [
    2001,
    ({ response }) => {
      response.writeHead(502, { "content-type": "text/html" });
      response.end("<!doctype html><title>502</title><h1>Bad gateway</h1><script>pwned=1</script>");
    },
  ],
  [
    2002,
    async ({ response, good }) => {
      const bytes = Buffer.from(JSON.stringify(await good()));
      response.writeHead(200, { ...json, "content-length": bytes.length });
      response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    },
  ],
  [2003, ({ response }) => void response.writeHead(200, { ...json, "content-length": 0 }).end()],
  [
    2004,
    ({ response, request, redirectTo }) => {
      const location = `${redirectTo}${request.url ?? ""}`;
      response.writeHead(302, { location, "content-length": 0 }).end();
    },
  ],
  [2005, () => undefined],
  [
    2006,
    async ({ response, signal, good }) => {
      await delay(slow, undefined, { signal });
      reply(response, 200, await good());
    },
  ],
  [2007, ({ response, call }) => reply(response, 200, wrongTypes(call))],
  [
    2008,
    async ({ response, good }) => {
      const answer = await good();
      reply(response, 200, Array.isArray(answer) ? answer[0] : answer);
    },
  ],
  [2009, ({ response }) => reply(response, 200, [])],
  [
    2010,
    async ({ response, call, good }) => {
      const answer = await good();
      const isAgent = call.endpoint === "invoke_agent" || call.endpoint === "invoke_llm";
      reply(response, 200, isAgent ? { ...(answer as object), output: hugeMarkdown() } : answer);
    },
  ],
  [2011, ({ response, call }) => reply(response, 200, hostile(call))],
  [2012, ({ request }) => void request.socket.resetAndDestroy()],
  [2013, async ({ response, good }) => sendBomb(response, await good())],
  [
    2014,
    async ({ response, good }) => {
      const ascii = JSON.stringify(await good()).replace(
        /[^\0-\x7F]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
      response.writeHead(200, { "content-type": "application/json; charset=utf-16" });
      response.end(`\uFEFF${ascii}`);
    },
  ],
  [2015, ({ response }) => reply(response, 200, errorBody(2015, "The expert failed."))],
  [
    2016,
    async ({ response, isFirst, good }) => {
      if (isFirst) tooMany(response, 1);
      else reply(response, 200, await good());
    },
  ],
  [2017, ({ response, call }) => reply(response, 200, nulls(call))],
  [
    2018,
    async ({ response, call, good }) => {
      const answer = await good();
      const isRecord = call.endpoint === "get_expert" && Array.isArray(answer);
      reply(
        response,
        200,
        isRecord ? [{ ...(answer[0] as object), id: 1, name: "Code Reader" }] : answer,
      );
    },
  ],
]);

function tooMany(response: ServerResponse, seconds: number): void {
  reply(response, 429, errorBody(429, "Too many questions."), { "retry-after": String(seconds) });
}
