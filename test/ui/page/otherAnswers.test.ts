import assert from "node:assert/strict";
import type { OtherAnswerView } from "../../../src/page/protocol/views";
import { until } from "../../support/until";
import { answered, chat, pageState, turn } from "./fixtures";
import { useChromium } from "./suite";

const other = (turnId: string, changes: Partial<OtherAnswerView> = {}): OtherAnswerView => ({
  turnId,
  expertName: "Security Auditor",
  modelName: "gpt-x",
  modelOnly: false,
  state: "done",
  elapsedMs: 4200,
  ...changes,
});

const others = [
  other("x"),
  other("y", { expertName: "Code Reviewer", temperature: 0.2, state: "waiting" }),
  other("z", { expertName: "Release Notes", otherHub: "hub.example.org", state: "failed" }),
];

const readOther = (call: string) =>
  call === "otherAnswer" ? { ...answered("Another **answer**."), id: "x" } : undefined;

const refuse = (call: string) => {
  if (call === "compare") throw new Error("No other expert.");
};

describe("answers that stand beside one of the chat", () => {
  const { open } = useChromium();

  it("are one line below it, from which each can be read and all can be compared", async () => {
    const turns = [turn({ id: "t", others }), turn({ id: "u" })];
    const { page, nextCall, sent } = await open(chat(turns), { answer: readOther });
    const fold = page.locator("[data-turn=t] .others");
    await fold
      .getByText("3 other answers: Security Auditor, Code Reviewer, Release Notes")
      .waitFor();
    assert.equal(await page.locator(".others").count(), 1);
    assert.equal(await page.locator("[data-turn=t] > .other-answers:last-child").count(), 1);
    assert.equal(
      sent.filter(({ call }) => call === "otherAnswer").length,
      0,
      "not before it is read",
    );
    await fold.locator("summary").first().click();
    await fold.getByText("gpt-x · 4.2 s").waitFor();
    await fold.getByText("gpt-x · temperature 0.2 · Waiting…").waitFor();
    await fold.getByText("gpt-x · from hub.example.org · No answer").waitFor();
    assert.equal(await fold.locator(".other-state").count(), 2);
    await fold.locator(".other > summary").click();
    assert.deepEqual((await nextCall("otherAnswer")).args, { turnId: "x" });
    await fold.locator(".answer strong").getByText("answer").waitFor();
    await fold.getByRole("button", { name: "Copy", exact: true }).click();
    assert.deepEqual((await nextCall("useOutput")).args, { turnId: "x", action: "copy" });
    await fold.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menu").waitFor();
    const items = await page.getByRole("menuitem").allTextContents();
    assert.deepEqual(items.slice(0, 3), [
      "Save question as prompt…",
      "Copy as cURL",
      "Show raw response",
    ]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Open Comparison" }).click();
    assert.deepEqual((await nextCall("openComparison")).args, { turnId: "t" });
  });

  it("are named by the first three, and say why one cannot be read", async () => {
    const all = ["A", "B", "C", "D", "E"].map((expertName) => other(expertName, { expertName }));
    const { page, post } = await open(chat([turn({ id: "t", others: all })]), {
      answer: (call) => {
        if (call === "otherAnswer") throw new Error("It is gone.");
      },
    });
    const fold = page.locator("[data-turn=t] .others");
    await fold.getByText("5 other answers: A, B, C, …", { exact: true }).waitFor();
    await fold.locator("summary").first().click();
    await fold.locator(".other > summary").first().click();
    await page.getByRole("alert").getByText("It is gone.").waitFor();
    await post({ event: "others", turnId: "t", others: all.slice(0, 3) });
    await fold.getByText("3 other answers: A, B, C", { exact: true }).waitFor();
  });

  it("stand on one line with their button where there is room", async () => {
    const { page } = await open(chat([turn({ others: [other("x")] })]), { width: 600 });
    await page.getByRole("button", { name: "Open Comparison" }).waitFor();
    const [line, button] = await page
      .locator(".others > summary, .other-answers > .link")
      .evaluateAll((all) =>
        all.map((one) => {
          const { top, bottom } = one.getBoundingClientRect();
          return (top + bottom) / 2;
        }),
      );
    assert.ok(Math.abs(line! - button!) <= 1, `${line} and ${button}`);
  });

  it("are shown as they come and go, and stay unfolded", async () => {
    const { page, post } = await open(chat([turn({ id: "t" })]));
    await page.locator("[data-turn=t] .actions").first().waitFor();
    await post({ event: "others", turnId: "t", others: others.slice(1, 2) });
    const fold = page.locator(".others");
    await fold.getByText("1 other answer: Code Reviewer").waitFor();
    await fold.locator("summary").click();
    await fold.getByText(/Waiting…$/).waitFor();
    await post({
      event: "others",
      turnId: "t",
      others: [others[0], { ...others[1], state: "done" }],
    });
    await fold.getByText("2 other answers: Security Auditor, Code Reviewer").waitFor();
    await until("both can be unfolded", async () => (await fold.locator(".other").count()) === 2);
    assert.ok(await fold.locator("summary:focus").isVisible());
    await post({ event: "others", turnId: "t", others: [] });
    await fold.waitFor({ state: "detached" });
    await post({ event: "others", turnId: "gone", others });
  });

  it("are drawn with their answer where that is far from the screen", async () => {
    const turns = Array.from({ length: 60 }, (_, at) => ({ ...answered("Words."), id: `t${at}` }));
    const { page, post } = await open(chat(turns));
    const quiet = page.locator("[data-turn=t0].quiet");
    await quiet.waitFor({ state: "attached" });
    assert.equal(await quiet.getAttribute("aria-label"), "Question: Why does this leak?");
    await post({ event: "others", turnId: "t0", others });
    await post({ event: "others", turnId: "t59", others });
    await page.locator("[data-turn=t59] .others").waitFor();
    assert.equal(await page.locator(".others").count(), 1);
    await post({ event: "reveal", turnId: "t0" });
    await page.locator("[data-turn=t0] .others").waitFor();
    assert.equal(await page.locator("[data-turn=t0] .others").count(), 1);
  });

  it("are asked for in the menu of an answer, and of a question without one", async () => {
    const failed = turn({ id: "f", result: { state: "stopped" } });
    const { page, nextCall } = await open(chat([turn({ id: "t" }), failed]));
    await page.locator("[data-turn=t] .actions > .more-actions").click();
    await page.getByRole("menuitem", { name: "Compare with…" }).click();
    assert.deepEqual((await nextCall("useTurn")).args, { turnId: "t", action: "compare" });
    await page.locator("[data-turn=f]").getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Compare with…" }).click();
    assert.deepEqual((await nextCall("useTurn")).args, { turnId: "f", action: "compare" });
  });
});

describe("the other half of Send", () => {
  const { open } = useChromium();

  it("offers to compare, by keyboard as well, and takes what was typed along", async () => {
    const { page, nextCall } = await open(chat([], { draft: "Why?" }));
    const more = page.getByRole("button", { name: "More ways to ask" });
    await more.press("Enter");
    await page.getByRole("menu").waitFor();
    assert.deepEqual(await page.getByRole("menuitem").allTextContents(), [
      "What will be sent",
      "Compare with…",
    ]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.deepEqual((await nextCall("compare")).args, { text: "Why?" });
    await until("the box is empty", async () => (await page.inputValue("#question")) === "");
  });

  it("gives the text back where the host declines, and sends like the first half", async () => {
    const { page, nextCall } = await open(chat([], { draft: "Why?" }), { answer: refuse });
    const more = page.getByRole("button", { name: "More ways to ask" });
    await more.click();
    await page.getByRole("menuitem", { name: "Compare with…" }).click();
    await page.getByText("No other expert.").waitFor();
    assert.equal(await page.inputValue("#question"), "Why?");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    assert.deepEqual((await nextCall("send")).args, { text: "Why?" });
  });

  it("has nothing to do with nothing typed, and queues beside Stop", async () => {
    const { page, nextCall, post, sent } = await open(chat([]));
    const more = page.getByRole("button", { name: "More ways to ask" });
    await more.click();
    await page.getByRole("menuitem", { name: "Compare with…" }).click();
    await page.locator("#question:focus").waitFor();
    assert.equal(sent.filter(({ call }) => call === "compare").length, 0);
    await page.fill("#question", "And then?");
    await post({ event: "pageState", pageState: { ...pageState, busy: true } });
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await more.click();
    await page.getByRole("menuitem", { name: "Add to queue" }).click();
    assert.deepEqual((await nextCall("enqueue")).args, { text: "And then?" });
  });

  it("begins a new conversation with what was typed, where there is one already", async () => {
    const { page, nextCall } = await open(chat([turn()], { draft: "And then?" }));
    await page.getByRole("button", { name: "More ways to ask" }).click();
    await page.getByRole("menuitem", { name: "New conversation with this" }).click();
    assert.deepEqual((await nextCall("sendInNew")).args, { text: "And then?" });
    await until("the box is empty", async () => (await page.inputValue("#question")) === "");
  });
});
