import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../support/until";
import { column, comparison } from "./comparisons";
import type { ReviewView } from "../../../src/page/protocol/views";
import { answer, answered, chat, turn } from "./fixtures";
import { shellOf } from "./places";
import { settled } from "./states";
import { useChromium } from "./suite";

const text = "مرحبا";

/** Where the text stands from left to right, by what is around it; what is folded is unfolded first. */
async function leftToRight(page: Page): Promise<string[]> {
  for (let depth = 0; depth < 3; depth++) {
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll("details")) fold.open = true;
    });
    await settled(page);
  }
  return page.evaluate((words) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set<string>();
    while (walker.nextNode()) {
      const { parentElement: around, textContent } = walker.currentNode;
      if (!around || around.closest("script, .spoken") || !textContent?.includes(words)) continue;
      if (getComputedStyle(around).direction === "rtl") continue;
      found.add(around.className || around.closest("[class]")!.className);
    }
    return [...found].toSorted();
  }, text);
}

describe("text from right to left", () => {
  const { open, openComparison } = useChromium();

  it("stands so in a conversation, but for labels and buttons", async () => {
    const review: ReviewView = {
      state: "open",
      kept: 0,
      all: 1,
      files: 1,
      edited: 0,
      notPlaced: [text],
    };
    const other = { turnId: "o", expertName: text, modelOnly: false, state: "failed" } as const;
    const done = {
      ...answer,
      output: `${text}\n\n- ${text}\n\n> ${text}`,
      reasoning: text,
      steps: [{ sentence: text, found: text }],
      earlierLength: 7,
      review,
      sources: [{ kind: "file" as const, path: text, lines: [] }],
    };
    const names = { question: text, expertName: text, abilityName: text, modelName: text };
    const problem = { sentence: text, details: text, remedies: [] };
    const live = { text, steps: [{ sentence: text }], running: [] };
    const turns = [
      turn({ ...names, result: { state: "done", answer: done }, others: [other] }),
      turn({ ...names, others: [{ ...other, question: text }] }),
      turn({ ...names, result: { state: "failed", problem } }),
      turn({ ...names, result: { state: "waiting", live } }),
    ];
    const pending = { id: "q", sentence: text, reasons: [{ text }], choices: [text], no: text };
    const shell = { ...shellOf(text), pending: { ...pending, about: text }, draft: "" };
    const { page } = await open({ pageState: shell, turns }, { height: 3000 });
    await page.locator(".queue-row").waitFor();
    await page.locator(".held-about").waitFor();
    assert.deepEqual(await leftToRight(page), [
      "button",
      "button secondary",
      "chip-label",
      "detail",
      "detail steps-line",
      "details-body",
      "held",
      "preview",
      "queue-attached",
      "queue-words",
      "who-facts",
    ]);
  });

  it("stands so where nothing has been asked yet, and in a comparison", async () => {
    const { page } = await open(chat([], shellOf(text)));
    await page.locator(".suggestion").first().waitFor();
    assert.deepEqual(await leftToRight(page), [
      "chip-label",
      "detail",
      "empty",
      "preview",
      "queue-attached",
      "queue-words",
      "restriction",
      "suggestion",
    ]);
    const asked = { typed: `${text}\n${text}`, attachments: [] };
    const columns = [
      column("1", { expertName: text, abilityName: text }),
      column("2", { expertName: text, problem: text }),
    ];
    for (const width of [1000, 300]) {
      const content = comparison(columns, [answered(text), answered(text)], asked);
      const { page: compared } = await openComparison(content, { width });
      await until("both are there", async () => (await compared.locator(".answer").count()) === 2);
      assert.deepEqual(await leftToRight(compared), []);
    }
  });
});
