import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../support/until";
import { answered, chat, pageState, turn } from "./fixtures";
import { useChromium } from "./suite";

const tokens = (words: string) => ({ words, meaning: "tokens, as they were counted" });
const asked = (id: string) => ({ ...turn(), id });

/** Opens the steps, selects a word of the answer and focuses its first button. */
async function useTurn(page: Page, id: string): Promise<void> {
  const own = page.locator(`[data-turn=${id}]`);
  await own.locator(".code-block").waitFor();
  await own.locator(".steps > summary").click();
  await own.locator(".step").first().waitFor();
  await own.getByRole("button", { name: "Copy" }).last().focus();
  await own
    .locator(".answer strong")
    .evaluate((element) => getSelection()?.selectAllChildren(element));
}

/** What the user would lose if the turn were redrawn. */
const inUse = (page: Page) =>
  page.evaluate(() => ({
    open: document.querySelectorAll("details[open]").length,
    selected: getSelection()?.toString(),
    focused: document.activeElement?.getAttribute("aria-label"),
    at: Math.round(document.activeElement?.getBoundingClientRect().top ?? 0),
  }));

/** From now on, counts the elements added or removed below the log, as `changes`. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const counts = { added: [] as string[] };
    const log = document.querySelector(".log");
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node instanceof Element) counts.added.push(node.className);
    }).observe(log!, { childList: true, subtree: true });
    Object.assign(globalThis, { counts });
  });
const drawnSince = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { counts: { added: string[] } }).counts.added);

/** What is in use once the page no longer draws anything by itself. */
async function atRest(page: Page): ReturnType<typeof inUse> {
  let now = await inUse(page);
  let same = 0;
  await until("the page is at rest", async () => {
    const before = JSON.stringify(now);
    now = await inUse(page);
    same = JSON.stringify(now) === before ? same + 1 : 0;
    return same > 4;
  });
  return now;
}

