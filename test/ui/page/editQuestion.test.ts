import assert from "node:assert/strict";
import { until } from "../../support/until";
import type { OpenPage } from "../../support/pageHarness";
import { answered, chat, pageState, turn } from "./fixtures";
import { useChromium } from "./suite";

const boxOf = ({ page }: OpenPage) => page.getByRole("textbox", { name: "Edit question" });

const turns = () => [turn({ id: "t1" }), turn({ id: "t2", question: "And now?" })];

describe("a question that is edited in its place", () => {
  const { open } = useChromium();

  it("B7 is asked anew by Enter, and left as it was by Escape", async () => {
    const opened = await open(chat(turns(), { draft: "half a thought" }));
    const { page, sent, nextCall } = opened;
    const box = boxOf(opened);
    const first = page.locator("[data-turn=t1]");
    await first.locator(".question-text").click();
    await box.and(page.locator(":focus")).waitFor();
    assert.equal(await box.inputValue(), "Why does this leak?");
    await page
      .getByRole("textbox", { description: "Enter asks anew, Escape cancels" })
      .waitFor({ timeout: 2000 });
    await box.fill("Something else");
    await page.keyboard.press("Escape");
    await box.waitFor({ state: "detached" });
    await first.getByText("Why does this leak?", { exact: true }).waitFor();
    await first.locator(".edit-question:focus").waitFor();
    assert.equal(sent.filter(({ call }) => /edit|stop/i.test(call)).length, 0);
    await page.keyboard.press("Enter");
    await box.press("End");
    await box.press("Shift+Enter");
    await box.pressSequentially("Really?");
    await box.press("Enter");
    assert.deepEqual((await nextCall("editQuestion")).args, {
      turnId: "t1",
      text: "Why does this leak?\nReally?",
    });
    assert.equal(await page.locator("#question").inputValue(), "half a thought");
  });

  it("can be given words where only attachments were asked about", async () => {
    const opened = await open(chat([turn({ id: "t1", question: "" })]));
    const { page, nextCall } = opened;
    await page.locator("[data-turn=t1] .edit-question").press("Enter");
    await boxOf(opened).fill("Why?");
    assert.deepEqual(
      await page
        .locator("[data-turn=t1] .bubble")
        .evaluate((bubble) => [bubble.firstElementChild?.className, bubble.childElementCount > 2]),
      ["edit-box", true],
    );
    await boxOf(opened).press("Enter");
    assert.deepEqual((await nextCall("editQuestion")).args, { turnId: "t1", text: "Why?" });
  });

  it("is asked anew once, however often Enter is pressed meanwhile", async () => {
    const opened = await open(chat(turns()), {
      answer: (call) => (call === "editQuestion" ? new Promise(() => undefined) : undefined),
    });
    const { page, sent, nextCall } = opened;
    const box = boxOf(opened);
    await page.locator("[data-turn=t1] .question-text").click();
    for (let count = 0; count < 3; count++) await box.press("Enter");
    await page.getByRole("button", { name: /^Model: / }).click();
    await nextCall("pickModel");
    assert.equal(sent.filter(({ call }) => call === "editQuestion").length, 1);
  });

  it("is asked anew by the keys that send, where Enter breaks the line", async () => {
    const opened = await open(chat(turns(), { sendKey: "Ctrl+Enter" }));
    const { page, nextCall } = opened;
    const box = boxOf(opened);
    await page.locator(".send-more").waitFor();
    await page.locator("[data-turn=t1] .question-text").click();
    const description = "Ctrl+Enter asks anew, Escape cancels";
    await page.getByRole("textbox", { description }).press("End");
    await box.press("Enter");
    await box.pressSequentially("Really?");
    await box.press("Control+Enter");
    const text = "Why does this leak?\nReally?";
    assert.deepEqual((await nextCall("editQuestion")).args, { turnId: "t1", text });
  });

  it("keeps what was typed when it is refused, redrawn or reloaded", async () => {
    const opened = await open(chat(turns()), {
      answer: (call) => {
        if (call === "editQuestion")
          throw new Error("The previous question is still being answered.");
        return undefined;
      },
    });
    const { page, post, reload } = opened;
    const box = boxOf(opened);
    await page.locator("[data-turn=t1] .question-text").click();
    await box.fill("Another");
    await box.press("Enter");
    await page.getByText("The previous question is still being answered.").waitFor();
    assert.equal(await box.inputValue(), "Another");
    await page.focus("#question");
    await post({ event: "turn", turn: { ...answered("New."), id: "t1" } });
    await until("it is there again", async () => (await box.inputValue()) === "Another");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "question");
    await until("it is kept", async () => (await opened.state()).includes("Another"));
    await reload();
    await until("it is there again", async () => (await box.inputValue()) === "Another");
    await box.press("Escape");
    await reload();
    await page.locator("[data-turn=t1] .question-text").waitFor();
    assert.equal(await box.count(), 0);
  });

  it("takes no key of an input method, and no click that selects text or opens an attachment", async () => {
    const opened = await open(chat(turns()));
    const { page, sent, nextCall } = opened;
    const box = boxOf(opened);
    const first = page.locator("[data-turn=t1]");
    await first.getByRole("link", { name: "cart.ts:10–24" }).click();
    await nextCall("revealAttachment");
    await first.locator(".question-text").dblclick();
    await box.waitFor();
    await box.fill("かな");
    await box.dispatchEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true });
    await box.dispatchEvent("keydown", { key: "Escape", isComposing: true, bubbles: true });
    assert.equal(await box.inputValue(), "かな");
    assert.equal(sent.filter(({ call }) => call === "editQuestion").length, 0);
  });

  it("is not to be edited while it waits, and shows what was asked before in its place", async () => {
    const earlier = {
      turnId: "o1",
      question: "Why?",
      expertName: "Code Reviewer",
      modelOnly: false,
      state: "done",
    } as const;
    const opened = await open(
      chat([
        turn({ id: "t1", others: [earlier, { ...earlier, turnId: "o2", question: "And then?" }] }),
        turn({ id: "t2", result: { state: "waiting" } }),
      ]),
      { answer: (call) => (call === "otherAnswer" ? turn({ id: "o1" }) : undefined) },
    );
    const { page, nextCall } = opened;
    assert.equal(await page.locator("[data-turn=t2] .edit-question").count(), 0);
    const fold = page.locator("[data-turn=t1] .before");
    await fold.getByText("Asked before: Why?").click();
    // It is filled once it is unfolded.
    await fold.getByText("And then?").waitFor();
    assert.deepEqual(await fold.locator(".other-name").allTextContents(), ["Why?", "And then?"]);
    await fold.locator(".other > summary").first().click();
    await fold.locator(".answer").waitFor();
    await fold.getByRole("button", { name: "Go Back to This" }).click();
    assert.deepEqual((await nextCall("useTurn")).args, { turnId: "o1", action: "bringBack" });
    await opened.post({ event: "pageState", pageState });
  });
});
