import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CallerQuestions,
  type CallerQuestion,
} from "../../../../../src/features/agents/core/callerQuestions";
import type { HubError } from "../../../../../src/contract/errors";
import { rawJson } from "../../../../support/rawServer";
import { until } from "../../../../support/until";
import { bodyOf } from "../../asking/core/realQuestion";
import { selected, senderFixture } from "../../asking/core/senderFixture";
import { Policy } from "../../../../../src/policy/policy";
import { closeAll } from "../../../client/hubFixture";

const question: CallerQuestion = { caller: "tool", input: "Why?", expertId: 8 };

async function fixture() {
  const sending = await senderFixture();
  const { chats, connection, roster, sender } = sending;
  let missing: "key" | undefined;
  let isStalled = false;
  const setup = { next: async () => (isStalled ? new Promise<never>(() => {}) : missing) };
  const questions = new CallerQuestions({ setup, roster, chats, sender, connection });
  const ask = (more: Partial<CallerQuestion> = {}, signal = new AbortController().signal) =>
    questions.ask({ ...question, ...more }, { signal });
  return {
    ...sending,
    caller: questions,
    ask,
    miss: () => (missing = "key"),
    stall: (yes: boolean) => (isStalled = yes),
  };
}

const codex = { id: "codex", name: "Codex" };
const silent = () => new Promise<boolean>(() => {});

const rejectsAs = (kind: HubError["kind"]) => (error: HubError) => error.kind === kind;

