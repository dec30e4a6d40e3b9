import assert from "node:assert/strict";
import type { ContextView } from "../../../src/page/protocol/views";
import { until } from "../../support/until";
import { chat, pageState } from "./fixtures";
import { useChromium } from "./suite";

const context: ContextView = {
  takes: 8192,
  fits: 7168,
  attachments: 1500,
  history: 2000,
  system: 500,
};

const showing = (more: Partial<ContextView>) => chat([], { context: { ...context, ...more } });

describe("the bar of the model's context window", () => {
  const { open } = useChromium();

  it("stands there from a half on, with its parts by size, while the question grows", async () => {
    const { page, post } = await open(showing({}));
    const bar = page.locator(".context-bar");
    await bar.waitFor({ state: "attached" });
    assert.equal(await bar.isVisible(), false);
    await page.fill("#question", "word ".repeat(400));
    await bar.waitFor();
    const words =
      "About 4,500 of the 8,192 tokens in the model's context window; Conversation so far: 2,000; Attachments: 1,500; Your question: 500; Expert and tools: 500; Reserved for the answer: 1,024";
    assert.equal(await bar.getAttribute("aria-label"), words);
    assert.equal(await bar.getAttribute("title"), words.replaceAll("; ", "\n"));
    assert.equal(await page.locator(".context-hint").isVisible(), false);
    const share = await page
      .locator(".context-used")
      .evaluate((used) => used.clientWidth / used.parentElement!.clientWidth);
    assert.ok(Math.abs(share - 4500 / 8192) < 0.02, `${share}`);
    await page.fill("#question", "");
    await bar.waitFor({ state: "hidden" });
    await post({ event: "pageState", pageState });
    await page.fill("#question", "word ".repeat(8000));
    assert.equal(await bar.isVisible(), false);
  });

  it("suggests a summary or fewer turns from 80 % on, by keys alone", async () => {
    const { page, nextCall } = await open(showing({ history: 5000 }), { answer: () => null });
    const hint = page.locator(".context-hint");
    await hint.waitFor();
    assert.match((await hint.textContent()) ?? "", /^The model's context window is nearly full\./);
    await page.focus("#question");
    await page.keyboard.press("Tab");
    await until("the bar has the focus", () =>
      page.evaluate(() => document.activeElement?.classList.contains("context-bar") === true),
    );
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.deepEqual((await nextCall("useContext")).args, { action: "summary" });
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.deepEqual((await nextCall("useContext")).args, { action: "fewerTurns" });
    await page.fill("#question", "word ".repeat(1600));
    const over = "This exceeds the model's context window. The oldest parts will be left out.";
    await hint.getByText(over).waitFor();
    const said = page.getByRole("status").getByText(over);
    await said.waitFor({ state: "attached" });
    await page.fill("#question", "");
    await hint.getByText(/^The model's context window is nearly full\./).waitFor();
  });

  it("begins at exactly a half, and suggests at exactly 80 %", async () => {
    const takes = { takes: 1000, fits: 900, attachments: 0, system: 0 };
    const { page, post } = await open(showing({ ...takes, history: 500 }));
    const [bar, hint] = [page.locator(".context-bar"), page.locator(".context-hint")];
    await bar.waitFor();
    for (const [history, isShown, isHinted] of [
      [499, false, false],
      [799, true, false],
      [800, true, true],
      [900, true, true],
    ] as const) {
      await post({ event: "pageState", pageState: showing({ ...takes, history }).pageState });
      assert.deepEqual([await bar.isVisible(), await hint.isVisible()], [isShown, isHinted]);
    }
    await hint.getByText("The model's context window is nearly full.").waitFor();
  });

  it("does not promise to leave something out where the question alone is too long", async () => {
    const { page } = await open(showing({}));
    await page.fill("#question", "word ".repeat(8000));
    const sentence = "Your question alone exceeds the model's context window.";
    await page.locator(".context-hint").getByText(sentence).waitFor();
    assert.equal(await page.getByRole("button", { name: /Summary|Fewer/ }).count(), 0);
  });

  it("suggests nothing where there is no conversation that could be shorter", async () => {
    const { page, post } = await open(showing({ history: 0, attachments: 6500 }));
    const hint = page.locator(".context-hint");
    await hint.waitFor();
    assert.equal(await page.getByRole("button", { name: /Summary|Fewer/ }).count(), 0);
    // Its last message stays when there is nothing new to say.
    const state = showing({ history: 0, attachments: 5000 }).pageState;
    await post({ event: "pageState", pageState: state });
    await hint.waitFor({ state: "hidden" });
    assert.match((await page.getByRole("status").textContent()) ?? "", /is nearly full\./);
  });

  it("opens what will be sent, which says what is left out", async () => {
    const omitted = "Left out to fit the model's context window of about 8,192 tokens: first.ts";
    const { page } = await open(showing({ history: 9000 }), {
      answer: (call) =>
        call === "preview"
          ? { endpoint: "invoke_agent", json: '{"input_data":"x"}', omitted }
          : null,
    });
    await page.locator(".context-bar").click();
    await page.locator(".request").getByText(omitted).waitFor();
  });
});
