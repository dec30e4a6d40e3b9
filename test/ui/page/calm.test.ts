import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { TurnView } from "../../../src/page/protocol/views";
import { answer, attachment, chat, cleanup, pageState, retry, steps, turn } from "./fixtures";
import { settled } from "./states";
import { useChromium } from "./suite";

/** Whatever can be pressed, but for links and code in what was written. */
const controls =
  "button:not([role=link]), summary, select, [role=button], [tabindex]:not(pre, [role=menuitem])";
const prose = "The listener is never removed. Return a cleanup from the effect.";
const title = "Why does the badge get slower";
const question = { attachments: [] };
const withBlock = turn({
  ...question,
  result: { state: "done", answer: { ...answer, output: `${prose}\n\n${cleanup}` } },
});
const withSteps = turn({
  ...question,
  result: { state: "done", answer: { ...answer, output: prose } },
});
/** What is not drawn has no opacity. */
const drawn = { isDrawn: true };
/** What lies open, and is offered beside what is shown. */
const suggested = { kind: "file", label: "cart.ts", detail: "3 lines" } as const;
const without = turn({
  ...question,
  result: { state: "done", answer: { ...answer, steps: [], output: prose } },
});

/** What is drawn, also where it is scrolled out of sight: nothing that shows only when pointed at or focused. */
const namesIn = (page: Page): Promise<string[]> =>
  page
    .locator(controls)
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .map((one) => one.getAttribute("aria-label") ?? one.textContent.trim()),
    );

/** The same once no part of the page is on its way. */
async function restingNames(page: Page): Promise<string[]> {
  await page.locator(".send-more").waitFor();
  for (let before = ""; ;) {
    const names = await namesIn(page);
    if (names.join() === before) return names;
    before = names.join();
    await page.waitForTimeout(300);
  }
}

/** Names of what a key leads to with Tab, each with whether it is visible then. */
async function reachedByTab(page: Page): Promise<Map<string, boolean>> {
  const reached = new Map<string, boolean>();
  for (let laps = 0; laps < 2;) {
    await page.keyboard.press("Tab");
    await settled(page);
    const at = await page.evaluate(() => {
      const one = document.activeElement;
      if (!one || one === document.body) return undefined;
      return {
        name: one.getAttribute("aria-label") ?? one.textContent.trim(),
        isVisible: one.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      };
    });
    if (at) reached.set(at.name, at.isVisible);
    else laps++;
  }
  return reached;
}

/** The labels in all menus of the page. */
async function menuLabels(page: Page): Promise<string[]> {
  const labels: string[] = [];
  const owners = page.locator("[aria-haspopup=menu]");
  for (let at = 0; at < (await owners.count()); at++) {
    await owners.nth(at).focus();
    await page.keyboard.press("Enter");
    const items = page.getByRole("menuitem");
    await items.first().waitFor();
    labels.push(...(await items.allTextContents()));
    await page.keyboard.press("Escape");
  }
  return labels;
}

