import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../support/until";
import { chat } from "./fixtures";
import { useChromium } from "./suite";

const box = "#question";

/** The picker is a box of VS Code: it takes the focus away from the page, and gives it back. */
const blur = (page: Page) => page.locator(box).blur();
const focus = (page: Page) => page.locator(box).focus();
const value = (page: Page, expected: string) =>
  until(`the box holds ${expected}`, async () => (await page.inputValue(box)) === expected);

describe("what is typed while a picker opens", () => {
  const { open } = useChromium();

  async function opened(call: "attach" | "usePrompt", draft = "") {
    const { promise, resolve } = Promise.withResolvers<{ attached: boolean; typed: string }>();
    const result = await open(chat([], { draft }), {
      answer: (name) => (name === call ? promise : undefined),
    });
    const close = (typed: string, attached = false) => resolve({ attached, typed });
    await focus(result.page);
    return { ...result, close };
  }

  for (const [call, before, inPicker, after] of [
    ["usePrompt", "/etc/ho", "sts is", " wrong"],
    ["usePrompt", "/", "etc/hosts", ""],
    ["attach", "#12", "3 is", " wrong"],
    ["attach", "See #1", "23", ""],
    ["attach", "# ", "heading", "s"],
  ] as const)
    it(`B4 stands where it was typed: ${before}${inPicker}${after}`, async () => {
      const { page, nextCall, close, sent } = await opened(call);
      await page.keyboard.type(before);
      await nextCall(call);
      // The picker is open: these go there. Then Escape, and the page has the focus again.
      await blur(page);
      await focus(page);
      await page.keyboard.type(after);
      close(inPicker);
      await value(page, before + inPicker + after);
      await page.keyboard.type("!");
      await value(page, `${before}${inPicker}${after}!`);
      await until("it is saved", () => {
        const last = sent.findLast(({ call: name }) => name === "saveDraft");
        const { text } = (last?.args ?? {}) as { text?: string };
        return text === `${before}${inPicker}${after}!`;
      });
      assert.equal(sent.filter(({ call: name }) => name === call).length, 1);
    });

  it("B4 stands where it was typed in the middle of a text", async () => {
    const { page, nextCall, close } = await opened("attach", "See  for more");
    await page.keyboard.press("Home");
    for (let at = 0; at < 4; at++) await page.keyboard.press("ArrowRight");
    await page.keyboard.type("#1");
    await nextCall("attach");
    await blur(page);
    close("23");
    await value(page, "See #123 for more");
    await focus(page);
    await page.keyboard.type("4");
    await value(page, "See #1234 for more");
  });

  it("gives way with its # to what was attached", async () => {
    const { page, nextCall, close } = await opened("attach", "Look at ");
    await page.keyboard.press("End");
    await page.keyboard.type("#ca");
    await nextCall("attach");
    await blur(page);
    close("", true);
    await value(page, "Look at ");
    await focus(page);
    await page.keyboard.type("it");
    await value(page, "Look at it");
  });
});
