import assert from "node:assert/strict";
import { chat, pageState } from "./fixtures";
import { useChromium } from "./suite";

describe("saved prompts in the composer", () => {
  const { open } = useChromium();
  const box = "#question";

  it("are offered for a slash that begins the question, which stays until one is chosen", async () => {
    const { page, nextCall, post, sent } = await open(chat([]), {
      answer: (call) => (call === "usePrompt" ? { typed: "" } : undefined),
    });
    await page.focus(box);
    await page.keyboard.type("/");
    await nextCall("usePrompt");
    assert.equal(await page.inputValue(box), "/");
    // The list was left, and the user goes on typing.
    await page.keyboard.type("etc/hosts: what is a/b?");
    await page.keyboard.press("Home");
    await page.keyboard.type("/");
    assert.equal(await page.inputValue(box), "//etc/hosts: what is a/b?");
    assert.equal(sent.filter(({ call }) => call === "usePrompt").length, 1);
    await post({
      event: "pageState",
      pageState: { ...pageState, draft: "The prompt", draftRevision: 1000 },
    });
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "The prompt");
    assert.equal(sent.filter(({ call }) => call === "send").length, 0);
  });

  it("are not offered for a slash that was pasted, or left over from a longer text", async () => {
    const { page, sent, nextCall } = await open(chat([]));
    await page.focus(box);
    await page.keyboard.insertText("/usr");
    for (let count = 0; count < 3; count++) await page.keyboard.press("Backspace");
    assert.equal(await page.inputValue(box), "/");
    await page.locator(box).evaluate((element: HTMLTextAreaElement) => {
      element.select();
      element.dispatchEvent(
        new InputEvent("input", { inputType: "insertFromPaste", bubbles: true }),
      );
    });
    assert.equal(sent.filter(({ call }) => call === "usePrompt").length, 0);
    await page.locator(box).selectText();
    await page.keyboard.type("/");
    await nextCall("usePrompt");
  });
});