describe("a question of a caller", () => {
  afterEach(closeAll);

  it("has a conversation of its own, and leaves the chat as it is", async () => {
    const { ask, chats, questions } = await fixture();
    const { side } = chats;
    side.draft = "A draft";
    const { answer, conversationId, turn } = await ask();
    assert.equal(answer.output, "Fine.");
    assert.equal(turn.question.caller, "tool");
    assert.notEqual(conversationId, side.conversation.id);
    assert.deepEqual([chats.side, side.draft, side.isUnasked], [side, "A draft", true]);
    assert.deepEqual(
      questions().map(({ expert_id, input_data }) => [expert_id, input_data]),
      [[8, "Why?"]],
    );
    const saved = await chats.saved(conversationId);
    assert.equal(saved.turns[0]?.question.caller, "tool");
  });

  it("is asked with the ability and the model that are chosen for the expert, or its own", async () => {
    const { ask, chats, questions, roster } = await fixture();
    await roster.choose(8, { abilityId: 3, modelId: 6 });
    const { conversationId } = await ask();
    await ask({ abilityId: 4, modelId: 5 });
    assert.deepEqual(
      questions().map(({ ability_id, model_id }) => [ability_id, model_id]),
      [
        [3, 6],
        [4, 5],
      ],
    );
    await until("it is let go", () => chats.of(conversationId) === undefined);
  });

  it("says how long it waits for the hub, and nothing once it is over", async () => {
    const { caller, hold, held } = await fixture();
    hold(true);
    const waits: number[] = [];
    const { signal } = new AbortController();
    const asked = caller.ask(question, { signal, onWait: (seconds) => waits.push(seconds) });
    await until("the hub has it", () => held.length === 1);
    const busy = { status: 429, head: ["Retry-After: 1"] };
    held[0]!.socket.write(rawJson({ error: 429, message: "Busy." }, busy));
    await until("it has it again", () => held.length === 2);
    held[1]!.socket.write(rawJson({ output: "Fine." }));
    assert.equal((await asked).answer.output, "Fine.");
    assert.ok(waits.length > 0 && waits.every((wait) => wait === 1 || wait === 2), String(waits));
  });

  it("continues its conversation with the session and the history of it", async () => {
    const { ask, questions } = await fixture();
    const { conversationId } = await ask();
    await ask({ input: "And now?", conversationId });
    const [first, second] = questions();
    assert.equal(second?.["session_id"], first?.["session_id"]);
    assert.deepEqual(
      (second!["conversation_history"] as { content: string }[]).map(({ content }) => content),
      ["Why?", "Fine."],
    );
  });

  it("can continue its conversation only while that waits for no answer", async () => {
    const { ask, caller, chats, hold, held } = await fixture();
    const { conversationId } = await ask();
    const isFree = async () =>
      (await caller.toContinue(conversationId, "tool"))?.map(({ question: { typed } }) => typed);
    assert.deepEqual(await isFree(), ["Why?"]);
    hold(true);
    const asked = ask({ conversationId });
    await until("the hub has it", () => held.length === 1);
    assert.ok(chats.of(conversationId));
    assert.equal(await isFree(), undefined);
    for (const answer of held) answer.socket.destroy();
    await asked.catch(() => undefined);
    assert.equal((await isFree())?.length, 2);
  });

  it("Y9 says who reads the answer, for whatever is not the user in the chat", async () => {
    const { ask, chats, content, sender } = await fixture();
    for (const caller of ["tool", "mcp", "participant", "languageModel"] as const)
      await ask({ caller });
    for (const by of ["command", "commitMessage", undefined] as const) {
      await (
        await sender.ask(chats.side, { typed: "Why?", expertId: 8, by })
      ).settled;
    }
    assert.deepEqual(
      content.map(({ outsider }) => outsider?.id),
      ["tool", "mcp", "participant", "languageModel", "command", undefined, undefined],
    );
    assert.equal(content[0]?.outsider?.name, "an agent in VS Code");
  });

  it("Y9 continues no conversation that the user went on with, whose files would go along", async () => {
    const { ask, caller, chats, questions, sender } = await fixture();
    const { conversationId } = await ask();
    const { chat, hold } = await chats.acquire(conversationId);
    const attachments = [selected];
    await (
      await sender.ask(chat, { typed: "And this?", attachments, expertId: 8 })
    ).settled;
    hold.dispose();
    assert.equal(await caller.toContinue(conversationId, "tool"), undefined);
    await assert.rejects(ask({ conversationId }), /no longer exists/);
    assert.equal(questions().length, 2);
  });

  it("continues no conversation of the user or of another caller", async () => {
    const { ask, chats, questions, sender } = await fixture();
    const { settled } = await sender.ask(chats.side, { typed: "Mine" });
    await settled;
    const { conversationId } = await ask({ caller: "mcp" });
    for (const id of [chats.side.conversation.id, conversationId, "../elsewhere"])
      await assert.rejects(ask({ conversationId: id }), rejectsAs("not-found"));
    assert.equal(questions().length, 2);
  });

  it("N1 is not sent when the user says no", async () => {
    const { caller, questions } = await fixture();
    const { signal } = new AbortController();
    const declined = caller.ask(question, { signal, approve: async () => false });
    await assert.rejects(declined, rejectsAs("cancelled"));
    assert.deepEqual(questions(), []);
  });

  it("N2 passes every confirmation that the chat has", async () => {
    const { ask, confirmation, questions, content } = await fixture();
    confirmation.confirm = async (_, asked) => {
      content.push(...asked);
      return false;
    };
    const earlier = [{ role: "user", content: "before" }];
    await assert.rejects(ask({ earlier }), rejectsAs("cancelled"));
    assert.deepEqual([content[0]?.question.typed, content[0]?.question.earlier], ["Why?", earlier]);
    assert.deepEqual(questions(), []);
  });

  it("is refused before the setup is complete, and for experts that are not listed", async () => {
    const { ask, miss, questions } = await fixture();
    await assert.rejects(ask({ expertId: 404 }), rejectsAs("not-found"));
    miss();
    await assert.rejects(ask(), rejectsAs("no-key"));
    assert.deepEqual(questions(), []);
  });

  it("is refused where the policy turns its way off", async () => {
    const { ask, own, policy } = await fixture();
    const callers = ["mcp", "tool", "participant", "languageModel"] as const;
    for (const rules of [{ mcpServer: false }, { editorChat: false }]) {
      policy.current = new Policy(rules);
      for (const caller of callers) {
        const isOff = (caller === "mcp") === "mcpServer" in rules;
        const before = own.requests.length;
        if (isOff)
          await assert.rejects(ask({ caller }), { message: /^Set by your organisation: / });
        else await ask({ caller });
        assert.equal(own.requests.length > before, !isOff, caller);
      }
    }
  });

  it("N3 ends with its caller, before and after it was sent", async () => {
    const { ask, confirmation, hold, held, questions } = await fixture();
    const before = new AbortController();
    confirmation.confirm = async () => {
      before.abort();
      return true;
    };
    await assert.rejects(ask({}, before.signal), {
      kind: "cancelled",
      message: "Nothing was sent.",
    });
    assert.deepEqual(questions(), []);
    confirmation.confirm = async () => true;
    hold(true);
    const after = new AbortController();
    const asked = ask({}, after.signal);
    await until("the hub has it", () => held.length === 1);
    const closed = new Promise((resolve) => held[0]!.socket.once("close", resolve));
    after.abort();
    await assert.rejects(asked, rejectsAs("cancelled"));
    await closed;
  });

  it("Y8 goes on after its caller has left if it was sent, and is not sent otherwise", async () => {
    const { caller, confirmation, hold, held, questions } = await fixture();
    const { signal } = new AbortController();
    const ask = (gone: AbortSignal, approve = async () => true) =>
      caller.ask(question, { signal, gone, approve });
    const nothingSent = { kind: "cancelled", message: "Nothing was sent." };
    const left = AbortSignal.abort();
    await assert.rejects(ask(left, assert.fail), nothingSent);
    const leaving = new AbortController();
    const leave = async () => (leaving.abort(), true);
    await assert.rejects(ask(leaving.signal, leave), nothingSent);
    const checking = new AbortController();
    confirmation.confirm = async () => (checking.abort(), true);
    await assert.rejects(ask(checking.signal), nothingSent);
    assert.deepEqual(questions(), []);
    confirmation.confirm = async () => true;
    hold(true);
    const later = new AbortController();
    const asked = ask(later.signal);
    await until("the hub has it", () => held.length === 1);
    later.abort();
    held[0]!.socket.write(rawJson({ output: "Late." }));
    assert.equal((await asked).answer.output, "Late.");
  });

  it("sends the caller's own messages instead of the history", async () => {
    const { ask, questions } = await fixture();
    const earlier = [{ role: "user", content: "before" }];
    const { conversationId } = await ask({ earlier });
    await ask({ conversationId, earlier, mode: "model" });
    assert.deepEqual(
      questions().map((sent) => sent["conversation_history"] ?? sent["input_data"]),
      [earlier, [...earlier, { role: "user", content: "Why?" }]],
    );
  });

  it("N9 is sent while dialogs of others have no answer, whichever dialogs they are", async () => {
    const { caller, confirmation, questions } = await fixture();
    const signal = new AbortController().signal;
    const confirm = confirmation.confirm.bind(confirmation);
    confirmation.confirm = (chat, asked, over) =>
      asked[0]?.question.typed === "Unanswered?" ? silent() : confirm(chat, asked, over);
    const unanswered = { ...question, input: "Unanswered?" };
    for (let count = 0; count < 10; count++) {
      void caller.ask(unanswered, { signal, approve: silent });
      void caller.ask(unanswered, { signal });
    }
    await caller.ask(question, { signal });
    await caller.ask({ ...question, caller: "mcp" }, { signal, outsider: codex });
    assert.equal(questions().length, 2);
  });

  it("N9 ends at once when it is cancelled, whatever it waits for", async () => {
    const { caller, confirmation, hold, held, questions, stall } = await fixture();
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const ends = async (use: { approve?: () => Promise<boolean> }, how: "gone" | "signal") => {
      const stopping = new AbortController();
      const signals = { signal: new AbortController().signal, [how]: stopping.signal };
      const asked = caller.ask({ ...question, input: "Never?" }, { ...signals, ...use });
      await sleep(5);
      stopping.abort();
      await assert.rejects(asked, rejectsAs("cancelled"));
    };
    for (const how of ["gone", "signal"] as const) {
      await ends({ approve: () => late }, how);
      const { confirm } = confirmation;
      confirmation.confirm = () => late;
      await ends({}, how);
      confirmation.confirm = confirm;
      stall(true);
      await ends({}, how);
      stall(false);
      hold(true);
      const before = held.length;
      const others = Array.from({ length: 8 }, () =>
        caller.ask(question, { signal: new AbortController().signal }).catch(() => undefined),
      );
      await until("the hub has eight", () => held.length === before + 8);
      await ends({}, how);
      hold(false);
      for (const { socket } of held) socket.destroy();
      await Promise.all(others);
    }
    resolve(true);
    await sleep(5);
    assert.ok(!questions().some(({ input_data: input }) => input === "Never?"));
  });

  it("N9 waits for eight others of its own client alone", async () => {
    const { caller, hold, held } = await fixture();
    hold(true);
    const { signal } = new AbortController();
    const ask = (id: string) =>
      caller
        .ask({ ...question, input: id, caller: "mcp" }, { signal, outsider: { id, name: id } })
        .catch(() => undefined);
    const all = Array.from({ length: 12 }, () => ask("cursor"));
    await until("the hub has eight", () => held.length === 8);
    all.push(ask("codex"));
    await sleep(50);
    // No more than eight connections lead to a hub.
    held[0]!.socket.destroy();
    await until("the hub has nine", () => held.length === 9);
    assert.equal(bodyOf(held[8]!).input_data, "codex");
    hold(false);
    for (const { socket } of held) socket.destroy();
    await Promise.all(all);
  });

  it("waits while eight others are asked", async () => {
    const { ask, hold, held } = await fixture();
    hold(true);
    const all = Array.from({ length: 20 }, () => ask().catch(() => undefined));
    await until("the hub has eight", () => held.length === 8);
    hold(false);
    for (const { socket } of held) socket.destroy();
    assert.equal((await Promise.all(all)).length, 20);
    assert.equal(held.length, 8);
  });
});
