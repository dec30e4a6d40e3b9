import assert from "node:assert/strict";
import type { LiveView, TurnView } from "../../../src/page/protocol/views";
import { until } from "../../support/until";
import { column, columns, comparison, done, mixed, rest } from "./comparisons";
import { answered, turn } from "./fixtures";
import { useChromium } from "./suite";

const live = (text: string): LiveView => ({ steps: [], text, running: [] });

/** An answer with a block of code that others have as well. */
const same = (words: string) => `${words}\n\n\`\`\`ts\nlet a = 1;\n\`\`\`\n`;

describe("the page of a comparison", () => {
  const { openComparison } = useChromium();

  it("has a column for each way to ask, with the whole answer, in the order of the view", async () => {
    const { page, errors } = await openComparison(done(4), { width: 1600 });
    await page.locator(".column .answer code").nth(3).waitFor();
    const headings = await page.locator("main h2").allTextContents();
    assert.deepEqual(
      headings,
      columns.map(({ expertName }) => expertName),
    );
    const facts = await page.locator(".column-facts").allTextContents();
    assert.match(facts[1] ?? "", /^Find bugs · llama-3\.3-70b-instruct · temperature 0\.2/);
    assert.match(facts[2] ?? "", /1 min 1 s · about 4,100 tokens/);
    const [first, , , last] = await page.locator(".column").all();
    assert.match((await first?.textContent()) ?? "", /requestAnimationFrame/);
    assert.match((await last?.textContent()) ?? "", /This component adds a listener/);
    const boxes = await Promise.all(
      (await page.locator(".column").all()).map((one) => one.boundingBox()),
    );
    assert.equal(new Set(boxes.map((box) => box?.y)).size, 1, "side by side");
    assert.equal(
      new Set(boxes.map((box) => Math.round(box?.width ?? 0))).size,
      1,
      "of equal width",
    );
    assert.equal(
      await page.getByRole("heading", { level: 1 }).textContent(),
      "Comparison of answers to: Why does this leak?",
    );
    assert.deepEqual(errors, []);
  });

  it("stars the answer of the conversation, and offers to continue with another or to compare it", async () => {
    const { page, nextCall } = await openComparison(done(3));
    await page.locator(".star").waitFor();
    const [starred, second] = await page.locator(".column").all();
    assert.equal(await starred?.locator(".star").count(), 1);
    assert.equal(await page.locator(".star").count(), 1);
    assert.equal(await starred?.getByRole("button", { name: /^Continue/ }).count(), 0);
    await starred?.getByRole("button", { name: "More actions" }).first().click();
    await page.getByRole("menuitem", { name: "Insert at cursor" }).waitFor();
    assert.equal(await page.getByRole("menuitem", { name: /^Diff/ }).count(), 0);
    await page.keyboard.press("Escape");
    await second?.getByRole("button", { name: "Continue with This" }).click();
    assert.deepEqual((await nextCall("continueWith")).args, { turnId: "b" });
    await second?.getByRole("button", { name: "More actions" }).first().click();
    await page.getByRole("menuitem", { name: "Diff with the starred answer" }).click();
    assert.deepEqual((await nextCall("diffAnswers")).args, { turnId: "b" });
    await second?.getByRole("button", { name: "Copy", exact: true }).first().click();
    assert.deepEqual((await nextCall("useOutput")).args, { turnId: "b", action: "copy" });
    await second?.getByRole("button", { name: "More actions" }).first().click();
    await page.getByRole("menuitem", { name: "Insert at cursor" }).click();
    assert.deepEqual((await nextCall("useOutput")).args, { turnId: "b", action: "insert" });
    await second?.locator(".code-block").getByRole("button", { name: "Apply" }).click();
    const inBlock = { turnId: "b", blockIndex: 0, action: "apply" };
    assert.deepEqual((await nextCall("useOutput")).args, inBlock);
  });

  it("begins all answers on one line, and shows few buttons until a column is looked at", async () => {
    for (const width of [900, 1400]) {
      const { page } = await openComparison(done(4), { width });
      await page.locator(".column .answer code").nth(3).waitFor();
      const tops = await page
        .locator(".column-body")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      assert.equal(new Set(tops).size, 1, `at ${width} px`);
      await page.mouse.move(0, 0);
      const seen = (where: string) =>
        page
          .locator(`${where} button:visible`)
          .evaluateAll((all) => all.filter((one) => getComputedStyle(one).opacity !== "0").length);
      const heads = await Promise.all(
        [0, 1, 2, 3].map((at) => seen(`.column:nth-child(${at + 1}) .column-head`)),
      );
      assert.deepEqual(heads, [1, 2, 2, 2], "the menu, and what continues with another answer");
      assert.equal(await seen(".comparison-head"), 1);
      await page.locator(".column").nth(1).focus();
      assert.equal(await seen(".column:nth-child(2) .column-head"), 3);
    }
  });

  it("keeps what concerns all columns in one line, and tells its tabs apart, down to 220 px", async () => {
    for (const language of [undefined, "de"])
      for (const width of [220, 280]) {
        const { page } = await openComparison(mixed(), { width, ...(language && { language }) });
        await page.locator(".column-tab").nth(3).waitFor();
        const tools = (await page.locator(".comparison-tools").boundingBox())!;
        const more = (await page.locator(".comparison-tools > button").last().boundingBox())!;
        const stop = (await page.locator(".comparison-tools > .button:visible").boundingBox())!;
        assert.ok(more.y < stop.y + stop.height, `one line at ${width}`);
        assert.ok(more.x + more.width <= tools.x + tools.width, `inside at ${width}`);
        if (width === 280) assert.ok(stop.height < 32, `the words of a button: ${stop.height}`);
      }
    const { page } = await openComparison(done(2), { width: 280 });
    const question = (await page.locator(".compared").boundingBox())!;
    const more = (await page.locator(".comparison-tools > button").last().boundingBox())!;
    assert.ok(more.y < question.y + question.height, "beside the question where there is room");
  });

  it("offers in the menu of an answer what makes sense in a comparison", async () => {
    const { page, nextCall } = await openComparison(done(2));
    const second = page.locator(".column").nth(1);
    await second.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menu").waitFor();
    assert.deepEqual(await page.getByRole("menuitem").allTextContents(), [
      "Diff with the starred answer",
      "Save question as prompt…",
      "Copy as cURL",
      "Show raw response",
      "Copy",
      "Insert at cursor",
      "Replace selection",
      "Open in new file",
    ]);
    await page.getByRole("menuitem", { name: "Copy as cURL" }).click();
    assert.deepEqual((await nextCall("useTurn")).args, { turnId: "b", action: "copyAsCurl" });
    assert.equal(await page.getByRole("button", { name: "Compare with…" }).count(), 0);
  });

  it("shows each state: on its way, failed with what helps, and waiting for the others", async () => {
    const { page, nextCall } = await openComparison(mixed(), { width: 1600 });
    const [, coming, failed, queued] = await page.locator(".column").all();
    await coming?.locator(".live strong").getByText("listener").waitFor();
    await coming?.getByText("Searching the web…").waitFor();
    await coming?.getByRole("button", { name: "Stop" }).click();
    assert.deepEqual((await nextCall("stopColumn")).args, { column: "2" });
    await failed?.getByText("hub.example.org is not reachable.").waitFor();
    await failed?.getByRole("button", { name: "Retry" }).click();
    assert.deepEqual((await nextCall("resolveProblem")).args, { turnId: "c", action: "retry" });
    await queued?.getByText("Waiting for the others…").waitFor();
    await queued?.getByRole("button", { name: "Stop" }).click();
    assert.deepEqual((await nextCall("stopColumn")).args, { column: "4" });
    await page.getByText("1 of 4 answers", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Stop All" }).click();
    assert.deepEqual((await nextCall("stopColumn")).args, {});
    const again = page.getByRole("button", { name: "Ask the Failed Ones Again" });
    assert.equal(await again.isVisible(), false, "while answers are on their way");
  });

  it("draws answers as they come, and settles each column by itself", async () => {
    const { page, post } = await openComparison(mixed(), { width: 1600 });
    const [, coming, , queued] = await page.locator(".column").all();
    await post({ event: "turn", turn: { ...turn({ id: "d" }), result: { state: "waiting" } } });
    await queued?.locator(".waiting").getByText("Waiting…").waitFor();
    const status = page.getByRole("status").first();
    assert.equal(await status.textContent(), "");
    await post({ event: "live", turnId: "d", live: live("Begun **here**") });
    await post({ event: "live", turnId: "b", live: live("Begun **there**") });
    await queued?.locator("strong").getByText("here").waitFor();
    await coming?.locator("strong").getByText("there").waitFor();
    const again = { why: "Too many requests.", inMs: 20_000 };
    await post({ event: "turn", turn: turn({ id: "b", result: { state: "waiting", again } }) });
    await page.getByRole("status").getByText("Too many requests. Asking again in").waitFor();
    await post({ event: "turn", turn: { ...answered("All of *it*."), id: "b" } });
    await coming?.locator("em").getByText("it").waitFor();
    assert.equal(await coming?.locator(".waiting").count(), 0);
    await queued?.locator("strong").getByText("here").waitFor();
    await page.getByText("2 of 4 answers", { exact: true }).waitFor();
    await page.getByRole("status").filter({ hasText: "Answer from Code Reviewer" }).waitFor();
    await status.evaluate((element) => (element.textContent = ""));
    await post({ event: "turn", turn: { ...answered("All of *it* again."), id: "b" } });
    await coming?.getByText("again.").waitFor();
    assert.equal(await status.textContent(), "", "settled once");
    await post({
      event: "cost",
      turnId: "b",
      tokens: { words: "about 1,234 tokens", meaning: "tokens" },
    });
    await coming?.locator(".column-facts").getByText("about 1,234 tokens").waitFor();
    await post({ event: "undoable", turnId: "b", canUndo: true });
    await coming?.getByRole("button", { name: "Undo this answer's changes…" }).waitFor();
    await post({ event: "focus" });
    await page.locator(".column:first-child:focus").waitFor();
    await post({ event: "removed", turnId: "b" });
    await coming?.locator(".answer").waitFor({ state: "detached" });
  });

  it("says how far the review of an answer has come", async () => {
    const { page, post } = await openComparison(done(2));
    const [first, second] = await page.locator(".column").all();
    await second?.locator(".code-block").waitFor();
    const review = { state: "open", kept: 1, all: 2, files: 1, edited: 0, notPlaced: [] };
    await post({ event: "review", turnId: "b", review });
    await second?.getByText("In review: 1 of 2 hunks in 1 file").waitFor();
    assert.equal(await first?.getByText("In review").count(), 0);
  });

  it("says which answers are missing, and asks those again", async () => {
    const { page, nextCall } = await openComparison(rest());
    await page.getByText("Code Reviewer is no longer in your list of experts.").waitFor();
    await page.getByText("Stopped.").waitFor();
    await page.getByText(/^Interrupted, or still running/).waitFor();
    await page.locator(".column strong").getByText("it").waitFor();
    const again = page.getByRole("button", { name: "Ask the Failed Ones Again" });
    assert.equal(await again.getAttribute("title"), "2 have no answer");
    await again.click();
    await nextCall("askFailedAgain");
  });

  it("folds a question of several lines to its beginning", async () => {
    const { page, post } = await openComparison(rest());
    const title = page.getByRole("heading", { level: 1 });
    await title.waitFor();
    assert.match((await title.textContent()) ?? "", /And in Vue\? Explain it\.$/);
    await page.locator(".compared summary").click();
    const whole = page.getByRole("group", { name: "Question", exact: true });
    assert.equal(await whole.textContent(), "And in Vue?\n\nExplain it.");
    const { comparison: view } = rest();
    await post({ event: "comparison", comparison: { ...view, canAdd: true } });
    await page.getByRole("button", { name: "Compare with more…" }).waitFor();
    assert.equal(await whole.isVisible(), true, "still unfolded");
  });

  it("is headed by what was attached where nothing was typed", async () => {
    for (const [attachments, words] of [
      [["a.ts", "b.ts"], "a.ts"],
      [[], "your selection"],
    ] as const) {
      const question = { typed: "", attachments };
      const { page } = await openComparison(comparison([column("1")], [turn()], question));
      const heading = await page.getByRole("heading", { level: 1 }).textContent();
      assert.equal(heading, `Comparison of answers to: ${words}`);
    }
  });

  it("marks code that stands in every answer, once all of them are there", async () => {
    const turns = [same("One."), `${same("Two.")}\n\`\`\`ts\nlet b;\n\`\`\`\n`].map(
      (text, index): TurnView => ({ ...answered(text), id: `s${index}` }),
    );
    const waiting: TurnView = { ...turn({ id: "s2" }), result: { state: "waiting" } };
    const three = comparison([column("1"), column("2"), column("3")], [...turns, waiting]);
    const { page, post } = await openComparison(three);
    const marks = page.locator(".same-code:visible");
    await page.locator(".code-block").nth(2).waitFor();
    assert.equal(await marks.count(), 0, "while one is on its way");
    await post({ event: "turn", turn: { ...answered(same("Three.")), id: "s2" } });
    await until("three are marked", async () => (await marks.count()) === 3);
    const second = page.locator(".column").nth(1).locator(".code-block");
    assert.equal(await second.nth(0).locator(".same-code:visible").count(), 1);
    assert.equal(await second.nth(1).locator(".same-code:visible").count(), 0);
    await post({ event: "turn", turn: { ...answered("No code."), id: "s2" } });
    await until("none is marked", async () => (await marks.count()) === 0);
  });

  it("takes over columns without drawing again what stays", async () => {
    const content = done(2);
    const { page, post, errors } = await openComparison(content, { width: 1600 });
    const first = page.locator(".column").first();
    await first.locator(".answer code").first().waitFor();
    await first.locator(".answer").evaluate((element) => (element.id = "kept"));
    const { comparison: view, turns } = done(3);
    await post({ event: "turn", turn: turns[2] });
    await post({ event: "comparison", comparison: view });
    await page.locator(".column").nth(2).waitFor();
    assert.equal(await page.locator("#kept").count(), 1);
    const swapped = {
      ...view,
      turnId: "b",
      columns: view.columns.map((one) => ({ ...one, isBaseline: one.id === "2" })),
    };
    await post({ event: "comparison", comparison: swapped });
    await page.locator(".column").nth(1).locator(".star").waitFor();
    assert.equal(await first.locator(".star").count(), 0);
    await post({ event: "comparison", comparison: { ...view, columns: view.columns.slice(0, 1) } });
    await page.locator(".column").nth(1).waitFor({ state: "detached" });
    // What still comes of an answer that stands nowhere is not drawn.
    for (const turnId of ["c", "unheard"]) await post({ event: "undoable", turnId, canUndo: true });
    assert.deepEqual(errors, []);
  });

  it("says once that all answers are of the built-in hub, else which of them are", async () => {
    const { page, post } = await openComparison(done(2), { width: 1600 });
    const badges = page.locator(".badge:visible", { hasText: "built-in hub" });
    await page.locator(".column .badge").waitFor();
    assert.equal(await badges.count(), 1);
    const { comparison: view } = done(2);
    const builtIn = view.columns.map((one) => ({ ...one, builtIn: true }));
    await post({ event: "comparison", comparison: { ...view, columns: builtIn } });
    await page.locator(".comparison-head .badge:visible").waitFor();
    assert.equal(await badges.count(), 1);
  });

  it("says what the host says of a comparison that is gone", async () => {
    let isGone = false;
    const { page } = await openComparison(() => {
      if (isGone) throw new Error("This question no longer exists.");
      return done(2);
    });
    isGone = true;
    await page.reload();
    await page.getByRole("alert").getByText("This question no longer exists.").waitFor();
  });

  it("leads to what concerns all columns, and to more of them up to four", async () => {
    const { page, nextCall, post } = await openComparison(done(2));
    const more = page.getByRole("button", { name: "Compare with more…" });
    await more.click();
    await nextCall("addColumn");
    await more.focus();
    await post({ event: "comparison", comparison: done(4).comparison });
    await more.waitFor({ state: "hidden" });
    await page.locator("button:focus", { has: page.locator("svg") }).press("Enter");
    const menu = (await page.getByRole("menu").boundingBox())!;
    assert.equal(Math.round(menu.x + menu.width), 1000 - 4, "beside the edge of the page");
    await page.getByRole("menuitem", { name: "Show what was sent" }).click();
    await nextCall("showRequests");
  });

  it("draws an answer that comes after its column", async () => {
    const { comparison: view, turns } = done(3);
    const { page, post } = await openComparison({ comparison: view, turns: turns.slice(0, 2) });
    const last = page.locator(".column").nth(2);
    await last.waitFor();
    await post({ event: "turn", turn: turns[2] });
    await last.locator(".answer").waitFor();
  });
});
