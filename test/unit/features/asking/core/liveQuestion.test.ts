import assert from "node:assert/strict";
import type { BuiltInHubOptions } from "../../../../../src/contract/builtInHubApi";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import { servedModelKey } from "../../../../../src/contract/chatModel";
import { modelId } from "../../../../../src/client/modelId";
import { createSend } from "../../../../../src/client/undiciSend";
import * as builtInHub from "../../../../../src/builtInHub/index";
import { callsOf, piece, startModelServer } from "../../../../support/modelServer";
import { until } from "../../../../support/until";
import { atEnd, closeAll } from "../../../client/hubFixture";
import { realAsking, toQuestions } from "./realQuestion";

describe("a question to a language model", () => {
  afterEach(closeAll);

  it("shows the steps and the words as they come, and in the end the answer", async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const server = await startModelServer(({ body }) =>
      body.messages?.at(-1)?.role === "tool"
        ? {
            events: [piece({ content: "Forty" })],
            later: { after: mayEnd, events: [piece({ content: "-two." }), piece({}, "stop")] },
          }
        : callsOf(["unknown_tool", { query: "a" }]),
    );
    const send = createSend({});
    const model = { address: server.base, identifier: "scripted", send, key: async () => "k" };
    const load = async () => ({
      ...builtInHub,
      startBuiltInHub: (options: BuiltInHubOptions) =>
        builtInHub.startBuiltInHub({ ...options, models: () => [model] }),
    });
    atEnd(async () => {
      await send.close();
      await server.close();
    });
    const { ask, connection } = await realAsking(undefined, load);
    await connection.useBuiltIn(true);
    const [conversation, other] = [new Conversation(), new Conversation()];
    const told: string[] = [];
    conversation.onDidProgress((id) => told.push(id));
    other.onDidProgress(() => assert.fail("this is not its question"));
    const question = { typed: "6 * 7", expertId: 5, modelId: modelId(servedModelKey(model)) };
    const asked = ask(conversation, question);
    const { id } = conversation.turns[0]!;
    await until("the first words are there", () => conversation.live(id)?.text === "Forty");
    const { steps, running } = conversation.live(id)!;
    assert.deepEqual([steps.flat().map(({ tool }) => tool), running], [["unknown_tool"], []]);
    const asking = ask(other, { ...question, modelId: 1 });
    end();
    const { result } = await asked;
    assert.equal(result.state === "done" && result.received.value.output, "Forty-two.");
    assert.equal(conversation.live(id), undefined);
    assert.deepEqual([...new Set(told)], [id]);
    await asking;
  });

  it("has no id of a turn where it goes to another hub", async () => {
    const { ask, own } = await realAsking(toQuestions(() => ({ output: "Fine." })));
    const { id } = await ask(new Conversation(), { typed: "x" });
    assert.equal(
      own.requests.some((request) => request.includes(id)),
      false,
    );
    assert.equal(
      own.requests.some((request) => request.includes("expert-hub-progress")),
      false,
    );
  });
});
