import assert from "node:assert/strict";
import { chat, pageState } from "./fixtures";
import { until } from "../../support/until";
import { useChromium } from "./suite";

describe("the Send button", () => {
  const { open } = useChromium();
  const send = ".send[aria-label=Send]";

  it("sends a suggestion, all of it, once it is in the box", async () => {
    const text = `What is\n${"very ".repeat(60)}long?`;
    const expert = { ...pageState.expert!, suggestions: [{ text }] };
    const { page, nextCall } = await open(chat([], { expert }));
    assert.ok(await page.locator(send).isDisabled());
    await page.locator(".suggestion").click();
    await page.locator(`${send}:enabled`).click();
    assert.deepEqual((await nextCall("send")).args, { text });
  });

  it("is off while a question leaves, and on again where it was refused", async () => {
    const { promise: taken, reject: refuse } = Promise.withResolvers<void>();
    const { page, nextCall } = await open(chat([]), {
      answer: (call) => (call === "send" ? taken : undefined),
    });
    await page.fill("#question", "Why?");
    await page.locator(send).click();
    await nextCall("send");
    assert.ok(await page.locator(send).isDisabled());
    refuse(new Error("Not sent."));
    await page.locator(`${send}:enabled`).click();
    await nextCall("send");
  });

  it("is on with an attachment alone, and off once that is gone", async () => {
    const attachment = { id: "a", label: "a.ts", detail: "1 line", languageId: "ts", text: "a" };
    const { page, post } = await open(chat([], { attachments: [attachment] }));
    await page.locator(`${send}:enabled`).waitFor();
    await post({ event: "pageState", pageState });
    await page.locator(`${send}:disabled`).waitFor();
  });
});

describe("a key in the composer", () => {
  const { open } = useChromium();

  for (const { sendKey, sends, breaks } of [
    { sends: "Enter", breaks: ["Shift+Enter", "Control+Enter", "Meta+Enter"] },
    { sendKey: "Ctrl+Enter", sends: "Control+Enter", breaks: ["Shift+Enter", "Enter"] },
    { sendKey: "⌘Enter", sends: "Meta+Enter", breaks: ["Shift+Enter", "Enter"] },
  ]) {
    it(`${sends} sends, and ${breaks.join(" and ")} break the line, which Undo takes back`, async () => {
      const { page, nextCall } = await open(chat([], { ...(sendKey && { sendKey }) }));
      const box = page.locator("#question");
      await page.locator(".send-more").waitFor();
      for (const key of breaks) {
        await box.fill("a");
        await page.keyboard.press("End");
        await page.keyboard.press(key);
        await page.keyboard.type("b");
        assert.equal(await box.inputValue(), "a\nb", key);
      }
      await page.keyboard.press("Control+z");
      assert.equal(await box.inputValue(), "a");
      await box.fill("Why?");
      await page.keyboard.press(sends);
      assert.deepEqual((await nextCall("send")).args, { text: "Why?" });
    });
  }

  it("waits for the word behind # before Enter breaks the line, where another key sends", async () => {
    const { page, sent } = await open(chat([], { sendKey: "Ctrl+Enter" }), {
      answer: (call) =>
        call === "complete"
          ? new Promise((resolve) => setTimeout(() => resolve({ completions: [] }), 300))
          : undefined,
    });
    await page.locator(".send-more").waitFor();
    await page.locator("#question").click();
    await page.keyboard.type("a #none");
    await page.keyboard.press("Enter");
    const box = page.locator("#question");
    await until("the line is broken", async () => (await box.inputValue()) === "a #none\n");
    assert.equal(sent.filter(({ call }) => call === "send").length, 0);
  });

  it("sends nothing by an Enter that came before it was known that it breaks the line", async () => {
    const known = Promise.withResolvers<void>();
    const content = chat([], { sendKey: "Ctrl+Enter" });
    const { page, sent } = await open(known.promise.then(() => content));
    await page.fill("#question", "Why?");
    await page.press("#question", "Enter");
    known.resolve();
    await page.locator(".send:enabled").waitFor();
    assert.equal(sent.filter(({ call }) => call === "send").length, 0);
  });

  it("leaves a panel open that is the Escape of an input method", async () => {
    const { page } = await open(chat([]));
    await page.getByRole("button", { name: "Options" }).click();
    await page.locator(".options").waitFor();
    await page.locator("#question").evaluate((element) => {
      const given = { key: "Escape", isComposing: true, bubbles: true };
      element.dispatchEvent(new KeyboardEvent("keydown", given));
    });
    assert.ok(await page.locator(".options").isVisible());
  });
});
