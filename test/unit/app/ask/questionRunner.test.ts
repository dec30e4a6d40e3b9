import assert from "node:assert/strict";
import type { Account } from "../../../../src/app/connection/account";
import { QuestionRunner } from "../../../../src/app/ask/questionRunner";
import type { Connection } from "../../../../src/app/connection/connection";
import { Conversation } from "../../../../src/app/conversation/conversation";
import type { Settings } from "../../../../src/app/ports";
import type { Roster } from "../../../../src/app/experts/roster";
import { closeAll } from "../../hub/hubStage";
import { bodyOf, realAsking } from "./realQuestion";
import { done, scope, turn } from "../savedConversations/savedTurns";

/** The hub echoes the question. */
const invokeAgent = async ({ input_data: output = "" }) => ({
  value: { output, intermediate_steps: [] },
  raw: {},
  bytes: 1,
  elapsedMs: 1,
});

function asking(): QuestionRunner {
  const settings = { memory: "none" } as Settings;
  return new QuestionRunner({
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

describe("whom a question is asked", () => {
  afterEach(closeAll);

  it("is no ability where it goes to the language model alone", async () => {
    const { ask, own } = await realAsking();
    const chosen = { typed: "Who?", abilityId: 3, modelId: 4 };
    const conversation = new Conversation();
    await ask(conversation, chosen);
    await ask(conversation, { ...chosen, mode: "model" });
    assert.deepEqual(
      conversation.turns.map(({ asked }) => [asked.abilityName, asked.modelName]),
      [
        ["Ability 3", "Model 4"],
        [undefined, "Model 4"],
      ],
    );
    const sent = own.requests.filter((request) => request.startsWith("POST "));
    assert.deepEqual(
      sent.map((request) => "ability_id" in bodyOf({ request })),
      [true, false],
    );
  });
});
