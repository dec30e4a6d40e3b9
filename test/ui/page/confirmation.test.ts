import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { HubError } from "../../../src/contract/errors";
import type { PendingConfirmationView } from "../../../src/page/protocol/views";
import { chat, pageState, turn } from "./fixtures";
import type { Sent } from "../../support/pageHarness";
import { states } from "./states";
import { useChromium } from "./suite";

const pending: PendingConfirmationView = {
  id: "q1",
  sentence: "This question contains what looks like a secret. Send it?",
  reasons: [{ text: "a GitHub token: cart.ts, line 3", canShow: true }, { text: "another" }],
  choices: ["Send Anyway"],
  no: "Do Not Send",
};
const box = "#question";

const callsOf = (sent: readonly Sent[], name: string) => sent.filter(({ call }) => call === name);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describe("a question to the user in the chat", () => {
  const { open } = useChromium();

  async function asked(more: Partial<PendingConfirmationView> = {}, typed = "") {
    const opened = await open(chat([]));
    const { page, post } = opened;
    await page.focus(box);
    await page.keyboard.type(typed);
    await post({
      event: "pageState",
      pageState: { ...pageState, pending: { ...pending, ...more } },
    });
    await page.getByRole("group", { name: pending.sentence }).waitFor();
    return opened;
  }

  it("has the focus on the button that declines, which Enter, Space and Escape press", async () => {
    for (const key of ["Enter", "Space", "Escape"]) {
      const { page, nextCall } = await asked();
      assert.equal(await focused(page), "Do Not Send");
      await page.keyboard.press(key);
      const { args } = await nextCall("decide");
      assert.deepEqual(args, { questionId: "q1" }, key);
    }
  });

  it("is agreed to with its button alone", async () => {
    const { page, nextCall } = await asked();
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "Send Anyway");
    await page.keyboard.press("Enter");
    assert.deepEqual((await nextCall("decide")).args, { questionId: "q1", choice: 0 });
  });

  it("has the focus on the button that agrees where the user has just asked for that", async () => {
    const more = { choices: ["Undo Changes"], no: "Keep Changes", enterAgrees: true };
    const { page, nextCall } = await asked(more);
    assert.deepEqual(await page.locator(".held-buttons button").allTextContents(), [
      "Undo Changes",
      "Keep Changes",
    ]);
    assert.equal(await focused(page), "Undo Changes");
    await page.keyboard.press("Enter");
    assert.deepEqual((await nextCall("decide")).args, { questionId: "q1", choice: 0 });
    const other = await asked(more);
    await other.page.keyboard.press("Escape");
    assert.deepEqual((await other.nextCall("decide")).args, { questionId: "q1" });
  });

  it("leads to what it names", async () => {
    const { page, nextCall } = await asked();
    assert.equal(await page.getByRole("button", { name: "another" }).count(), 0);
    await page.getByRole("button", { name: "a GitHub token: cart.ts, line 3" }).click();
    assert.deepEqual((await nextCall("showReason")).args, { questionId: "q1", index: 0 });
  });

  it("has the focus where it is about what stands in the box", async () => {
    const { page } = await asked({ about: "And how?" }, "And how?");
    assert.equal(await focused(page), "Do Not Send");
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
    await page.getByRole("group", { name: pending.sentence }).waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement?.id), "question");
  });

  it("leaves the focus in the box where nothing had it before", async () => {
    const { page, post } = await open(chat([]));
    await page.locator(box).blur();
    await post({ event: "pageState", pageState: { ...pageState, pending } });
    await page.locator(".held-buttons button:focus").waitFor();
    await post({ event: "pageState", pageState });
    await page.locator(`${box}:focus`).waitFor();
    // Or where it went meanwhile.
    await post({ event: "pageState", pageState: { ...pageState, pending } });
    await page.locator(".held-buttons button:focus").waitFor();
    await page.getByRole("button", { name: "Options" }).focus();
    await post({ event: "pageState", pageState });
    await page.locator(".held").waitFor({ state: "detached" });
    assert.equal(await page.locator(`${box}:focus`).count(), 0);
  });

  it("is declined by Escape in the box, and before it is decided Enter there sends nothing", async () => {
    const { page, nextCall, sent } = await asked({}, "And how?");
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "Do Not Send");
    await page.focus(box);
    await page.keyboard.press("Escape");
    assert.deepEqual((await nextCall("decide")).args, { questionId: "q1" });
    assert.deepEqual(callsOf(sent, "send"), []);
    assert.equal(await page.inputValue(box), "And how?");
  });

  it("stands there again after a reload, beside the text, which Enter does not send", async () => {
    const { page, sent } = await open(chat([], { pending, draft: "Why?", draftRevision: 1 }));
    await page.getByRole("group", { name: pending.sentence }).waitFor();
    assert.equal(await page.inputValue(box), "Why?");
    await page.focus(box);
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "Do Not Send");
    assert.deepEqual(callsOf(sent, "send"), []);
  });

  it("breaks a path after its slashes, and no name that fits into a line", async () => {
    const path = "src/checkout/providers/payment.test.ts";
    const reasons = [{ text: `a GitHub token: ${path}, line 112`, canShow: true }, { text: path }];
    const { page } = await open(chat([], { pending: { ...pending, reasons } }));
    await page.setViewportSize({ width: 220, height: 600 });
    const items = page.locator("#held-reasons > li");
    assert.deepEqual(await items.allTextContents(), [`a GitHub token: ${path}, line 112`, path]);
    for (const item of await items.all())
      assert.equal(
        await item.evaluate((element) => {
          const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          while (texts.nextNode()) {
            const { textContent } = texts.currentNode;
            const start = textContent?.indexOf("payment.test.ts") ?? -1;
            if (start === -1) continue;
            const range = document.createRange();
            range.setStart(texts.currentNode, start);
            range.setEnd(texts.currentNode, start + "payment.test.ts".length);
            return range.getClientRects().length;
          }
          return 0;
        }),
        1,
      );
  });

  it("leaves its buttons and the composer in view, however low the view and long the reasons", async () => {
    const { pending: several } = states["held"]!.chat.pageState;
    assert.ok(several);
    const reasons = [...several.reasons, ...several.reasons, ...several.reasons];
    for (const [height, language] of [
      [560, "de"],
      [360, "en"],
      [280, "de"],
    ] as const) {
      const size = { width: 280, height, language: language === "de" ? language : undefined };
      const { page } = await open(chat([turn()], { pending: { ...several, reasons } }), size);
      await page.locator(".held").waitFor();
      for (const place of [".held-buttons button:focus", "#question", ".composer-row .send"]) {
        const { y, height: own } = (await page.locator(place).boundingBox())!;
        assert.ok(y >= 0 && y + own <= height, `${place} at ${y} of ${height}`);
      }
    }
  });

  it("shows some lines of what was found, however low and narrow the view", async () => {
    const reasons = Array.from({ length: 9 }, (_, at) => ({ text: `a GitHub token, line ${at}` }));
    const about = "Is this a key? ".repeat(20);
    const shown = chat([], { pending: { ...pending, about, reasons } });
    const { page } = await open(shown, { width: 190, height: 330 });
    await page.locator(".held-buttons button:focus").waitFor();
    const list = page.locator("#held-reasons");
    assert.ok((await list.evaluate((element) => element.clientHeight)) >= 60);
    const [view, button] = await Promise.all([
      page.locator(".held").boundingBox(),
      page.getByRole("button", { name: "Do Not Send" }).boundingBox(),
    ]);
    const isInView = button!.y >= view!.y && button!.y + button!.height <= view!.y + view!.height;
    assert.ok(isInView, JSON.stringify({ view, button }));
  });

  it("K15 is not declined or agreed to by the Enter that is still held down", async () => {
    const { page, sent } = await asked();
    await page
      .locator(".held-buttons > button")
      .first()
      .evaluate((button) => {
        const repeated = { key: "Enter", repeat: true, bubbles: true, cancelable: true };
        const event = new KeyboardEvent("keydown", repeated);
        button.dispatchEvent(event);
        if (!event.defaultPrevented) (button as HTMLElement).click();
      });
    assert.deepEqual(callsOf(sent, "decide"), []);
  });

  it("K15 takes the first click of a double click alone", async () => {
    const { page, post, sent } = await asked();
    const yes = page.getByRole("button", { name: "Send Anyway" });
    await yes.evaluate((button) => {
      for (const detail of [1, 2])
        button.dispatchEvent(new MouseEvent("click", { detail, bubbles: true }));
    });
    assert.equal(callsOf(sent, "decide").length, 1);
    const next = { ...pending, id: "q2", sentence: "Open it?", choices: ["Open"] };
    await post({ event: "pageState", pageState: { ...pageState, pending: next } });
    await page.getByRole("group", { name: "Open it?" }).waitFor();
    await page
      .getByRole("button", { name: "Open" })
      .evaluate((button) => button.dispatchEvent(new MouseEvent("click", { detail: 2 })));
    assert.equal(callsOf(sent, "decide").length, 1);
  });

  it("gets the focus where that comes later than the question", async () => {
    const { page, post } = await open(chat([]));
    await page.evaluate(() => Object.assign(document, { hasFocus: () => false }));
    await page.focus(box);
    await post({ event: "pageState", pageState: { ...pageState, pending } });
    await page.getByRole("group", { name: pending.sentence }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.id), "question");
    await page.evaluate(() => {
      Reflect.deleteProperty(document, "hasFocus");
      window.dispatchEvent(new Event("focus"));
    });
    assert.equal(await focused(page), "Do Not Send");
  });

  it("gives the focus back to what had it", async () => {
    const { page, post } = await open(chat([]));
    const attach = page.getByRole("button", { name: "Add Context…" });
    await attach.focus();
    await post({ event: "pageState", pageState: { ...pageState, pending } });
    await page.locator(".held-buttons > button:focus").waitFor();
    await post({ event: "pageState", pageState });
    await page.getByRole("group", { name: pending.sentence }).waitFor({ state: "detached" });
    assert.equal(await attach.evaluate((button) => button === document.activeElement), true);
  });

  it("names the text that it is about, and all that can be chosen, the safe one first", async () => {
    const { page, nextCall } = await asked({ about: "Look", choices: ["Without Them", "As Is"] });
    const group = page.getByRole("group", { name: pending.sentence });
    await group.getByText("Look", { exact: true }).waitFor();
    assert.deepEqual(await group.locator(".held-buttons button").allTextContents(), [
      "Do Not Send",
      "Without Them",
      "As Is",
    ]);
    await group.getByRole("button", { name: "As Is" }).click();
    assert.deepEqual((await nextCall("decide")).args, { questionId: "q1", choice: 1 });
  });

  it("stands beside one notice, which takes no focus, and goes once it is used", async () => {
    const { page, post, nextCall } = await open(chat([]));
    const options = page.getByRole("button", { name: "Options" });
    await options.focus();
    const notice = {
      id: "n1",
      sentence: "Not inserted.",
      details: [],
      choices: ["Copy", "New File"],
      stays: false,
    };
    const failure = { ...notice, id: "n2", sentence: "No key.", isError: true, choices: [] };
    const show = (shown?: typeof notice) =>
      post({ event: "pageState", pageState: { ...pageState, notice: shown } });
    await show(notice);
    const copy = page.getByRole("button", { name: "Copy" });
    await copy.waitFor();
    assert.ok(await options.evaluate((element) => element === document.activeElement));
    const status = page.getByRole("status");
    await status.getByText("Not inserted.").waitFor();
    const [line, composer] = await Promise.all(
      [".notice:visible", ".composer-frame"].map((of) => page.locator(of).boundingBox()),
    );
    assert.ok(line && composer && line.y + line.height <= composer.y);
    assert.ok(line.height < 34, "it takes one line");
    await page.getByRole("button", { name: "New File" }).click();
    assert.deepEqual((await nextCall("useNotice")).args, { noticeId: "n1", choice: 1 });
    const primaries = page.locator(".notice:visible .button:not(.secondary)");
    assert.equal(await primaries.count(), 0);
    await show({
      ...notice,
      id: "n3",
      sentence: "Apply?",
      choices: ["Apply", "Discard"],
      stays: true,
    });
    await status.getByText("Apply?").waitFor();
    assert.deepEqual(await primaries.allTextContents(), ["Apply"]);
    await show(failure);
    await status.getByText("No key.").waitFor();
    assert.deepEqual(await page.locator(".notice:visible p").allTextContents(), ["No key."]);
    assert.equal(await page.locator(".notice:visible p .icon").count(), 1);
    await page.getByRole("button", { name: "Dismiss" }).last().click();
    assert.deepEqual((await nextCall("useNotice")).args, { noticeId: "n2" });
    await show();
    await page.locator(".notice:visible").waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement?.id), "question");
  });

  it("stands beside no error of the page that the next action has made old", async () => {
    let fails = true;
    const { page, post } = await open(chat([]), {
      answer(call) {
        if (call === "attach" && fails) throw new Error("It is too large.");
        return undefined;
      },
    });
    const error = page.locator(".notice:visible");
    const attach = page.getByRole("button", { name: "Add Context…" });
    await attach.click();
    await error.getByText("It is too large.").waitFor();
    fails = false;
    await attach.click();
    await error.waitFor({ state: "detached" });
    fails = true;
    await attach.click();
    await error.getByText("It is too large.").waitFor();
    const notice = { id: "n1", sentence: "Copied.", details: [], choices: [] };
    await post({ event: "pageState", pageState: { ...pageState, notice } });
    await error.getByText("Copied.").waitFor();
    assert.equal(await error.count(), 1);
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
