import assert from "node:assert/strict";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import type { Output, OutputRef } from "../../../../../src/features/changes/editor/output";
import { useOutput } from "../../../../../src/features/changes/editor/commands";
import { outputActions } from "../../../../../src/contract/vocabulary";
import { done, turn } from "../../conversation/core/savedTurns";

function fixture() {
  const conversation = new Conversation();
  const [first, last] = [turn("1", done("one")), turn("2", done("two"))];
  for (const one of [first, last]) conversation.put(one);
  const elsewhere = new Conversation();
  elsewhere.put(turn("3", done("three")));
  const used: [Conversation, OutputRef, string][] = [];
  const output = {
    use: async (...given: [Conversation, OutputRef, string]) => used.push(given),
  } as unknown as Output;
  const chats = {
    turn: (id: string) => {
      const found = conversation.get(id);
      return found && { conversation, turn: found };
    },
    saved: async (id: string) => (id === "saved" ? elsewhere : assert.fail()),
    lastAnswer: { conversation, turn: last } as
      | { conversation: Conversation; turn: typeof last }
      | undefined,
  };
  const commands = outputActions.map((action) => useOutput(action, chats, output));
  const empty = () => {
    chats.lastAnswer = undefined;
  };
  return { conversation, elsewhere, used, commands, empty };
}

describe("the commands that use an answer", () => {
  it("take the newest answer, each in its own way", async () => {
    const { conversation, used, commands } = fixture();
    for (const command of commands) await command.run();
    assert.deepEqual(
      commands.map(({ id }) => id),
      [
        "expertHub.applyOutput",
        "expertHub.copyOutput",
        "expertHub.insertOutput",
        "expertHub.replaceSelection",
        "expertHub.newFileFromOutput",
      ],
    );
    assert.deepEqual(
      used,
      outputActions.map((action) => [conversation, { turnId: "2" }, action]),
    );
  });

  it("take the answer or the code block that a caller names", async () => {
    const { conversation, used, commands } = fixture();
    const [, copy] = commands;
    await copy?.run({ turnId: "1" });
    await copy?.run({ turnId: "1", blockIndex: 0 });
    await copy?.run({ turnId: "1", blockIndex: "0" });
    // A menu passes something of its own.
    await copy?.run({ scheme: "file" });
    await copy?.run("1");
    assert.deepEqual(
      used.map(([, ref]) => ref),
      [
        { turnId: "1" },
        { turnId: "1", blockIndex: 0 },
        { turnId: "1" },
        { turnId: "2" },
        { turnId: "2" },
      ],
    );
    assert.ok(used.every(([one]) => one === conversation));
  });

  it("say that there is no answer, or no longer", async () => {
    const { used, commands, empty } = fixture();
    const [, copy] = commands;
    await assert.rejects(async () => copy?.run({ turnId: "3" }), {
      kind: "not-found",
      message: "This answer no longer exists.",
    });
    empty();
    await assert.rejects(async () => copy?.run(), {
      kind: "not-found",
      message: "There is no answer yet.",
    });
    assert.deepEqual(used, []);
  });

  it("take an answer of a conversation that is not shown", async () => {
    const { elsewhere, used, commands } = fixture();
    const [, copy] = commands;
    await copy!.run({ conversationId: "saved", turnId: "3" });
    assert.deepEqual(used, [[elsewhere, { turnId: "3" }, "copy"]]);
    await assert.rejects(
      async () => copy!.run({ conversationId: "saved", turnId: "1" }),
      /no longer exists/,
    );
  });
});
