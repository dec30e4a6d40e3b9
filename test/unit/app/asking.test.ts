import assert from "node:assert/strict";
import type { Account } from "../../../src/app/account";
import { Asking } from "../../../src/app/asking";
import type { Connection } from "../../../src/app/connection";
import { Conversation } from "../../../src/app/conversation";
import type { Settings } from "../../../src/app/ports";
import type { Roster } from "../../../src/app/roster";
import { done, scope, turn } from "./savedTurns";

/** The hub answers with the question. */
const invokeAgent = async ({ input_data: output = "" }) => ({
  value: { output, intermediate_steps: [] },
  raw: {},
  bytes: 1,
  elapsedMs: 1,
});

function asking(): Asking {
  const settings = { memory: "none" } as Settings;
  return new Asking({
    connection: { hub: { scope }, client: async () => ({ invokeAgent }) } as unknown as Connection,
    roster: { get: () => undefined } as unknown as Roster,
    account: { known: undefined } as Account,
    settings,
  });
}

describe("a question that is asked again", () => {
  it("P6 keeps the answer that still comes in the window that asked it first", async () => {
    const conversation = new Conversation();
    conversation.put(turn("1", { state: "interrupted" }));
    const again = asking();
    const question = { typed: "question 1", expertId: 1 };
    const settled = again.ask(conversation, again.prepare(conversation, question), {
      replacing: "1",
    });
    assert.deepEqual(
      conversation.turns.map(({ result }) => result.state),
      ["waiting"],
    );
    conversation.merge([{ kind: "turn", turn: turn("1", done("of the other window")) }]);
    await settled;
    assert.deepEqual(
      conversation.turns.map(
        ({ result }) => result.state === "done" && result.received.value.output,
      ),
      ["question 1", "of the other window"],
    );
  });
});
