import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { ResultView } from "../../../src/page/protocol/views";
import { until } from "../../support/until";
import { answer, answered, chat, pageState, retry, turn } from "./fixtures";
import { useChromium } from "./suite";

const undoable: ResultView = { state: "done", answer: { ...answer, canUndo: true } };

describe("what may be done with a turn", () => {
  const { open } = useChromium();
  const menuOf = async (result?: ResultView) => {
    const opened = await open(chat([turn({ id: "t", ...(result && { result }) })]));
    await opened.page.getByRole("button", { name: "More actions" }).click();
    await opened.page.getByRole("menu").waitFor();
    return { ...opened, items: await opened.page.getByRole("menuitem").allTextContents() };
  };
  const failed: ResultView = {
    state: "failed",
    problem: { sentence: "The hub did not answer.", remedies: [retry] },
  };

  it("offers what an answer can be used for, and names the turn", async () => {
    const { page, items, nextCall } = await menuOf();
    assert.deepEqual(items, [
      "Edit question",
      "Ask again…",
      "Compare with…",
      "Fork from here",
      "Save question as prompt…",
      "Copy as cURL",
      "Show raw response",
      "Copy",
      "Insert at cursor",
      "Replace selection",
      "Open in new file",
    ]);
    const actions = ["askAgain", "compare", "fork", "saveAsPrompt", "copyAsCurl", "showRaw"];
    for (const [index, action] of actions.entries()) {
      if (index > 0) await page.getByRole("button", { name: "More actions" }).click();
      await page
        .getByRole("menuitem")
        .nth(index + 1)
        .click();
      assert.deepEqual((await nextCall("useTurn")).args, { turnId: "t", action });
      assert.equal(await page.getByRole("menu").count(), 0);
    }
  });

  it("J12 offers to undo an answer while something of it is in files", async () => {
    const { page, post, nextCall } = await open(chat([turn({ id: "t" })]));
    const undo = page.getByRole("button", { name: "Undo this answer's changes…" });
    await page.locator(".turn .more-actions").waitFor();
    assert.equal(await undo.count(), 0);
    await post({ event: "undoable", turnId: "t", canUndo: true });
    await undo.press("Enter");
    assert.deepEqual((await nextCall("undoAnswer")).args, { turnId: "t" });
    await undo.focus();
    await post({ event: "undoable", turnId: "t", canUndo: false });
    await undo.waitFor({ state: "hidden" });
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute("aria-label")),
      "More actions",
    );
    await post({ event: "chat", chat: chat([turn({ id: "t", result: undoable })]) });
    await undo.waitFor();
  });

  it("J12 puts the focus on the button that declines, also beside a question that is being written", async () => {
    const pending = {
      id: "q",
      sentence: "Undo this answer's changes?",
      reasons: [{ text: "src/cart.ts, changed at 14:02", canShow: true }],
      choices: ["Undo Changes"],
      no: "Keep Changes",
    };
    const turns = [turn({ id: "t", result: undoable })];
    const { page, post } = await open(chat(turns, { draft: "And now" }));
    await page.getByRole("button", { name: "Undo this answer's changes…" }).press("Enter");
    await post({ event: "pageState", pageState: { ...pageState, draft: "And now", pending } });
    await page.locator("button:focus", { hasText: "Keep Changes" }).waitFor();
  });

  it("opens the menu by keyboard, walks it, and gives the focus back", async () => {
    const { page, nextCall } = await open(chat([turn({ id: "t" })]));
    const owner = page.getByRole("button", { name: "More actions" });
    // A tab that has just come to the front may miss a key.
    await until("the menu is open", async () => {
      await owner.press("Enter");
      return page
        .getByRole("menu")
        .waitFor({ timeout: 2_000 })
        .then(
          () => true,
          () => false,
        );
    });
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    assert.equal(await focused(), "Edit question");
    assert.equal(await owner.getAttribute("aria-expanded"), "true");
    await page.keyboard.press("ArrowUp");
    assert.equal(await focused(), "Open in new file");
    await page.keyboard.press("f");
    assert.equal(await focused(), "Fork from here");
    for (const name of ["Copy as cURL", "Copy", "Compare with…", "Copy as cURL"]) {
      await page.keyboard.press("c");
      assert.equal(await focused(), name);
    }
    await page.keyboard.press("z");
    assert.equal(await focused(), "Copy as cURL");
    await page.keyboard.press("Escape");
    assert.equal(await page.getByRole("menu").count(), 0);
    assert.ok(await owner.evaluate((element) => element === document.activeElement));
    assert.equal(await owner.getAttribute("aria-expanded"), "false");
    await page.keyboard.press("Enter");
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.deepEqual((await nextCall("useTurn")).args, { turnId: "t", action: "askAgain" });
  });

  it("closes the menu on a click elsewhere, and keeps it inside of a narrow page", async () => {
    const { page } = await open(chat([turn()]), { width: 220 });
    await page.getByRole("button", { name: "More actions" }).click();
    const box = await page.getByRole("menu").boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 220, JSON.stringify(box));
    await page.locator("main").click({ position: { x: 2, y: 2 } });
    assert.equal(await page.getByRole("menu").count(), 0);
    assert.equal(await page.locator(":focus").count(), 0, "the focus is where the click was");
  });

  it("marks one entry of the menu, whether by keys or by pointing", async () => {
    const { page } = await menuOf();
    const items = page.getByRole("menuitem");
    await items.nth(3).hover();
    const marked = () =>
      items.evaluateAll((all) => {
        const plain = getComputedStyle(all[1]!).backgroundColor;
        return all.flatMap((one, at) =>
          getComputedStyle(one).backgroundColor === plain ? [] : [at],
        );
      });
    assert.deepEqual(await marked(), [3]);
    await page.keyboard.press("ArrowDown");
    assert.deepEqual(await marked(), [4]);
  });

  it("closes the menu on a second click on its button", async () => {
    const { page } = await open(chat([turn()]));
    const owner = page.getByRole("button", { name: "More actions" });
    for (const count of [1, 0, 1]) {
      await owner.click();
      await page.locator(`.more-actions[aria-expanded=${count === 1}]`).waitFor();
      assert.equal(await page.getByRole("menu").count(), count);
    }
  });

  const long = "Some words of a long answer.\n\n".repeat(60);
  const withMenu = async () => {
    const turns = [{ ...answered(long), id: "long" }, turn({ id: "t" })];
    const opened = await open(chat(turns));
    const { page } = opened;
    const own = page.locator("[data-turn=t]");
    await own.locator("code .hljs-keyword").first().waitFor();
    await own.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem").first().and(page.locator(":focus")).waitFor();
    /** The distance between the menu and its button. */
    const gap = () =>
      page.evaluate(() => {
        const menu = document.querySelector(".menu")?.getBoundingClientRect();
        const owner = document.querySelector("[aria-expanded=true].more-actions");
        const box = owner?.getBoundingClientRect();
        return (
          menu && box && Math.min(Math.abs(menu.top - box.bottom), Math.abs(box.top - menu.bottom))
        );
      });
    return { ...opened, gap };
  };

  it("keeps the menu open at its button, and the focus in it, while the page around it changes", async () => {
    const { page, post, gap } = await withMenu();
    const before = await page.locator("[aria-expanded=true]").boundingBox();
    await post({ event: "turn", turn: { ...answered("Short."), id: "long" } });
    await until("the button is elsewhere", async () => {
      const now = await page.locator("[aria-expanded=true]").boundingBox();
      return now?.y !== before?.y;
    });
    await until("the menu is there too", async () => ((await gap()) ?? Infinity) < 3);
    await page.keyboard.press("ArrowDown");
    assert.equal(await page.locator(":focus").textContent(), "Ask again…");
  });

  for (const [way, scroll] of [
    ["the user's scrolling", (page: Page) => page.mouse.wheel(0, -50)],
    [
      "its button going out of sight",
      (page: Page) => page.evaluate("document.querySelector('main').scrollTop = 0"),
    ],
  ] as const)
    it(`closes the menu on ${way}, and gives the focus back`, async () => {
      const { page } = await withMenu();
      await page.locator("main").hover({ position: { x: 4, y: 4 } });
      await scroll(page);
      await page.getByRole("menu").waitFor({ state: "detached" });
      await page.locator(".more-actions[aria-expanded=false]:focus").waitFor({ state: "attached" });
      if (way !== "its button going out of sight") return;
      assert.equal(await page.locator("main").evaluate((element) => element.scrollTop), 0);
    });

  it("offers no raw response and no fork where nothing came back", async () => {
    const unanswered = [
      "Edit question",
      "Discard",
      "Ask again…",
      "Compare with…",
      "Save question as prompt…",
      "Copy as cURL",
    ];
    for (const result of [failed, { state: "stopped" }, { state: "interrupted" }] as ResultView[])
      assert.deepEqual((await menuOf(result)).items, unanswered, result.state);
  });

  it("offers the menu of an empty answer", async () => {
    const { page } = await open(chat([answered("")]));
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Show raw response" }).waitFor();
  });

  for (const [state, again, sentence] of [
    ["stopped", "Retry", "Stopped."],
    [
      "interrupted",
      "Resend",
      "Interrupted, or still running in another window. The hub may have processed it; if an answer arrives, it appears here.",
    ],
    ["failed", "Retry", "The hub did not answer."],
  ] as const) {
    it(`lets a ${state} question be asked again or discarded, never by itself`, async () => {
      const result = state === "failed" ? failed : ({ state } as ResultView);
      const { page, sent, nextCall } = await open(chat([turn({ id: "t", result })]));
      await page.getByText(sentence, { exact: true }).waitFor();
      await page.waitForTimeout(100);
      assert.deepEqual(
        sent.map(({ call }) => call).filter((call) => !/^(?:ready|focused)$/.test(call)),
        [],
      );
      await page.getByRole("button", { name: again }).click();
      assert.deepEqual((await nextCall("resolveProblem")).args, { turnId: "t", action: "retry" });
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Discard" }).click();
      assert.deepEqual((await nextCall("useTurn")).args, { turnId: "t", action: "discard" });
    });
  }

  it("offers to switch to the hub of a question first, where another one is in use", async () => {
    const remedy = { action: "switchHub", label: "Switch to Work" } as const;
    const result: ResultView = { state: "stopped", remedy };
    const { page, nextCall } = await open(chat([turn({ id: "t", otherHub: "Work", result })]));
    await page.getByRole("button", { name: "Switch to Work" }).click();
    assert.deepEqual((await nextCall("resolveProblem")).args, { turnId: "t", action: "switchHub" });
    assert.equal(await page.getByRole("button", { name: "Retry" }).count(), 0);
  });
});
