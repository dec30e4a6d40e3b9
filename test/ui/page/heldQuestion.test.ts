import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { HubError } from "../../../src/contract/errors";
import type { HeldQuestionView } from "../../../src/page/protocol/views";
import { chat, pageState } from "./fixtures";
import { useChromium } from "./suite";

const held: HeldQuestionView = {
  id: "q1",
  sentence: "This question contains what looks like a secret. Send it?",
  reasons: [{ text: "a GitHub token: cart.ts, line 3", canShow: true }, { text: "another" }],
  yes: "Send Anyway",
  no: "Do Not Send",
};
const box = "#question";

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describe("a question to the user in the chat", () => {
  const { open } = useChromium();

  async function asked(more: Partial<HeldQuestionView> = {}, typed = "") {
    const opened = await open(chat([]));
    const { page, post } = opened;
    await page.focus(box);
    await page.keyboard.type(typed);
    await post({ event: "pageState", pageState: { ...pageState, held: { ...held, ...more } } });
    await page.getByRole("group", { name: held.sentence }).waitFor();
    return opened;
  }

  it("has the focus on the button that declines, which Enter, Space and Escape press", async () => {
    for (const key of ["Enter", "Space", "Escape"]) {
      const { page, nextCall } = await asked();
      assert.equal(await focused(page), "Do Not Send");
      await page.keyboard.press(key);
      const { args } = await nextCall("decide");
      assert.deepEqual(args, { questionId: "q1", decision: "no" }, key);
    }
  });

  it("is agreed to with its button alone, for good where the box is checked", async () => {
    const { page, nextCall } = await asked();
    assert.equal(await page.getByRole("checkbox").count(), 0);
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "Send Anyway");
    await page.keyboard.press("Enter");
    assert.deepEqual((await nextCall("decide")).args, { questionId: "q1", decision: "yes" });
    const other = await asked({ always: "Always allow it here" });
    await other.page.getByRole("checkbox", { name: "Always allow it here" }).check();
    await other.page.getByRole("button", { name: "Send Anyway" }).click();
    const { args } = await other.nextCall("decide");
    assert.deepEqual(args, { questionId: "q1", decision: "always" });
  });

  it("leads to what it names", async () => {
    const { page, nextCall } = await asked();
    assert.equal(await page.getByRole("button", { name: "another" }).count(), 0);
    await page.getByRole("button", { name: "a GitHub token: cart.ts, line 3" }).click();
    assert.deepEqual((await nextCall("showReason")).args, { questionId: "q1", index: 0 });
  });

  it("takes no letter from what is being typed", async () => {
    const { page } = await asked({}, "And");
    await page.keyboard.type(" ho");
    assert.equal(await page.inputValue(box), "And ho");
    const other = await asked();
    await other.page.keyboard.type("What?");
    assert.equal(await other.page.inputValue(box), "What?");
  });

  it("goes once it is decided, and leaves the focus in the box", async () => {
    const { page, post } = await asked();
    await post({ event: "pageState", pageState });
    await page.getByRole("group", { name: held.sentence }).waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement?.id), "question");
  });

  it("leaves no error where the user declined, and the text is back", async () => {
    const { page } = await open(chat([]), {
      answer(call) {
        if (call === "send") throw new HubError("cancelled", "Nothing was sent.");
        return undefined;
      },
    });
    await page.fill(box, "Why?");
    await page.press(box, "Enter");
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "Why?");
    assert.equal(await page.getByRole("alert").isVisible(), false);
  });
});
