// What docs/service.md promises of a hub, as far as it can be seen from outside.
import { isDeepStrictEqual } from "node:util";
import { expectError, expectJson, expectSuccess } from "./expect.ts";
import { unknownExpert, wrongKey, type Hub } from "./hub.ts";
import { Failed, NotApplicable } from "./verdict.ts";

/** What is known of the hub under test. */
export interface Context {
  readonly hub: Hub;
  readonly expertId?: number | undefined;
  readonly mayAsk: boolean;
  readonly question: string;
  /** Found out by the first check of `invoke_llm`. */
  lacksLlm: boolean;
}

export interface HubPromise {
  readonly part: string;
  readonly promise: string;
  /** Of docs/service.md. */
  readonly section: string;
  /** An option without which it is not checked. */
  readonly needs?: "ask" | "expert";
  /** Resolves with notes, or throws `Failed` or `NotApplicable`. */
  readonly check: (context: Context) => Promise<string[]>;
}

const calls = {
  "/api/v1/get_user": "get",
  "/api/v1/get_expert/{id}": "get",
  "/api/v1/invoke_agent": "post",
  "/api/v1/invoke_llm": "post",
};

async function checkExpert({ hub, expertId }: Context): Promise<string[]> {
  const answer = await hub.get(`get_expert/${expertId}`);
  const { body, notes } = expectSuccess(answer, "/api/v1/get_expert/{id}");
  const [record] = body as [{ id: number }];
  if (record.id !== expertId) throw new Failed(["[0].id is not the id that was asked for"]);
  return notes;
}

async function checkExpertByQuery({ hub, expertId }: Context): Promise<string[]> {
  const byPath = await hub.get(`get_expert/${expertId}`);
  const byQuery = await hub.get(`get_expert?id=${expertId}`);
  if (byPath.status === 200 && [400, 404, 405].includes(byQuery.status))
    throw new NotApplicable("this hub takes the id in the path only");
  const { body, notes } = expectSuccess(byQuery, "/api/v1/get_expert");
  if (byPath.status === 200 && !isDeepStrictEqual(body, expectJson(byPath)))
    throw new Failed(["the record differs from the one that the path gives"]);
  return notes;
}

interface Description {
  openapi?: string;
  paths?: Record<string, Record<string, unknown>>;
}

async function checkDescription({ hub }: Context): Promise<string[]> {
  const answer = await hub.get("openapi.json");
  if (answer.status !== 200) throw new NotApplicable("this hub does not serve one, and need not");
  const { openapi = "", paths } = Object(expectJson(answer)) as Description;
  if (!/^3\.\d+\.\d+$/.test(openapi)) throw new Failed(["openapi is not a version 3"]);
  const missing = Object.entries(calls).filter(([path, method]) => !paths?.[path]?.[method]);
  if (missing.length > 0) throw new Failed(missing.map(([path]) => `${path} is missing`));
  return [];
}

export const promises: readonly HubPromise[] = [
  {
    part: "Account",
    promise: "get_user answers with the account as described",
    section: "4.1",
    check: async ({ hub }) => expectSuccess(await hub.get("get_user"), "/api/v1/get_user").notes,
  },
  {
    part: "Account",
    promise: "get_user without a key is refused with an Error",
    section: "5",
    check: async ({ hub }) => expectError(await hub.get("get_user", { key: null })),
  },
  {
    part: "Account",
    promise: "get_user with a wrong key is refused with an Error",
    section: "5",
    check: async ({ hub }) => expectError(await hub.get("get_user", { key: wrongKey })),
  },
  {
    part: "Experts",
    promise: "get_expert with the id in its path answers with that expert as described",
    section: "4.2",
    needs: "expert",
    check: checkExpert,
  },
  {
    part: "Experts",
    promise: "get_expert with the id as a parameter answers with the same expert",
    section: "4.2",
    needs: "expert",
    check: checkExpertByQuery,
  },
  {
    part: "Experts",
    promise: "get_expert without a key is refused with an Error",
    section: "5",
    needs: "expert",
    check: async ({ hub, expertId }) =>
      expectError(await hub.get(`get_expert/${expertId}`, { key: null })),
  },
  {
    part: "Experts",
    promise: "get_expert for an unknown expert is refused with an Error",
    section: "7",
    check: async ({ hub }) => expectError(await hub.get(`get_expert/${unknownExpert}`)),
  },
  {
    part: "Description",
    promise: "openapi.json describes the calls of the service",
    section: "9",
    check: checkDescription,
  },
];
