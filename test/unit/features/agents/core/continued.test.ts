import assert from "node:assert/strict";
import { ContinuedConversations } from "../../../../../src/features/agents/core/outsideMessages";

const messages = (text: string) => [
  { from: "user", text } as const,
  { from: "assistant", text: "An answer" } as const,
];

describe("conversations that go on outside of the chat", () => {
  it("are known by their messages and by whom they are with", async () => {
    const continued = new ContinuedConversations();
    await continued.remember("7", messages("One?"), "c1");
    assert.equal(await continued.find("7", messages(" One?\n")), "c1");
    assert.equal(await continued.find("8", messages("One?")), undefined);
    assert.equal(await continued.find("7", messages("Two?")), undefined);
    assert.equal(await continued.find("7", []), undefined);
  });

  it("are forgotten where 500 others came after them", async () => {
    const continued = new ContinuedConversations();
    for (const id of ["first", "second", "first"]) await continued.remember("7", messages(id), id);
    for (let n = 0; n < 499; n++) await continued.remember("7", messages(String(n)), String(n));
    assert.equal(await continued.find("7", messages("second")), undefined);
    assert.equal(await continued.find("7", messages("first")), "first");
  });
});
