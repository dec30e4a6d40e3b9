import assert from "node:assert/strict";
import { Chat } from "../../../../../src/features/asking/core/chat";
import {
  ComparisonPage,
  type ComparisonPageParts,
} from "../../../../../src/features/compare/editor/comparisonPage";
import { until } from "../../../../support/until";
import { done, turn } from "../../conversation/core/savedTurns";

const nothing = { dispose: () => undefined };
const listening = () => nothing;
const question = { typed: "Why?", expertId: 1 };

/** The page of a comparison of turn 1 with turn 2, and the messages that it receives. */
function opened() {
  const chat = new Chat();
  for (const [id, beside] of [["1"], ["2", "1"]] as const)
    chat.conversation.put(turn(id, done(id), { question, ...(beside && { beside }) }));
  const heard: { event?: string; turnId?: string; comparison?: { turnId: string } }[] = [];
  const webview = {
    postMessage: async (message: object) => Boolean(heard.push(message)),
    onDidReceiveMessage: () => nothing,
  };
  /** Turns for which a view was made. */
  const prepared: string[] = [];
  const parts = {
    presenter: {
      onDidChangeAnswer: listening,
      onDidChange: listening,
      onDidChangeHub: listening,
      turn: ({ id }: { id: string }) => {
        prepared.push(id);
        return { id, result: { state: "failed" } };
      },
    },
    nameOf: (scope: string) => scope,
    problemOf: async ({ turn: { id } }: { turn: { id: string } }) => void prepared.push(id),
    handlers: () => ({}),
  } as unknown as ComparisonPageParts;
  const page = new ComparisonPage(webview, chat, "1", parts);
  let goneCount = 0;
  page.onDidGo(() => goneCount++);
  return { page, conversation: chat.conversation, heard, prepared, gone: () => goneCount };
}

describe("the page of a comparison", () => {
  it("follows its question to the turn that took its place, and is gone with the last one", async () => {
    const { page, conversation, heard, gone } = opened();
    await page.content();
    conversation.put(turn("3", done("3"), { question }));
    conversation.remove("1", "3");
    assert.deepEqual([page.comparison?.main.id, gone()], ["3", 0]);
    await until("it is drawn", () =>
      heard.some(({ event, comparison }) => event === "comparison" && comparison?.turnId === "3"),
    );
    assert.deepEqual(
      heard.filter(({ event }) => event === "removed").map(({ turnId }) => turnId),
      ["1"],
    );
    conversation.remove("3");
    assert.deepEqual([page.comparison, gone()], [undefined, 1]);
    page.dispose();
  });

  it("stays where another turn of its conversation is replaced or removed", async () => {
    const { page, conversation, gone } = opened();
    for (const id of ["4", "5"]) conversation.put(turn(id, done(id)));
    conversation.remove("4", "5");
    conversation.remove("5");
    assert.deepEqual([page.comparison?.main.id, gone()], ["1", 0]);
    page.dispose();
  });

  it("is told nothing before it has drawn anything, and only of its own turns", async () => {
    const { page, conversation, heard, prepared } = opened();
    conversation.put(turn("2", { state: "stopped" }, { question, beside: "1" }));
    page.focus();
    assert.deepEqual([heard, prepared], [[], []]);
    await page.content();
    conversation.put(turn("2", { state: "stopped" }, { question, beside: "1" }));
    conversation.put(turn("4", { state: "stopped" }));
    await until("it is told", () => heard.some(({ event }) => event === "turn"));
    await until("it is drawn", () => heard.some(({ event }) => event === "comparison"));
    assert.deepEqual(
      heard.flatMap((one) => ("turn" in one ? [(one.turn as { id: string }).id] : [])),
      ["2"],
    );
    page.dispose();
  });

  it("names of each column what it was asked with, and its hub where there are several", async () => {
    const asked = { expertId: 1, expertName: "One", hubScope: "https://a.example", builtIn: false };
    const { page, conversation } = opened();
    const columns = async () =>
      (await page.content())!.comparison.columns.map((column) => ({ ...column, id: "" }));
    const plain = { expertName: "One", modelOnly: false, builtIn: false };
    const [main, other] = [
      { ...plain, id: "", turnId: "1", isBaseline: true, canContinue: false },
      { ...plain, id: "", turnId: "2", isBaseline: false, canContinue: true },
    ];
    const warm = { endpoint: "invoke_agent", body: { expert_id: 1, temperature: 1 } } as const;
    conversation.put(turn("2", done("2"), { question, beside: "1", sent: warm }));
    assert.deepEqual(await columns(), [main, { ...other, temperature: 1 }]);
    for (const [names, shown] of [
      [{}, { abilityName: "#2", modelName: "#3" }],
      [
        { abilityName: "Two", modelName: "Three" },
        { abilityName: "Two", modelName: "Three" },
      ],
    ] as const) {
      const sent = {
        endpoint: "invoke_agent",
        body: { expert_id: 1, ability_id: 2, model_id: 3, temperature: 0 },
      } as const;
      const own = { ...asked, abilityId: 2, modelId: 3, ...names };
      const ofOther = { question: { ...question, abilityId: 2, modelId: 3 }, beside: "1" };
      conversation.put(turn("2", { state: "stopped" }, { ...ofOther, sent, asked: own }));
      const [, second] = await columns();
      const { temperature: _, ...rest } = second!;
      assert.deepEqual(rest, { ...other, ...shown, canContinue: false });
    }
    const elsewhere = { ...asked, hubScope: "https://b.example" };
    conversation.put(turn("2", done("2"), { question, beside: "1", asked: elsewhere }));
    assert.deepEqual(await columns(), [
      { ...main, hubLabel: "https://a.example" },
      { ...other, hubLabel: "https://b.example" },
    ]);
    page.dispose();
  });

  it("offers another column until there are four", async () => {
    const { page, conversation } = opened();
    const offered: unknown[] = [];
    for (const temperature of [0, 0.5, 1]) {
      const sent = { endpoint: "invoke_agent", body: { expert_id: 1, temperature } } as const;
      const id = `1${temperature}`;
      conversation.put(turn(id, done("x"), { question, beside: "1", sent }));
      const { columns, canAdd } = (await page.content())!.comparison;
      offered.push([columns.length, canAdd]);
    }
    assert.deepEqual(offered, [
      [2, true],
      [3, true],
      [4, false],
    ]);
    page.dispose();
  });
});
