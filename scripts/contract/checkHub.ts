// Holds a hub to every promise, one after the other.
import { Hub } from "./hub.ts";
import { promises, type Context, type HubPromise } from "./promises.ts";
import { questions } from "./questions.ts";
import { Failed, NotApplicable } from "./verdict.ts";

export interface Asked {
  baseUrl: string;
  key: string;
  expertId?: number | undefined;
  mayAsk: boolean;
  question: string;
  timeoutMs: number;
}

export interface Result {
  part: string;
  promise: string;
  section: string;
  verdict: "passed" | "failed" | "not applicable";
  /** What is wrong, why it is not applicable, or what else to note. */
  details: readonly string[];
}

/** The results in the order of the promises; only the first if the hub cannot be reached. */
export async function checkHub(options: Asked): Promise<Result[]> {
  const context = { ...options, hub: new Hub(options), lacksLlm: false };
  const reached = await judge(reachable, context);
  if (reached.verdict === "failed") return [reached];
  const results = [reached];
  for (const promise of [...promises, ...questions]) results.push(await judge(promise, context));
  return results;
}

const reachable: HubPromise = {
  part: "Connection",
  promise: "the hub can be reached",
  section: "1",
  check: async ({ hub }) => {
    await hub.get("get_user");
    return [];
  },
};

async function judge({ needs, check, ...promise }: HubPromise, context: Context): Promise<Result> {
  const result = (verdict: Result["verdict"], details: readonly string[]): Result => ({
    ...promise,
    verdict,
    details,
  });
  if (needs === "ask" && !context.mayAsk) return result("not applicable", ["needs --ask"]);
  if (needs === "expert" && context.expertId === undefined)
    return result("not applicable", ["needs --expert"]);
  try {
    return result("passed", await check(context));
  } catch (error) {
    if (error instanceof NotApplicable) return result("not applicable", [error.message]);
    if (error instanceof Failed) return result("failed", error.problems);
    throw error;
  }
}
