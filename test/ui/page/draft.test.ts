import assert from "node:assert/strict";
import { chat, shell } from "./fixtures";
import { useChromium } from "./suite";

const box = "#question";
const long = "word ".repeat(4_000);

describe("words that are not sent yet", () => {
  const { open } = useChromium();

  it("belong to the conversation that they were typed in, also where another one follows at once", async () => {
    const { page, nextCall } = await open(chat([], { draft: long }));
    await page.locator(box).evaluate(
      (element, other) => {
        // In one task, before any timer: the last words of a long draft are not saved yet.
        (element as HTMLTextAreaElement).value += "and more";
        element.dispatchEvent(new InputEvent("input"));
        window.dispatchEvent(new MessageEvent("message", { data: { event: "chat", chat: other } }));
      },
      chat([], { conversationId: "c2", draft: "other" }),
    );
    assert.deepEqual((await nextCall("saveDraft")).args, {
      conversationId: "c1",
      text: `${long}and more`,
    });
    assert.equal(await page.inputValue(box), "other");
  });

  for (const text of ["half a question", ""])
    it(`are saved again after that failed: ${JSON.stringify(text)}`, async () => {
      let saves = 0;
      const { page, nextCall } = await open(chat([], { draft: "before" }), {
        answer: (call) => {
          if (call === "saveDraft" && saves++ === 0) throw new Error("The disk is full.");
        },
      });
      await page.fill(box, text);
      await nextCall("saveDraft");
      // The failure arrives before the answer to what is called next.
      await page.getByRole("button", { name: "Expert: " }).click();
      await nextCall("pickExpert");
      await page.focus(box);
      await page.locator(box).blur();
      assert.deepEqual((await nextCall("saveDraft")).args, {
        conversationId: shell.conversationId,
        text,
      });
    });
});
