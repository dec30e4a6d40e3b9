import assert from "node:assert/strict";
import type { ShownState } from "../../../../../src/contract/vocabulary";
import { decideHub } from "../../../../../src/features/chat/editor/decideHub";
import { until } from "../../../../support/until";

/** A chat whose conversation is with one hub, and its question `t` with another. */
function fixture({ isKnown = true } = {}) {
  const happened: unknown[] = [];
  const hubOf = (label: string) => ({ label, ...(isKnown && { hub: label as never }) });
  const conversation = { get: (id: string) => (id === "t" ? "turn" : undefined) };
  const { promise: finished, resolve: goOn } = Promise.withResolvers<void>();
  const done =
    (name: string) =>
    (...args: unknown[]) => {
      happened.push([name, ...args]);
      return finished;
    };
  const parts = {
    connection: "connection",
    sender: {
      assertShown: (_: unknown, state?: ShownState) => {
        happened.push(["shown", state]);
        if (state?.hub === "another") throw new Error("conflict");
      },
      hubs: {
        continueHere: () => void happened.push("continued"),
        otherHub: () => hubOf("of conversation"),
        otherHubOfTurn: () => hubOf("of question"),
      },
    },
    choose: done("chosen"),
    perform: done("performed"),
  };
  let isOver = false;
  const decide = (decision: Parameters<typeof decideHub>[2]) =>
    decideHub(parts, { conversation } as never, decision).then(() => void (isOver = true));
  return { happened, decide, goOn, isOver: () => isOver };
}

describe("the hub that a conversation goes on with", () => {
  it("is that of the question that is asked again, else that of the conversation", async () => {
    for (const [turnId, isKnown, did] of [
      ["t", true, ["chosen", "connection", "of question"]],
      [undefined, true, ["chosen", "connection", "of conversation"]],
      ["unknown", true, ["chosen", "connection", "of conversation"]],
      ["t", false, ["performed", "switchHub"]],
      [undefined, false, ["performed", "switchHub"]],
    ] as const) {
      const { happened, decide, goOn, isOver } = fixture({ isKnown });
      const decided = decide({ action: "switchHub", turnId });
      await until("it is done", () => happened.length === 2);
      assert.deepEqual(happened, [["shown", undefined], did]);
      await new Promise(setImmediate);
      assert.equal(isOver(), false, "the page is drawn again only then");
      goOn();
      await decided;
    }
  });

  it("is the one in use where the user wants that, and nothing is switched", async () => {
    const { happened, decide } = fixture();
    await decide({ action: "continueHere", turnId: "t" });
    assert.deepEqual(happened, [["shown", undefined], "continued"]);
  });

  it("is not decided on a page that showed another hub or conversation", async () => {
    const shown = { hub: "here", conversation: "c", expert: 7, attachment: "a" } as never;
    const { happened, decide } = fixture();
    await decide({ action: "continueHere", shown });
    assert.deepEqual(happened[0], ["shown", { hub: "here", conversation: "c" }]);
    for (const action of ["continueHere", "switchHub"] as const) {
      const other = fixture();
      await assert.rejects(other.decide({ action, shown: { hub: "another" } as never }));
      assert.equal(other.happened.length, 1);
    }
  });
});
