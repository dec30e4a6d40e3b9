import assert from "node:assert/strict";
import type { Chat } from "../../../../../src/features/asking/core/chat";
import type { Attachment } from "../../../../../src/features/conversation/core/attachment";
import { inputData } from "../../../../../src/features/conversation/core/inputData";
import { columnQuestion } from "../../../../../src/features/compare/core/choices";
import { closeAll } from "../../../client/hubFixture";
import { completion } from "../../../../support/modelServer";
import { until } from "../../../../support/until";
import { workbench } from "../../../../support/builtInExperts";
import {
  bodyOf,
  compareFixture,
  questionsIn,
  type CompareFixture,
} from "../../compare/core/compareFixture";

const agents: Attachment = {
  id: "agents",
  text: "Write tests first.\n```\ncode\n```\n",
  languageId: "markdown",
  label: "AGENTS.md",
  detail: "Instructions",
  path: "AGENTS.md",
  source: { kind: "instructions" },
};
const before =
  "Instructions of this project, from AGENTS.md:\n````markdown\nWrite tests first.\n```\ncode\n```\n````\n\n";

const reply = () => completion({ content: "Because." });

const inputsOf = (server: { requests: readonly string[] }): string[] =>
  questionsIn(server).map((request) => bodyOf({ request })["input_data"]);

/** Turns instructions on for a folder that has some. */
function withInstructions(fixture: CompareFixture): CompareFixture {
  fixture.instructions.areOn = true;
  fixture.instructions.of = ({ withoutInstructions }) => (withoutInstructions ? undefined : agents);
  return fixture;
}

const ask = async ({ sender }: CompareFixture, chat: Chat, typed = "Why?") => {
  const { sent } = sender.preview(chat, typed);
  const turn = await (await sender.send(chat, { typed, shown: sender.shownState(chat) })).settled;
  assert.deepEqual(turn.sent, sent, "what was previewed");
  return turn;
};

describe("instructions of a folder", () => {
  afterEach(closeAll);

  it("E2 go to a hub only once they are turned on for its expert", async () => {
    const fixture = withInstructions(await compareFixture());
    const { chat, options, own, sender } = fixture;
    await ask(fixture, chat);
    assert.deepEqual(sender.attachmentsOf(chat), []);
    await options.choose(7, { ...options.effective(7), instructions: true });
    assert.deepEqual(sender.attachmentsOf(chat), [agents]);
    await ask(fixture, chat);
    await options.choose(7, { ...options.effective(7), instructions: false });
    await ask(fixture, chat);
    assert.deepEqual(inputsOf(own), ["Why?", `${before}Why?`, "Why?"]);
  });

  it("E2 go to models of the built-in hub, once for each question, until they are taken off", async () => {
    const fixture = withInstructions(
      await compareFixture({ models: [{ identifiers: ["small"], reply }] }),
    );
    const { atModel, chat, connection, conversation, options, roster, sender } = fixture;
    await connection.useBuiltIn(true);
    const { modelId } = atModel("small");
    await ask(fixture, chat);
    assert.equal(
      inputData(conversation.turns[0]!.question),
      "Why?",
      "a search has no use for them",
    );
    await roster.choose(workbench, { modelId });
    for (const typed of ["First?", "Second?"]) await ask(fixture, chat, typed);
    const [, first, second] = conversation.turns;
    assert.equal(inputData(first!.question), `${before}First?`);
    const { conversation_history: history = [], input_data: input } = second!.sent.body as {
      conversation_history?: { content: string }[];
      input_data: string;
    };
    assert.equal(input, `${before}Second?`);
    assert.doesNotMatch(JSON.stringify(history), /Write tests first/);
    chat.withoutInstructions = true;
    await ask(fixture, chat, "Third?");
    assert.equal(inputData(conversation.turns[3]!.question), "Third?");
    chat.withoutInstructions = false;
    await options.choose(workbench, { ...options.effective(workbench), instructions: false });
    assert.deepEqual(sender.attachmentsOf(chat), []);
  });

  it("E2 go to no hub that is asked beside a model, or again, nor where they are off by then", async () => {
    const fixture = withInstructions(
      await compareFixture({ models: [{ identifiers: ["small"], reply }] }),
    );
    const { atHub, atModel, chat, comparisons, connection, conversation, options } = fixture;
    const { instructions, other, own: firstHub, second, sender } = fixture;
    await connection.useBuiltIn(true);
    const own = sender.composed(chat, { typed: "Why?", ...atModel("small") });
    assert.deepEqual(own.attachments, [agents]);
    const first = { hubScope: "built-in", question: own };
    const picked = [atHub(second.scope, 8), atHub(firstHub.origin, 7)].map((choice) =>
      columnQuestion(choice, { first, at: comparisons.accountAt(choice.hubScope), options }),
    );
    await comparisons.askAll(chat, own, picked);
    const isWaiting = () => conversation.turns.some(({ result }) => result.state === "waiting");
    await until("all have an answer", () => conversation.turns.length > 0 && !isWaiting());
    assert.deepEqual([...inputsOf(other), ...inputsOf(firstHub)], ["Why?", "Why?"]);
    const [turn] = conversation.turns;
    assert.equal(inputData(turn!.question), `${before}Why?`);
    instructions.areOn = false;
    const again = await (await sender.askAgain(chat, turn!)).settled;
    assert.equal(inputData(again.question), "Why?");
  });

  it("E2 come back with a saved conversation as they were sent, and return to no composer", async () => {
    const fixture = withInstructions(await compareFixture());
    const { chat, options, window, conversation, conversations } = fixture;
    await options.choose(7, { ...options.effective(7), instructions: true });
    await ask(fixture, chat, "First?");
    const { sent } = await ask(fixture, chat, "Second?");
    await conversations.settle();
    const saved = await window().open(conversation.id);
    assert.deepEqual(saved?.turns.at(-1)?.sent, sent);
    chat.restore(saved.turns[0]!.question);
    assert.deepEqual([chat.draft, chat.attachments], ["First?", []]);
  });
});
