import assert from "node:assert/strict";
import { chat, pageState } from "./fixtures";
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
