import assert from "node:assert/strict";
import type { PageState, QueueView } from "../../../src/page/protocol/views";
import { chat, pageState, turn } from "./fixtures";
import { useChromium } from "./suite";

const box = "#question";
const waiting = turn({ id: "asked", result: { state: "waiting" } });

const queueOf = (...texts: string[]): QueueView => ({
  questions: texts.map((text) => ({ id: text, text, attached: [] })),
});
const busyWith = (queue: QueueView | undefined): Partial<PageState> => ({
  busy: true,
  ...(queue && { queue }),
});

describe("queued questions in the page", () => {
  const { open } = useChromium();

  it("wait behind the running one: Enter and the menu queue, and Stop stays", async () => {
    const { page, nextCall, post } = await open(chat([waiting], { busy: true }));
    await page.fill(box, "second");
    await page.press(box, "Enter");
    assert.deepEqual((await nextCall("enqueue")).args, { text: "second" });
    await page.fill(box, "third");
    await page.getByRole("button", { name: "More ways to ask" }).click();
    await page.getByRole("menuitem", { name: "Add to queue" }).click();
    const { args, shown } = await nextCall("enqueue");
    assert.deepEqual([args, shown], [{ text: "third" }, pageState.shownState]);
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "");
    assert.equal(
      await page.locator(".composer").getByRole("button", { name: "Stop" }).isEnabled(),
      true,
    );
    await post({
      event: "pageState",
      pageState: { ...pageState, ...busyWith(queueOf("second", "third")) },
    });
    await page.locator(".queue-words", { hasText: "2 questions queued" }).waitFor();
    assert.deepEqual(await page.locator(".queue-text").allTextContents(), ["second", "third"]);
    // One of them is about to be sent.
    await post({ event: "pageState", pageState: { ...pageState, queue: queueOf("third") } });
    await page.getByRole("button", { name: "Send" }).waitFor();
    await page.fill(box, "fourth");
    await page.press(box, "Enter");
    assert.deepEqual((await nextCall("enqueue")).args, { text: "fourth" });
    await post({ event: "pageState", pageState });
    await page.locator(".queue").waitFor({ state: "hidden" });
  });

  it("can be moved, edited and removed by keyboard, and the focus follows", async () => {
    const { page, nextCall, post } = await open(chat([waiting], busyWith(queueOf("a", "b", "c"))));
    const show = (queue: QueueView | undefined) =>
      post({ event: "pageState", pageState: { ...pageState, ...busyWith(queue) } });
    const row = (text: string) => page.getByRole("listitem").filter({ hasText: text });
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        const question = activeElement?.closest<HTMLElement>("[data-question]");
        return [question?.dataset["question"], activeElement?.getAttribute("aria-label")];
      });
    await row("b").getByRole("button", { name: "Move up" }).focus();
    await page.keyboard.press("Enter");
    assert.deepEqual((await nextCall("useQueue")).args, { action: "moveUp", questionId: "b" });
    await show(queueOf("b", "a", "c"));
    await page.locator(".queue-row:first-child", { hasText: "b" }).waitFor();
    assert.deepEqual(await focused(), ["b", "Edit in the composer"], "it cannot move further");
    await row("a").getByRole("button", { name: "Remove from queue" }).press("Enter");
    assert.deepEqual((await nextCall("useQueue")).args, { action: "remove", questionId: "a" });
    await show(queueOf("b", "c"));
    await row("a").waitFor({ state: "detached" });
    assert.deepEqual(await focused(), ["c", "Remove from queue"]);
    await row("c").getByRole("button", { name: "Edit in the composer" }).press("Enter");
    assert.deepEqual((await nextCall("useQueue")).args, { action: "edit", questionId: "c" });
    await page.waitForFunction(() => document.activeElement?.id === "question");
    await row("b").getByRole("button", { name: "Remove from queue" }).press("Enter");
    await show(undefined);
    await page.waitForFunction(() => document.activeElement?.id === "question");
  });

  it("get one back that is edited in the composer, also while they wait for the user", async () => {
    const queue = { ...queueOf("a"), paused: "Paused.", isEdited: true };
    const { page, nextCall, post } = await open(chat([], { queue, draft: "b" }));
    await page.press(box, "Enter");
    assert.deepEqual((await nextCall("enqueue")).args, { text: "b" });
    const paused = { ...queueOf("a", "b"), paused: "Paused." };
    await post({ event: "pageState", pageState: { ...pageState, queue: paused } });
    await page.getByRole("button", { name: "Send", exact: true }).waitFor();
  });

  it("have the focus on the next one once one is gone, and are announced where one is added", async () => {
    const { page, post } = await open(chat([waiting], busyWith(queueOf("a", "b", "c", "d"))));
    const remove = (text: string) =>
      page.getByRole("listitem").filter({ hasText: text }).getByRole("button", { name: "Remove" });
    const show = (changes: Partial<PageState>) =>
      post({ event: "pageState", pageState: { ...pageState, ...changes } });
    await remove("a").focus();
    await show(busyWith(queueOf("b", "c", "d")));
    await page.locator(".queue-words", { hasText: "3 questions queued" }).waitFor();
    assert.equal(await page.locator(".composer .paused").count(), 0);
    assert.ok(await remove("b").evaluate((element) => element === document.activeElement));
    assert.equal(await page.getByRole("status").textContent(), "");
    await show(busyWith(queueOf("b", "c", "d", "e")));
    await page.getByRole("status").getByText("4 questions queued").waitFor();
    // Those of another conversation are not new.
    await show({ ...busyWith(queueOf("v", "w", "x", "y", "z")), conversationId: "c2" });
    await page.locator(".queue-words", { hasText: "5 questions queued" }).waitFor();
    assert.equal(await page.getByRole("status").textContent(), "4 questions queued");
  });

  it("say why they wait, and go on or go away", async () => {
    const { page, nextCall, post, sent } = await open(chat([waiting], busyWith(queueOf("a"))));
    const sentence = "Paused because a question was stopped.";
    await post({
      event: "pageState",
      pageState: { ...pageState, queue: { ...queueOf("a"), paused: sentence } },
    });
    await page.locator(".queue-words", { hasText: sentence }).waitFor();
    await page.getByRole("status").getByText(sentence, { exact: true }).waitFor();
    const heading = page.locator(":has(> .queue-words)");
    assert.match((await heading.getAttribute("class")) ?? "", /\bpaused\b/);
    await page.getByRole("button", { name: "Continue" }).click();
    const { args, shown } = await nextCall("useQueue");
    assert.deepEqual([args, shown], [{ action: "continue" }, pageState.shownState]);
    await page.getByRole("button", { name: "Clear" }).click();
    assert.deepEqual((await nextCall("useQueue")).args, { action: "clear" });
    await page.fill(box, "now");
    await page.press(box, "Enter");
    await nextCall("send");
    assert.equal(
      sent.some(({ call }) => call === "enqueue"),
      false,
      "nothing is asked by itself",
    );
  });
});
