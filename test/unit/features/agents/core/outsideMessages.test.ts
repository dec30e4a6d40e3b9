import assert from "node:assert/strict";
import {
  asHistory,
  questionIn,
  type OutsideMessage,
  ContinuedConversations,
} from "../../../../../src/features/agents/core/outsideMessages";
import { estimatedTokens } from "../../../../../src/contract/contextSize";

const user = (text: string): OutsideMessage => ({ from: "user", text });
const assistant = (text: string): OutsideMessage => ({ from: "assistant", text });

describe("the messages of a conversation from outside", () => {
  it("end with the question; empty ones are left out", () => {
    assert.deepEqual(questionIn([user("a"), assistant(" "), assistant("b"), user("c"), user("")]), {
      input: "c",
      earlier: [user("a"), assistant("b")],
    });
  });

  it("are sent with the names of roles that the settings have", () => {
    const roles = { user: "human", assistant: "ai" };
    assert.deepEqual(asHistory([user("a"), assistant("b")], { roles }), [
      { role: "human", content: "a" },
      { role: "ai", content: "b" },
    ]);
  });

  it("lead to the conversation that they were saved in, for the same expert alone", async () => {
    const continued = new ContinuedConversations();
    const messages = [user("a"), assistant("b")];
    await continued.remember("7", messages, "saved");
    assert.equal(await continued.find("7", [user("a"), assistant("b\n")]), "saved");
    assert.equal(await continued.find("8", messages), undefined);
    assert.equal(await continued.find("7", [user("a"), assistant("c")]), undefined);
    assert.equal(await continued.find("7", [assistant("a"), assistant("b")]), undefined);
    assert.equal(await continued.find("7", []), undefined);
  });

  it("forgets the oldest messages of a conversation from outside first", async () => {
    const continued = new ContinuedConversations();
    for (let at = 0; at <= 500; at++) await continued.remember("7", [user(`${at}`)], `${at}`);
    assert.equal(await continued.find("7", [user("0")]), undefined);
    assert.equal(await continued.find("7", [user("1")]), "1");
  });

  it("have about as many tokens as language models count", () => {
    assert.equal(estimatedTokens(""), 0);
    assert.equal(estimatedTokens("four"), 1);
    assert.equal(estimatedTokens("a".repeat(400)), 100);
    assert.equal(estimatedTokens("漢字"), 3);
  });
});