describe("a calm page", () => {
  const { open } = useChromium();

  for (const [what, shown, max] of [
    ["one answer with its steps and one block", withBlock, 10],
    ["one answer with its steps", withSteps, 10],
    ["one answer without a block", without, 8],
    ["a question that waits", turn({ ...question, result: { state: "waiting" } }), 10],
    ["a question that was stopped", turn({ ...question, result: { state: "stopped" } }), 10],
    [
      "a question that failed",
      turn({
        ...question,
        result: { state: "failed", problem: { sentence: "No answer.", remedies: [retry] } },
      }),
      10,
    ],
  ] as const)
    it(`N11 shows at most ${max} buttons at 280 px with ${what}`, async () => {
      const busy = shown.result.state === "waiting";
      const offered = max === 10 ? { suggested } : {};
      const { page } = await open(chat([shown], { title, busy, ...offered }), {
        ...drawn,
        width: 280,
      });
      if (max === 10) await page.getByText("cart.ts").waitFor();
      const names = await restingNames(page);
      assert.ok(names.length <= max, `${names.length}: ${names.join(", ")}`);
    });

  it("N11 shows at most 10 buttons at 280 px before the first question", async () => {
    const { page } = await open(chat([], { suggested, draft: "Why?" }), { ...drawn, width: 280 });
    const names = await restingNames(page);
    assert.ok(names.length <= 10, `${names.length}: ${names.join(", ")}`);
  });

  it("N11 leads to each function by Tab, and to those that show only when pointed at by a menu", async () => {
    const shown = chat([turn({ ...question, attachments: [attachment] })], {
      title,
      draft: "Why?",
    });
    const { page } = await open(shown, { ...drawn, width: 280, height: 900 });
    await page.locator(".send-more").waitFor();
    await page.locator(".code-block button").first().waitFor({ state: "attached" });
    const all = await page
      .locator(controls)
      .evaluateAll((every) =>
        every
          .filter((one) => one.checkVisibility() && !one.matches(":disabled, summary *"))
          .map((one) => one.getAttribute("aria-label") ?? one.textContent.trim()),
      );
    const atRest = new Set(await restingNames(page));
    const reached = await reachedByTab(page);
    for (const name of all) assert.equal(reached.get(name), true, `${name} is reached and seen`);
    const labels = await menuLabels(page);
    const menus = new Set(
      await page
        .locator("[aria-haspopup=menu]")
        .evaluateAll((every) => every.map((one) => one.getAttribute("aria-label"))),
    );
    for (const name of all)
      if (!atRest.has(name) && !menus.has(name))
        assert.ok(labels.includes(name), `${name} is in a menu: ${labels.join(", ")}`);
  });

  it("N11 keeps who answers, and each step, in a line of its own, whatever is said of them", async () => {
    const modelFullName = "gpt-x (127.0.0.1:33695)";
    const long = {
      sentence: `Searched ${"listener ".repeat(12)}in the folder`,
      found: "cart.ts:1",
    };
    const of = { expertName: "Grundstücksgutachter mit Haftung", modelFullName, modelOnly: true };
    const done = { state: "done", answer: { ...answer, output: prose, steps: [long, ...steps] } };
    const shown = turn({ ...of, builtIn: true, result: done as TurnView["result"] });
    const { page } = await open(
      chat([shown], { expert: { ...pageState.expert!, modelFullName } }),
      { ...drawn, width: 280 },
    );
    await page.locator(".steps > summary").click();
    await page.locator(".step").first().waitFor();
    for (const line of await page.locator(".who, .step").all()) {
      const { height } = (await line.boundingBox())!;
      assert.ok(height < 30, `${await line.textContent()}: ${height}`);
    }
    const who = page.locator(".who > :not(.who-facts)");
    assert.doesNotMatch((await who.allTextContents()).join(), /127/);
    assert.match(
      (await page.locator(".who-facts").textContent()) ?? "",
      /gpt-x \(127\.0\.0\.1:33695\)/,
    );
    const picker = page.getByRole("button", { name: "Model: gpt-x", exact: true });
    assert.equal(await picker.getAttribute("title"), `Model: gpt-x\n${modelFullName}`);
    const step = page.locator(".step").first();
    assert.equal(await step.getAttribute("title"), `${long.sentence}\n${long.found}`);
  });

  it("N11 says in three lines at most what is known of an answer where nothing can be pointed at", async () => {
    const { page } = await open(chat([turn()]), { ...drawn, width: 280, alone: true });
    await page.locator(".who-facts").waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    await page.locator(".more-actions").waitFor();
    assert.ok(await page.evaluate(() => matchMedia("(hover: none)").matches));
    const { height } = (await page.locator(".who-facts").boundingBox())!;
    await session.send("Emulation.setTouchEmulationEnabled", { enabled: false });
    assert.ok(height > 10 && height <= 50, `${height}`);
  });

  it("N11 keeps the expert and the model in sight from 220 px on, whatever their names", async () => {
    for (const name of ["Ada", "x".repeat(200), "Grundstücksverkehrsgenehmigung ".repeat(7)])
      for (const modelName of ["gpt-x", "y".repeat(200)])
        for (const width of [220, 280, 600]) {
          const expert = { id: 7, name, modelName, suggestions: [] };
          const { page, close } = await open(chat([], { expert, title: name }), { width });
          await page.locator(".send-more").waitFor();
          for (const picker of [/^Expert: /, /^Model: /]) {
            const box = await page.getByRole("button", { name: picker }).boundingBox();
            assert.ok(
              box && box.width >= 28 && box.x + box.width <= width,
              `${picker} at ${width}`,
            );
          }
          const row = await page
            .locator(".composer-row")
            .evaluate((one) => one.scrollWidth - one.clientWidth);
          assert.equal(row, 0, `nothing is cut at ${width}`);
          await close();
        }
  });
});