describe("what changes in a conversation", () => {
  const { open } = useChromium();

  it("writes what an answer cost where it stands: folds, focus and selection stay", async () => {
    const { page, post } = await open(chat([asked("t1"), asked("t2")]));
    await useTurn(page, "t2");
    const before = await atRest(page);
    assert.deepEqual([before.open, before.selected, before.focused], [1, "never removed", "Copy"]);
    await watch(page);
    await post({ event: "cost", turnId: "t2", tokens: tokens("1,200 tokens") });
    await page.getByText("4.2 s · 1,200 tokens").waitFor();
    assert.deepEqual(await inUse(page), before);
    assert.deepEqual(await drawnSince(page), ["detail who-cost"]);
  });

  it("writes what an empty answer cost as well", async () => {
    const { page, post } = await open(chat([{ ...answered(" "), id: "t" }]));
    await page.getByText("(empty answer)").waitFor();
    await post({ event: "cost", turnId: "t", tokens: tokens("7 tokens") });
    await page.getByText("4.2 s · 7 tokens").waitFor();
  });

  it("keeps the cost of an answer that is drawn later", async () => {
    const turns = Array.from({ length: 40 }, (_, at) => ({
      ...answered(`answer ${at}\n\n${"More words.\n\n".repeat(20)}`),
      id: `t${at}`,
    }));
    const { page, post } = await open(chat(turns));
    await post({ event: "cost", turnId: "t0", tokens: tokens("about 77 tokens") });
    await page.waitForFunction(() => document.querySelectorAll(".turn").length === 40);
    await page.locator("main").hover();
    await page.mouse.wheel(0, -100_000);
    await page.getByText("about 77 tokens").waitFor();
  });

  it("says and shows nothing in another conversation of what was said in this one", async () => {
    const waiting = { ...turn({ result: { state: "waiting" } }), id: "t1" };
    const { page, post } = await open(chat([waiting], { busy: true }), {
      answer: () => {
        throw new Error("That did not work.");
      },
    });
    await post({ event: "turn", turn: asked("t1") });
    await page.getByRole("status").getByText("Answer from Code Reviewer").waitFor();
    await page.getByRole("button", { name: "Options" }).click();
    await page.getByRole("button", { name: /^Model: / }).click();
    await page.getByText("That did not work.").waitFor();
    await post({ event: "chat", chat: chat([], { conversationId: "another" }) });
    await page.getByText("That did not work.").waitFor({ state: "detached" });
    assert.equal(await page.getByRole("status").textContent(), "");
  });

  it("takes out one turn and leaves the others as they are", async () => {
    const stopped = { ...turn({ result: { state: "stopped" } }), id: "t2" };
    const { page, post } = await open(chat([asked("t1"), stopped, asked("t3")]));
    await useTurn(page, "t3");
    const before = await atRest(page);
    await watch(page);
    await post({ event: "removed", turnId: "t2" });
    await page.locator("[data-turn=t2]").waitFor({ state: "detached" });
    const after = await inUse(page);
    // Lines of code have fractions of a pixel, which a place to scroll to has not.
    assert.ok(Math.abs(after.at - before.at) <= 1, `${before.at}, then ${after.at}`);
    assert.deepEqual({ ...after, at: before.at }, before);
    assert.deepEqual(await drawnSince(page), []);
  });

  it("puts the focus into the composer where the turn that had it was discarded", async () => {
    const stopped = { ...turn({ result: { state: "stopped" } }), id: "t2" };
    const { page, post, nextCall } = await open(chat([asked("t1"), stopped]));
    await page.locator("[data-turn=t2] .more-actions").press("Enter");
    await page.getByRole("menuitem", { name: "Discard" }).press("Enter");
    await nextCall("useTurn");
    await post({ event: "removed", turnId: "t2" });
    await page.locator("#question:focus").waitFor();
  });

  it("invites again once the last turn is taken out", async () => {
    const { page, post } = await open(chat([asked("t1")]));
    await post({ event: "removed", turnId: "t1" });
    await page.locator(".empty h2").getByText("Ask Code Reviewer").waitFor();
    await post({ event: "turn", turn: asked("t2") });
    await page.locator(".empty").waitFor({ state: "detached" });
  });

  it("shows a turn that comes back after it was taken out, or after all was drawn anew", async () => {
    const { page, post } = await open(chat([asked("t1"), asked("t2")]));
    const own = page.locator("[data-turn=t1]");
    for (const gone of [
      { event: "removed", turnId: "t1" },
      { event: "chat", chat: chat([asked("t2")]) },
    ]) {
      await post(gone);
      await own.waitFor({ state: "detached" });
      await post({ event: "turn", turn: asked("t1") });
      await own.waitFor();
    }
  });

  it("leaves a removed turn out of what comes later", async () => {
    const { page, post } = await open({ ...chat([asked("t2")]), more: true });
    await post({ event: "removed", turnId: "t2" });
    await post({
      event: "earlier",
      conversationId: "c1",
      turns: [{ ...answered("the earlier one"), id: "t1" }],
      more: false,
    });
    await page.getByText("the earlier one").waitFor();
    assert.equal(await page.locator(".turn").count(), 1);
  });

  it("says nothing of no time and no tokens", async () => {
    const { page } = await open(
      chat([
        answered("x", { elapsedMs: 49 }),
        answered("x", { elapsedMs: 50, tokens: tokens("about 1 token") }),
      ]),
    );
    const costs = page.locator(".who-cost");
    assert.deepEqual(await costs.allTextContents(), [
      "Size: 3.4 KB",
      "0.1 s · about 1 tokenTokens, as they were countedSize: 3.4 KB",
    ]);
  });

  it("keeps the focus on a suggestion while the experts are refreshed", async () => {
    const { page, post } = await open(chat([]));
    await page.locator(".suggestion").nth(1).focus();
    await page
      .locator(".suggestion")
      .nth(1)
      .evaluate((element) => element.classList.add("kept"));
    await post({
      event: "pageState",
      pageState: { ...pageState, options: { ...pageState.options, temperature: 1 } },
    });
    await page.getByRole("button", { name: /^Options: 1/ }).waitFor();
    assert.equal(await page.locator(".suggestion.kept:focus").count(), 1);
    const expert = { ...pageState.expert!, role: "Now with another role" };
    await post({ event: "pageState", pageState: { ...pageState, expert } });
    await page.getByText("Now with another role").waitFor();
    await page.locator(".suggestion:focus").waitFor();
    assert.equal(
      await page.locator(".suggestion:focus").textContent(),
      pageState.expert?.suggestions[1]?.text,
    );
  });
});
