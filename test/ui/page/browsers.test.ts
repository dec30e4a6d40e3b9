import assert from "node:assert/strict";
import { answered, chat } from "./fixtures";
import { useChromium } from "./suite";

describe("a browser that lacks what is new", () => {
  const { open } = useChromium();

  it("still draws a long conversation, and colours its code", async () => {
    const { page, post, errors } = await open(chat([]), { alone: true });
    const gone = await page.evaluate(() =>
      ["requestIdleCallback", "scheduler"].map((name) => Reflect.deleteProperty(globalThis, name)),
    );
    assert.deepEqual(gone, [true, true]);
    const turns = Array.from({ length: 20 }, () => answered("```ts\nlet a = 1;\n```"));
    await post({ event: "chat", chat: chat(turns) });
    await page.waitForFunction(() => document.querySelectorAll(".turn").length === 20);
    await page.locator(".hljs-keyword").last().waitFor();
    assert.deepEqual(errors, []);
  });

  it("has a box that grows with its text", async () => {
    const { page } = await open(chat([]), { alone: true });
    const box = page.locator("#question");
    await box.evaluate((element) => {
      CSS.supports = () => false;
      element.style.setProperty("field-sizing", "fixed");
    });
    const height = () => box.evaluate((element) => element.clientHeight);
    const heights: number[] = [];
    for (const text of ["a", "a\nb\nc", "a"]) {
      await box.fill(text);
      heights.push(await height());
    }
    const [one = 0, three = 0, again] = heights;
    assert.ok(three > one * 2, String(heights));
    assert.equal(again, one);
  });
});
