import assert from "node:assert/strict";
import * as vscode from "vscode";
import { omittedInWords } from "../../../src/features/conversation/core/omitted";
import { summarize, summaryQuestion } from "../../../src/features/chat/editor/summary";
import { workbench } from "../../support/builtInExperts";
import { ChatFixture, useFixture } from "../support/chatFixture";
import { questionsTo, type TestHub } from "../support/hub";

const takes = 5096;
/** About a thousand tokens, and as many in the answer. */
const long = (mark: string) => `repeat: ${mark} ${"word ".repeat(800)}`;

describe("a draft that outgrows its model's context window", () => {
  let hub: TestHub;
  let fixture: ChatFixture;
  useFixture((given, at) => {
    fixture = given;
    hub = at;
  });

  const context = async () => (await fixture.view()).pageState.context;

  it("U5 has its size and what is left out, equal to what goes, which the turn says", async () => {
    assert.equal(await context(), undefined);
    const key = `${fixture.hubScope} expert ${workbench}`;
    await fixture.store.set("contextSizes", [{ key, told: takes }]);
    const empty = await context();
    assert.deepEqual([empty?.takes, empty?.history, empty?.attachments], [takes, 0, 0]);
    await fixture.send(long("one"));
    const half = await context();
    assert.ok(half && half.history > takes * 0.3 && half.history < half.fits, `${half?.history}`);
    const { omitted: none } = await fixture.call.preview({ text: "Why?" });
    assert.equal(none, undefined);
    await fixture.send(long("two"));
    const over = await context();
    assert.ok(over && over.history + over.system > over.fits, `${over?.history}`);
    const text = long("three");
    const { json, omitted, parts } = await fixture.call.preview({ text });
    assert.deepEqual(parts, [{ length: text.length, size: "3.9 KB", name: undefined }]);
    assert.equal(
      omitted,
      "Left out to fit the model's context window of about 5,096 tokens: the oldest question with its answer",
    );
    await fixture.send(text);
    assert.deepEqual(questionsTo(hub).at(-1), JSON.parse(json));
    const { input_data: input, conversation_history: history } = questionsTo(hub).at(-1)!;
    assert.equal(input, text);
    assert.deepEqual(
      (history as { content: string }[]).map(({ content }) => content.slice(0, 22)),
      ["repeat: two word word ", "two word word word wor"],
    );
    assert.equal(omittedInWords(fixture.last.omitted!), omitted);
    assert.equal((await fixture.view()).turns.at(-1)?.omitted, omitted);
  });

  it("U5 leaves out the oldest attachment after all turns, and keeps it with the question", async () => {
    const key = `${fixture.hubScope} expert ${workbench}`;
    await fixture.store.set("contextSizes", [{ key, told: takes }]);
    await fixture.send("1 + 1");
    const attachments = ["one", "two"].map((id) => ({
      id,
      text: `${id} ${"word ".repeat(1600)}`,
      languageId: "plaintext",
      label: `${id}.txt`,
      detail: "",
    }));
    fixture.page.chat.attachments = attachments;
    const { json, omitted, parts } = await fixture.call.preview({ text: "2 + 2" });
    assert.equal(
      omitted,
      "Left out to fit the model's context window of about 5,096 tokens: the oldest question with its answer, one.txt",
    );
    assert.equal(json.includes("one word"), false);
    const { input_data: input } = JSON.parse(json) as { input_data: string };
    assert.equal(
      parts?.reduce((sum, { length }) => sum + length + 2, -2),
      input.length,
    );
    await fixture.send("2 + 2");
    assert.deepEqual(questionsTo(hub).at(-1), JSON.parse(json));
    assert.deepEqual(
      fixture.last.question.attachments?.map(({ label }) => label),
      ["one.txt", "two.txt"],
    );
  });
});

describe("a new conversation with a summary", () => {
  /** This expert answers whatever it is asked. */
  const talkative = 2011;
  const failing = 500;
  let hub: TestHub;
  let fixture: ChatFixture;
  useFixture(
    (started, its) => {
      fixture = started;
      hub = its;
    },
    [talkative, failing],
  );

  async function summarized(chat = fixture.page.chat): Promise<string[]> {
    const shown: string[] = [];
    const panels = {
      revealSide: async () => void shown.push("side"),
      openTab: async () => void shown.push("tab"),
    };
    await summarize({ chats: fixture.chats, sender: fixture.sender, panels }, chat);
    return shown;
  }

  it("asks for it as a question like any other, and attaches the answer", async () => {
    await fixture.send("What is this?");
    const before = fixture.page.chat;
    before.draft = "And now?";
    assert.deepEqual(await summarized(), ["side"]);
    const asked = before.conversation.turns.at(-1)!;
    assert.equal(asked.question.typed, summaryQuestion);
    assert.equal(questionsTo(hub).at(-1)?.["input_data"], summaryQuestion);
    const fresh = fixture.chats.side;
    assert.notEqual(fresh, before);
    assert.equal(fresh.conversation.turns.length, 0);
    assert.equal(fresh.picked?.id, talkative);
    assert.deepEqual([fresh.draft, before.draft], ["And now?", ""]);
    const [summary] = fresh.attachments;
    assert.equal(summary?.label, "Summary of What is this?");
    assert.equal(
      summary.text,
      asked.result.state === "done" ? asked.result.received.value.output : "",
    );
    fresh.detach(summary.id);
    assert.deepEqual(fresh.attachments, []);
  });

  it("goes on in a tab where it was asked in one, and elsewhere once the user wants that", async () => {
    const { showInformationMessage } = vscode.window;
    const said: string[] = [];
    try {
      for (const [isInTab, pressed, shown] of [
        [true, undefined, ["tab"]],
        [false, undefined, []],
        [false, "Open", ["tab"]],
      ] as const) {
        Object.assign(vscode.window, {
          showInformationMessage: async (sentence: string) => {
            said.push(sentence);
            return pressed;
          },
        });
        fixture.chats.renewSide();
        await fixture.send("What is this?");
        const chat = fixture.page.chat;
        const place = { chat, isVisible: true, find: () => {} };
        const added = isInTab && fixture.chats.places.add(place);
        fixture.chats.renewSide();
        assert.deepEqual(await summarized(chat), shown);
        if (added) added.dispose();
      }
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
    }
    assert.equal(said.length, 2);
  });

  it("is not begun where there is nothing to summarize, or no answer comes", async () => {
    await assert.rejects(summarized(), /Nothing has been answered/);
    await fixture.send("What is this?");
    const before = fixture.page.chat;
    fixture.sender.pick(before, failing);
    assert.deepEqual(await summarized(), []);
    assert.equal(fixture.last.result.state, "failed");
    assert.equal(fixture.chats.side, before);
  });
});
