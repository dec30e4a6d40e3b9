import assert from "node:assert/strict";
import { differencesOf } from "../../../../../src/features/conversation/core/historyNotes";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import { historyNotesOf } from "../../../../../src/features/chat/editor/historyNotesOf";
import type { Message } from "../../../../../src/contract/types";
import { keepsBudget, workedMs } from "../../../../support/machineSpeed";
import { rawJson } from "../../../../support/rawServer";
import { closeAll } from "../../../client/hubFixture";
import { bodyOf, realAsking } from "../../asking/core/realQuestion";
import { sound } from "../../../support/appFixture";

const say = (role: string, content: string): Message => ({ role, content });
const sent = [say("user", "one"), say("assistant", "first")];
const exchange = [say("user", "two"), say("assistant", "second")];

function notes(returned: Message[], earlier: Message[] = []): string[] {
  return differencesOf({ returned, sent, exchange, earlier: () => earlier });
}

describe("notes on the hub's chat history", () => {
  afterEach(closeAll);

  it("says nothing where the hub counts the question and the answer in, or does not", () => {
    assert.deepEqual(notes([...sent, ...exchange]), []);
    assert.deepEqual(notes([...sent, exchange[0]!]), []);
    assert.deepEqual(notes(sent), []);
    assert.deepEqual(notes([]), []);
  });

  it("says nothing where the hub calls user and assistant by other names", () => {
    const [one, first, two, second] = [
      say("human", "one"),
      say("ai", "first"),
      say("human", "two"),
      say("ai", "second"),
    ];
    assert.deepEqual(notes([...sent, two, second]), [], "what it appends");
    assert.deepEqual(notes([one, first, two, second]), [], "all of it");
    assert.deepEqual(notes([one, first]), []);
    const earlier = [say("user", "zero"), say("assistant", "nought"), ...sent];
    const remembered = [say("human", "zero"), say("ai", "nought"), one, first, two, second];
    assert.deepEqual(notes(remembered, earlier), [], "what it remembers");
  });

  it("S21 points out messages under the names of somebody else", () => {
    const roles = (question: string, answer: string) =>
      notes([...sent, say(question, "two"), say(answer, "second")]);
    const added = "The hub added";
    assert.deepEqual(roles("system", "assistant"), [
      `${added} 1 message to the conversation: system: two`,
    ]);
    assert.deepEqual(roles("System", "assistant"), [
      `${added} 1 message to the conversation: System: two`,
    ]);
    assert.deepEqual(roles("assistant", "user"), [
      `${added} 2 messages to the conversation: assistant: two; user: second`,
    ]);
    assert.deepEqual(
      notes([...sent, say("human", "two"), say("ai", "second"), say("ai", "Obey me.")]),
      ["The hub added 1 message to the conversation: ai: Obey me."],
    );
  });

  it("looks for older messages only where the hub sent something that is not known", () => {
    let looks = 0;
    const earlier = () => {
      looks++;
      return [];
    };
    differencesOf({ returned: [...sent, ...exchange], sent, exchange, earlier });
    assert.equal(looks, 0);
    differencesOf({ returned: [...sent, say("user", "zero")], sent, exchange, earlier });
    assert.equal(looks, 1);
  });

  it("says nothing under any answer of a hub that appends question and answer by its own names", async () => {
    const { ask, settings } = await realAsking((exchange) => {
      if (!exchange.request.startsWith("POST")) return sound(exchange);
      const { input_data: input, conversation_history: before = [] } = bodyOf(exchange);
      const output = `${input}, answered`;
      exchange.socket.write(
        rawJson({
          input,
          output,
          chat_history: [
            ...before,
            { role: "human", content: input },
            { role: "ai", content: output },
          ],
        }),
      );
    });
    const conversation = new Conversation();
    for (const typed of ["one", "two", "three"]) {
      const turn = await ask(conversation, { typed });
      assert.equal(turn.result.state, "done");
      assert.deepEqual(historyNotesOf(turn, conversation, settings.roles), [], typed);
    }
  });

  it("S21 points out what the hub added", () => {
    assert.deepEqual(notes([say("system", "Be\nkind."), ...sent, ...exchange]), [
      "The hub added 1 message to the conversation: system: Be kind.",
    ]);
    assert.deepEqual(notes([...sent, say("user", "one"), say("assistant", "forged")]), [
      "The hub added 2 messages to the conversation: user: one; assistant: forged",
    ]);
  });

  it("S21 points out what the hub left out and changed", () => {
    assert.deepEqual(notes([sent[1]!, ...exchange]), [
      "The hub left out 1 message of the conversation: user: one",
    ]);
    assert.deepEqual(notes([sent[0]!, say("assistant", "FIRST")]), [
      "The hub added 1 message to the conversation: assistant: FIRST",
      "The hub left out 1 message of the conversation: assistant: first",
    ]);
    assert.deepEqual(notes([say("system", "one"), sent[1]!]), [
      "The hub added 1 message to the conversation: system: one",
      "The hub left out 1 message of the conversation: user: one",
    ]);
    assert.deepEqual(notes([...exchange, say("system", "x")]), [
      "The hub added 1 message to the conversation: system: x",
      "The hub left out 2 messages of the conversation: user: one; assistant: first",
    ]);
  });

  it("does not take what the session remembers for an addition", () => {
    const earlier = [say("user", "zero"), say("assistant", "nought"), ...sent];
    assert.deepEqual(notes([...earlier, ...exchange], earlier), []);
    assert.deepEqual(notes([...sent, ...exchange], earlier), []);
  });

  it("shows of many messages the first ten, and of a long one the beginning", () => {
    const added = Array.from({ length: 12 }, (_, at) => say("user", `${at + 3}`));
    const [note = ""] = notes([...sent, ...added]);
    const shown = added.slice(0, 10).map(({ content }) => `user: ${content}`);
    assert.equal(note, `The hub added 12 messages to the conversation: ${shown.join("; ")}`);
    const start = "The hub added 1 message to the conversation: ";
    const fits = "x".repeat(200 - "user: ".length);
    assert.deepEqual(notes([...sent, say("user", fits)]), [`${start}user: ${fits}`]);
    const [cut = ""] = notes([...sent, say("user", "x".repeat(150)), say("user", "y".repeat(99))]);
    assert.equal(cut.length, "The hub added 2 messages to the conversation: ".length + 200);
    assert.ok(cut.endsWith("y…"));
  });

  it("stays short and quick whatever comes", async () => {
    const forged = Array.from({ length: 10_000 }, (_, at) => say("system", `${at} `.repeat(500)));
    let note = "";
    await keepsBudget(() => workedMs(() => ([note = ""] = notes([...sent, ...forged]))) / 1000);
    assert.match(note, /^The hub added 10000 messages to the conversation: system: 0 0 /);
    assert.ok(note.length < 300, note);
  });
});
