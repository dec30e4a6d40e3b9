import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { ChatView } from "../../../src/page/protocol/views";
import { sized } from "../../support/testSize";
import { until } from "../../support/until";
import { answer, answered, chat, retry, pageState, step, steps, turn } from "./fixtures";
import { useChromium } from "./suite";

const grouped = (count: number) => count.toLocaleString("en");

const long = "A paragraph of some words that fill a line or two.\n\n".repeat(40);

const waitingAfter = (text: string): ChatView =>
  chat([answered(text), turn({ id: "asked", result: { state: "waiting" } })], { busy: true });

const asked = (secondsAgo: number) =>
  turn({
    askedAt: new Date(Date.now() - secondsAgo * 1000).toISOString(),
    result: { state: "waiting" },
  });

/** Waits until the newest answer starts at the top of the view. */
const isAtTop = (page: Page) =>
  page.waitForFunction(() => {
    const { top } = document.querySelector("main")!.getBoundingClientRect();
    const turn = document.querySelector("[data-turn=asked]:has(.answer)");
    return turn && Math.round(turn.getBoundingClientRect().top - top) === 8;
  });

describe("the transcript", () => {
  const { open } = useChromium();

  it("says which questions were asked by others than the user", async () => {
    const { page } = await open(
      chat([
        turn({ id: "mine", question: "Mine" }),
        turn({ id: "theirs", question: "Theirs", caller: "asked by an agent" }),
      ]),
    );
    const asked = page.locator(".asked");
    await asked.first().waitFor();
    assert.deepEqual(await asked.allTextContents(), ["asked by an agent"]);
    await page.getByRole("group", { name: "asked by an agent", exact: true }).waitFor();
    await page.getByRole("group", { name: "You", exact: true }).waitFor();
  });

  it("replaces the element of the changed turn and leaves the others alone", async () => {
    const { page, post } = await open(waitingAfter("first"));
    await page
      .locator(".answer")
      .first()
      .evaluate((element) => element.classList.add("kept"));
    await post({ event: "turn", turn: turn({ id: "asked" }) });
    await page.getByText("never removed").waitFor();
    assert.equal(await page.locator(".answer.kept").count(), 1);
    assert.equal(await page.locator(".turn").count(), 2);
  });

  it("says once who answered and with how many steps", async () => {
    const { page, post } = await open(waitingAfter("first"));
    assert.equal(await page.getByRole("log").getAttribute("aria-live"), "off");
    await post({ event: "turn", turn: turn({ id: "asked" }) });
    await page
      .getByRole("status")
      .getByText("Answer from Code Reviewer, 3 steps")
      .waitFor({ state: "attached" });
    // A repeated announcement differs by a space.
    const said = await page.getByRole("status").first().textContent();
    assert.equal(said, "Answer from Code Reviewer, 3 steps");
  });

  it("folds what a model thought above the steps and the answer, as plain text", async () => {
    const reasoning = "Six **sevens** are <b>42</b>.";
    const { page } = await open(chat([answered("42", { reasoning, steps: [step] })]));
    await page.locator(".answer").getByText("42").waitFor();
    const parts = await page
      .locator(".turn")
      .evaluate((element) => [...element.children].map((one) => one.classList[0]));
    const expected = ["reasoning", "steps", "answer", "read", "review-all", "actions"];
    assert.deepEqual(parts.slice(-6), expected);
    const summary = page.locator(".reasoning > summary", { hasText: /^Reasoning$/ });
    await summary.waitFor();
    await summary.press("Enter");
    await page.locator(".reasoning").getByText(reasoning, { exact: true }).waitFor();
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".reasoning[open]").count(), 0);
  });

  it("counts the seconds, offers Stop, and explains itself after ten", async () => {
    const { page, nextCall } = await open(chat([asked(9), asked(0)]));
    await page
      .locator(".seconds")
      .last()
      .getByText(/^\d s$/)
      .waitFor();
    await page
      .getByText("Still waiting for hub.example.com. If it sends the answer in one piece")
      .first()
      .waitFor();
    await page.locator(".waiting").first().getByRole("button", { name: "Stop" }).click();
    await nextCall("stop");
  });

  it("M10 counts down to the next try, says why, and keeps the focus on Stop", async () => {
    const { page, post, nextCall } = await open(waitingAfter("first"));
    const stop = page.locator(".waiting").getByRole("button", { name: "Stop" });
    await stop.focus();
    const again = { why: "The hub is receiving too many requests.", inMs: 2500 };
    await post({ event: "turn", turn: turn({ id: "asked", result: { state: "waiting", again } }) });
    const waiting = page.locator(".waiting");
    await waiting.getByText("Asking again in").waitFor();
    await waiting.getByText(/^[1-3] s$/).waitFor();
    await waiting.getByText(again.why).waitFor();
    await page
      .getByRole("status")
      .getByText("The hub is receiving too many requests. Asking again in 3 seconds.")
      .waitFor({ state: "attached" });
    await page.keyboard.press("Enter");
    await nextCall("stop");
    await waiting.getByText("Waiting…").waitFor();
    assert.equal(await waiting.getByText(again.why).count(), 0);
  });

  it("M10 counts down by no clock that can be set, beside what there is of the answer", async () => {
    const { page, post } = await open(waitingAfter("first"));
    const again = { why: "The hub is receiving too many requests.", inMs: 30_000 };
    const live = { steps: [], text: "Half an answer", running: [] };
    const result = { state: "waiting" as const, again, live };
    await post({ event: "turn", turn: turn({ id: "asked", result }) });
    const waiting = page.locator(".waiting");
    await waiting.getByText(/^(?:30|2\d) s$/).waitFor();
    await waiting.getByText("Half an answer").waitFor();
    await page.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 61_000;
    });
    await waiting.getByText(/^2[0-8] s$/).waitFor();
    await waiting.getByText("Asking again in").waitFor();
  });

  it("shows the beginning of a long answer to who follows", async () => {
    const { page, post } = await open(waitingAfter(long));
    await post({ event: "turn", turn: { ...answered(long), id: "asked" } });
    await isAtTop(page);
    assert.equal(await page.locator(".new-answer").isVisible(), false);
  });

  it("stays at the beginning of a long answer when the whole of it follows", async () => {
    const { page, post } = await open(waitingAfter(long));
    await post({ event: "turn", turn: { ...answered(long), id: "asked" } });
    await isAtTop(page);
    await post({ event: "turn", turn: { ...answered(`${long}\n\nThe end.`), id: "asked" } });
    await page.getByText("The end.").waitFor();
    await isAtTop(page);
    assert.equal(await page.locator(".new-answer").isVisible(), false);
  });

  it("does not move who scrolled up, and leads to the new answer", async () => {
    const { page, post } = await open(waitingAfter(long));
    const scroller = page.locator("main");
    await scroller.hover();
    await page.mouse.wheel(0, -4000);
    await page.waitForFunction(() => document.querySelector("main")?.scrollTop === 0);
    await post({ event: "turn", turn: turn({ id: "asked" }) });
    const button = page.getByRole("button", { name: "New answer" });
    await button.waitFor();
    assert.equal(await scroller.evaluate((element) => element.scrollTop), 0);
    await button.click();
    await page.getByText("never removed").waitFor();
    assert.ok((await scroller.evaluate((element) => element.scrollTop)) > 0);
    assert.equal(await button.isVisible(), false);
  });

  it("does not offer the new answer of one conversation in another", async () => {
    const { page, post } = await open(waitingAfter(long));
    await page.locator("main").hover();
    await page.mouse.wheel(0, -4000);
    await page.waitForFunction(() => document.querySelector("main")?.scrollTop === 0);
    await post({ event: "turn", turn: turn({ id: "asked" }) });
    const button = page.getByRole("button", { name: "New answer" });
    await button.waitFor();
    await post({ event: "chat", chat: chat([], { conversationId: "c2" }) });
    await page.locator(".empty").waitFor();
    assert.equal(await button.isVisible(), false);
  });

  it("I13 names the code block that a button belongs to, never its text", async () => {
    const many =
      "- list\n\n  ```\n  zero\n  ```\n\n    indented one\n\n> ~~~\n> two\n> ~~~\n\n".repeat(2);
    const { page, nextCall } = await open(chat([{ ...answered(many), id: "t" }]));
    const blocks = page.locator(".code-block");
    await blocks.nth(3).waitFor();
    for (let index = 0; index < (await blocks.count()); index++) {
      const used = { turnId: "t", blockIndex: index };
      await blocks.nth(index).getByRole("button", { name: "Apply" }).click();
      assert.deepEqual((await nextCall("useOutput")).args, { ...used, action: "apply" });
      await blocks.nth(index).getByRole("button", { name: "More code actions" }).press("Enter");
      await page.getByRole("menuitem", { name: "Insert at cursor" }).press("Enter");
      assert.deepEqual((await nextCall("useOutput")).args, { ...used, action: "insert" });
    }
  });

  it("says that it copied once the text is in the clipboard, and not where the user did not want it", async () => {
    let happens = false;
    const { page, nextCall } = await open(chat([{ ...answered("text"), id: "t" }]), {
      answer: (name) => (name === "useOutput" ? happens : undefined),
    });
    const copy = page.getByRole("button", { name: "Copy", exact: true });
    const said = page.getByRole("status").filter({ hasText: "Copied" });
    const icon = () => copy.locator("svg").innerHTML();
    const asEver = await icon();
    await copy.click();
    await nextCall("useOutput");
    // Once this call is answered, so is the previous one.
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Open in new file" }).click();
    await nextCall("useOutput");
    assert.equal(await said.count(), 0);
    assert.equal(await icon(), asEver);
    happens = true;
    await copy.click();
    await said.waitFor({ state: "attached" });
    assert.notEqual(await icon(), asEver);
  });

  it("offers the whole answer's actions, replacing only where a selection can be", async () => {
    const fixed = answered("text", { target: { label: "a.ts", canReplace: false } });
    const { page, nextCall, post } = await open(chat([{ ...answered("text"), id: "t" }]));
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    assert.deepEqual((await nextCall("useOutput")).args, { turnId: "t", action: "copy" });
    const more = page.getByRole("button", { name: "More actions" });
    for (const [name, title, action] of [
      ["Insert at cursor", "Insert at cursor in cart.ts", "insert"],
      ["Replace selection", "Replace selection in cart.ts", "replace"],
      ["Open in new file", "Open in new file", "newFile"],
    ] as const) {
      await more.click();
      const item = page.getByRole("menuitem", { name, exact: true });
      assert.equal(await item.getAttribute("title"), title);
      await item.click();
      assert.deepEqual((await nextCall("useOutput")).args, { turnId: "t", action });
    }
    await post({ event: "turn", turn: { ...fixed, id: "t" } });
    await page.locator("[data-turn=t] .actions").waitFor();
    await more.click();
    await page.getByTitle("Insert at cursor in a.ts").waitFor();
    assert.equal(await page.getByRole("menuitem", { name: /^Replace/ }).count(), 0);
  });

  it("says that an answer is empty and offers nothing to insert", async () => {
    const { page } = await open(chat([answered(" \n")]));
    await page.getByText("(empty answer)").waitFor();
    assert.equal(await page.getByRole("button", { name: /^Insert|^Copy/ }).count(), 0);
  });

  it("shows a failure where the answer would be, with its buttons", async () => {
    const { page, nextCall } = await open(
      chat([
        turn({
          id: "t",
          result: {
            state: "failed",
            problem: {
              sentence: "The key was refused.",
              details: "401",
              remedies: [{ action: "setApiKey", label: "Replace Key" }, retry],
            },
          },
        }),
      ]),
    );
    await page.getByText("The key was refused.").waitFor();
    await page.getByRole("button", { name: "Replace key" }).click();
    assert.deepEqual((await nextCall("resolveProblem")).args, { turnId: "t", action: "setApiKey" });
    await page.getByRole("button", { name: "Retry" }).click();
    assert.deepEqual((await nextCall("resolveProblem")).args, { turnId: "t", action: "retry" });
  });

  for (const [setupStep, name, action] of [
    ["hub", "Connect to a hub", "connect"],
    ["key", "Set API key", "setApiKey"],
    ["expert", "Add expert", "addExpert"],
  ] as const) {
    it(`offers the way out when the ${setupStep} is missing`, async () => {
      const { page, nextCall } = await open(chat([], { setupStep, expert: undefined }));
      await page.getByRole("button", { name }).click();
      assert.deepEqual((await nextCall("resolveProblem")).args, { action });
    });
  }

  it("S20 cuts thousands of steps, and says how many more there are", async () => {
    const count = sized(2_000, 10_000);
    const steps = Array.from({ length: count }, () => step);
    const { page } = await open(
      chat([turn({ result: { state: "done", answer: { ...answer, steps } } })]),
    );
    await page.locator(".steps > summary").click();
    await page.getByRole("button", { name: `${grouped(count - 50)} more` }).waitFor();
    assert.equal(await page.locator(".step").count(), 50);
    await page.getByRole("button", { name: `${grouped(count - 50)} more` }).click();
    assert.equal(await page.locator(".step").count(), 100);
  });

  it("has a line for each step with what was found, and the rest of it in the editor", async () => {
    const { page, nextCall } = await open(chat([turn({ id: "t" })]));
    await page.locator(".steps > summary").click();
    const lines = page.locator(".step");
    await lines.nth(2).waitFor();
    assert.deepEqual(await lines.allTextContents(), [
      "Searched react effect cleanup in the documentsCleanup of an effectDetails",
      "Calculated 2 * 8 * 102416384Details",
      "Searched the web for addEventListener leak detached nodesDetails",
    ]);
    await lines.nth(1).getByRole("button", { name: "Details" }).click();
    assert.deepEqual((await nextCall("showStep")).args, { turnId: "t", index: 1 });
  });

  it("opens a conversation of 2,000 turns at its end and holds every word of it", async () => {
    const turns = Array.from({ length: 2000 }, (_, index) =>
      answered(`answer number ${index}`, { bytes: index }),
    );
    const { page } = await open(chat(turns));
    await page.getByText("answer number 1999").waitFor();
    await page.waitForFunction(() => document.querySelectorAll(".turn").length === 2000);
    assert.ok(await page.getByText("answer number 1999").isVisible());
    const order = await page
      .locator(".turn")
      .evaluateAll((all) =>
        all.map((element) => /answer number (\d+)/.exec(element.textContent)?.[1]),
      );
    assert.deepEqual(
      order,
      turns.map((_, index) => String(index)),
    );
    await page.locator("main").evaluate((element) => (element.scrollTop = 0));
    await page.locator(".turn").first().locator(".who").waitFor();
  });

  it("leads back to the range that was asked about", async () => {
    const { page, nextCall } = await open(chat([turn({ id: "t" })]));
    await page.getByRole("link", { name: "cart.ts:10–24" }).click();
    assert.deepEqual((await nextCall("revealAttachment")).args, {
      turnId: "t",
      attachmentId: "a1",
    });
  });

  it("marks the built-in hub below the composer, and at its answers once another hub answers", async () => {
    const { page, post } = await open(chat([turn({ builtIn: true })], { builtIn: true }));
    const marks = page.getByText("built-in hub", { exact: true }).filter({ visible: true });
    assert.equal(await marks.count(), 1);
    assert.ok(
      await page.locator(".hub-line").getByText("built-in hub", { exact: true }).isVisible(),
    );
    await post({ event: "pageState", pageState });
    await page.locator(".who-by").getByText("built-in hub").waitFor();
    assert.equal(await marks.count(), 1);
  });

  it("keeps every button of the composer in view", async () => {
    for (const builtIn of [false, true]) {
      const { page } = await open(chat([turn()], { builtIn }));
      for (const width of [600, 400, 280, 220, 180]) {
        await page.setViewportSize({ width, height: 600 });
        for (const button of await page.locator(".composer-row button").all()) {
          const { x, width: wide } = (await button.boundingBox())!;
          assert.ok(wide >= 18 && x + wide <= width, `${width} px, ${x} to ${x + wide}`);
        }
      }
    }
  });

  it("breaks no name of who answered that fits into a line", async () => {
    const { page } = await open(chat([turn({ abilityName: "Find the bugs", modelOnly: true })]));
    for (const width of [600, 280, 220, 180]) {
      await page.setViewportSize({ width, height: 600 });
      for (const name of await page.locator(".who bdi").all()) {
        const { height } = (await name.boundingBox())!;
        assert.ok(height < 30, `${await name.textContent()} at ${width} px`);
      }
    }
  });

  it("T1 says what is off in Restricted Mode, until the workspace is trusted", async () => {
    const restricted = "Restricted Mode: settings of this workspace are ignored.";
    const { page, post } = await open(chat([], { restricted }));
    const mark = page.locator(".hub-line").getByText("Restricted Mode", { exact: true });
    assert.equal(await mark.getAttribute("title"), restricted);
    await page.locator(".empty").getByText(restricted).waitFor();
    await post({ event: "pageState", pageState: { ...pageState, setupStep: "key", restricted } });
    await page.locator(".empty").getByText(restricted).waitFor();
    await post({ event: "chat", chat: chat([turn()], { restricted }) });
    assert.ok(await mark.isVisible());
    await post({ event: "pageState", pageState });
    await mark.waitFor({ state: "hidden" });
    assert.equal(await page.getByText(restricted).count(), 0);
  });

  it("asks again by the first button once what a question failed for is mended, which is no error", async () => {
    const failed = turn({
      result: {
        state: "failed",
        problem: {
          sentence: "The API key was not accepted.",
          remedies: [{ action: "setApiKey", label: "Replace Key" }, retry],
        },
      },
    });
    const { page, post, nextCall } = await open(chat([failed]));
    const buttons = page.locator(".problem .button");
    assert.deepEqual(await buttons.allTextContents(), ["Replace Key", "Retry"]);
    const sentence = "There is a new key. Retry asks again with it.";
    const remedies = [retry, { action: "setApiKey", label: "Replace Key" } as const];
    const problem = { sentence, remedies, isMended: true };
    await post({ event: "turn", turn: { ...failed, result: { state: "failed", problem } } });
    await page.getByText(sentence).waitFor();
    assert.deepEqual(await buttons.allTextContents(), ["Retry", "Replace Key"]);
    assert.deepEqual(await page.locator(".problem .button:not(.secondary)").allTextContents(), [
      "Retry",
    ]);
    assert.ok(await page.locator(".problem.no-error").isVisible());
    await buttons.first().click();
    assert.deepEqual((await nextCall("resolveProblem")).args, {
      turnId: failed.id,
      action: "retry",
    });
  });

  it("says what an answer cost, and that the model alone was asked", async () => {
    const { page } = await open(
      chat([
        {
          ...answered("x", {
            tokens: { words: "about 1,200 tokens", meaning: "tokens" },
            steps,
          }),
          modelOnly: true,
        },
      ]),
    );
    await page.locator(".who").getByText("model only", { exact: true }).waitFor();
    const cost = page.locator(".who-cost");
    const isShown = (): Promise<boolean> =>
      page.locator(".who-facts").evaluate((facts) => getComputedStyle(facts).clipPath === "none");
    assert.equal(await isShown(), false);
    await page.locator(".who").hover();
    await until("it is shown on hover", isShown);
    // It covers the steps, which can be pressed.
    await page.locator(".steps > summary").click();
    await until("it is hidden again", async () => !(await isShown()));
    assert.equal(await cost.innerText(), "4.2 s · about 1,200 tokens\nTokens\nSize: 3.4 KB");
  });
});
