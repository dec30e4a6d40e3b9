// Holds a hub to every promise, one after the other.
import { Hub } from "./hub.js";
import { promises } from "./promises.js";
import { Failed, NotApplicable } from "./verdict.js";

/** The results in the order of the promises; only the first if the hub cannot be reached. */
export async function checkHub(options) {
  const context = { ...options, hub: new Hub(options) };
  const reached = await judge(reachable, context);
  if (reached.verdict === "failed") return [reached];
  const results = [reached];
  for (const promise of promises) results.push(await judge(promise, context));
  return results;
}

const reachable = {
  part: "Connection",
  promise: "the hub can be reached",
  section: "1",
  check: async ({ hub }) => {
    await hub.get("get_user");
    return [];
  },
};

async function judge({ part, promise, section, needs, check }, context) {
  const result = (verdict, details) => ({ part, promise, section, verdict, details });
  const lacking = missingOption(needs, context);
  if (lacking !== undefined) return result("not applicable", [lacking]);
  try {
    return result("passed", await check(context));
  } catch (error) {
    if (error instanceof NotApplicable) return result("not applicable", [error.message]);
    if (error instanceof Failed) return result("failed", error.problems);
    throw error;
  }
}

function missingOption(needs, { expertId, mayAsk }) {
  if (needs === "ask" && !mayAsk) return "needs --ask";
  if (needs === "expert" && expertId === undefined) return "needs --expert";
  return undefined;
}
