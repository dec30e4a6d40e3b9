import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { ChatView } from "../../../src/page/protocol/views";
import { until } from "../../support/until";
import { chat, pageState } from "./fixtures";
import { Shared } from "./sharedPage";
import { states } from "./states";
import { useChromium } from "./suite";

const box = "#question";
const long = "word ".repeat(4_000);

/** Types a text too long to be saved immediately, and presses Enter before it is saved. */
const askAtOnce = (page: Page): Promise<void> =>
  page.locator(box).evaluate((element: HTMLTextAreaElement, text) => {
    element.value = text;
    element.dispatchEvent(new InputEvent("input"));
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
  }, long);

describe("words that are not sent yet", () => {
  const { open } = useChromium();

  it("belong to the conversation that they were typed in, also where another one follows at once", async () => {
    const { page, nextCall } = await open(chat([], { draft: long }));
    await page.locator(box).evaluate(
      (element, other) => {
        // In one task, before any timer: the end of a long draft is not saved yet.
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

  it("are kept by no browser for when the page is shown again", async () => {
    const opened = new Shared(open, {});
    const found = new Set<string>();
    for (const [name, state] of Object.entries(states)) {
      const page = await opened.show(state);
      const fields = await page
        .locator("input, textarea")
        .evaluateAll((all) =>
          all.map((one) => [one.id || one.className, one.getAttribute("autocomplete")]),
        );
      for (const [field = "", autocomplete] of fields) {
        assert.equal(autocomplete, "off", `${field} in the state ${name}`);
        found.add(field);
      }
    }
    assert.ok(found.has("question") && found.size > 5, [...found].join());
  });

  it("stay in the box when they were typed before the page had its conversation", async () => {
    const { promise: ready, resolve: show } = Promise.withResolvers<ChatView>();
    const { page, nextCall } = await open(ready);
    await page.fill(box, "this?");
    show(chat([], { draft: "Why " }));
    assert.deepEqual((await nextCall("saveDraft")).args, {
      conversationId: "c1",
      text: "Why this?",
    });
    assert.equal(await page.inputValue(box), "Why this?");
  });

  it("are sent once the page has its conversation, where Enter was pressed before", async () => {
    const { promise: ready, resolve: show } = Promise.withResolvers<ChatView>();
    const { page, nextCall } = await open(ready);
    await page.fill(box, "Why?");
    await page.press(box, "Enter");
    show(chat([]));
    assert.deepEqual((await nextCall("send")).args, { text: "Why?" });
    assert.equal(await page.inputValue(box), "");
  });

  it("are not sent by that Enter if more is in the box, or something is missing", async () => {
    for (const first of [chat([], { draft: "Before: " }), chat([], { setupStep: "key" })]) {
      const { promise: ready, resolve: show } = Promise.withResolvers<ChatView>();
      const { page, post, sent } = await open(ready);
      await page.fill(box, "Why?");
      await page.press(box, "Enter");
      show(first);
      await page.locator(`${box}[placeholder]`).waitFor();
      await post({ event: "pageState", pageState: { ...pageState, draft: "Why?" } });
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
      assert.match(await page.inputValue(box), /Why\?$/);
      assert.ok(!sent.some(({ call }) => call === "send"));
    }
  });

  it("stay in the box while the question of another conversation leaves", async () => {
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const { page, nextCall, post } = await open(chat([]), {
      answer: (call) => (call === "send" ? taken : undefined),
    });
    await askAtOnce(page);
    await nextCall("send");
    const other = chat([], { conversationId: "c2", draft: "other" });
    await post({ event: "chat", chat: other });
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "other");
    take();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    assert.equal(await page.inputValue(box), "other");
  });

  it("are kept with the question that leaves until it is taken, and alone from then on", async () => {
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const { page, nextCall, sent } = await open(chat([]), {
      answer: (call) => (call === "send" ? taken : undefined),
    });
    await page.fill(box, "Why?");
    await nextCall("saveDraft");
    await page.press(box, "Enter");
    await nextCall("send");
    await page.fill(box, "And how?");
    const saved = async () => (await nextCall("saveDraft")).args;
    assert.deepEqual(await saved(), { conversationId: "c1", text: "Why?\n\nAnd how?" });
    await page.fill(box, "");
    assert.deepEqual(await saved(), { conversationId: "c1", text: "Why?" });
    await page.fill(box, "Not yet");
    assert.deepEqual(await saved(), { conversationId: "c1", text: "Why?\n\nNot yet" });
    take();
    assert.deepEqual(await saved(), { conversationId: "c1", text: "Not yet" });
    assert.equal(sent.filter(({ call }) => call === "saveDraft").length, 5);
  });

  it("stay with their conversation where another is shown before its question is taken", async () => {
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const { page, nextCall, post } = await open(chat([]), {
      answer: (call) => (call === "send" ? taken : undefined),
    });
    await page.fill(box, "Why?");
    await nextCall("saveDraft");
    await page.press(box, "Enter");
    await nextCall("send");
    await page.fill(box, "And how?");
    await nextCall("saveDraft");
    await post({ event: "chat", chat: chat([], { conversationId: "c2", draft: "other" }) });
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "other");
    take();
    assert.deepEqual((await nextCall("saveDraft")).args, {
      conversationId: "c1",
      text: "And how?",
    });
    assert.equal(await page.inputValue(box), "other");
  });

  it("are no question to another conversation that is shown while a choice is taken", async () => {
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const { page, nextCall, post, sent } = await open(chat([]), {
      answer: (call) => (call === "setOptions" ? taken : undefined),
    });
    await page.getByRole("button", { name: "Options" }).click();
    await page.getByLabel("Temperature").fill("1");
    await askAtOnce(page);
    await nextCall("setOptions");
    await post({ event: "chat", chat: chat([], { conversationId: "c2", draft: "other" }) });
    assert.deepEqual((await nextCall("saveDraft")).args, { conversationId: "c1", text: long });
    take();
    await page.getByRole("button", { name: /^Model: / }).click();
    await nextCall("pickModel");
    assert.equal(sent.filter(({ call }) => call === "send").length, 0);
    assert.equal(await page.inputValue(box), "other");
  });

  it("are saved once the host did not take the question, and not before", async () => {
    const { promise: refused, reject: refuse } = Promise.withResolvers<void>();
    const { page, nextCall, sent } = await open(chat([]), {
      answer: (call) => (call === "send" ? refused : undefined),
    });
    await askAtOnce(page);
    await nextCall("send");
    // With the page's own timers: longer than the pause in typing has to be.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
    assert.equal(sent.filter(({ call }) => call === "saveDraft").length, 0);
    refuse(new Error("Not sent."));
    assert.deepEqual((await nextCall("saveDraft")).args, { conversationId: "c1", text: long });
  });

  it("come back beside a word that an input method is writing once that is written", async () => {
    const { promise, reject: refuse } = Promise.withResolvers<void>();
    const { page, nextCall } = await open(chat([]), {
      answer: (call) => (call === "send" ? promise : undefined),
    });
    await page.fill(box, "Why?");
    await page.press(box, "Enter");
    await nextCall("send");
    const session = await page.context().newCDPSession(page);
    const compose = { selectionStart: 2, selectionEnd: 2 };
    await session.send("Input.imeSetComposition", { text: "かn", ...compose });
    refuse(new Error("Not now."));
    await page.getByText("Not now.").waitFor();
    await session.send("Input.imeSetComposition", { text: "かな", ...compose });
    assert.equal(await page.inputValue(box), "かな");
    await session.send("Input.insertText", { text: "仮名" });
    await until("both are there", async () => (await page.inputValue(box)) === "Why?\n\n仮名");
    await session.detach();
  });

  it("of another page replace none that an input method is writing", async () => {
    const { page, post } = await open(chat([]));
    await page.focus(box);
    const session = await page.context().newCDPSession(page);
    const compose = { selectionStart: 2, selectionEnd: 2 };
    await session.send("Input.imeSetComposition", { text: "かn", ...compose });
    await post({
      event: "pageState",
      pageState: { ...pageState, draft: "from elsewhere", draftRevision: 99 },
    });
    assert.equal(await page.inputValue(box), "かn");
    await session.send("Input.insertText", { text: "仮名" });
    assert.equal(await page.inputValue(box), "仮名");
    await session.detach();
  });

  it("come from another page also while words of the conversation before are being saved", async () => {
    const { page, nextCall, post } = await open(chat([]), {
      answer: (call) => (call === "saveDraft" ? new Promise(() => undefined) : undefined),
    });
    await page.fill(box, "of the first");
    await nextCall("saveDraft");
    const other = { ...pageState, conversationId: "c2", draft: "half" };
    await post({ event: "chat", chat: { pageState: other, turns: [] } });
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "half");
    await post({
      event: "pageState",
      pageState: { ...other, draft: "half a word", draftRevision: 1 },
    });
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "half a word");
  });

  it("are saved at once when the tab is hidden, however long they are", async () => {
    const { page } = await open(chat([]));
    const saved = await page.locator(box).evaluate((element: HTMLTextAreaElement, text) => {
      const page = globalThis as unknown as { sendToHost(message: string): unknown };
      const { sendToHost } = page;
      const texts: string[] = [];
      page.sendToHost = (message) => {
        const { call, args } = JSON.parse(message) as { call: string; args: { text: string } };
        if (call === "saveDraft") texts.push(args.text);
        return sendToHost(message);
      };
      element.value = text;
      element.dispatchEvent(new InputEvent("input"));
      Object.defineProperty(document, "hidden", { value: true });
      document.dispatchEvent(new Event("visibilitychange"));
      return texts;
    }, long);
    assert.deepEqual(saved, [long]);
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
      // The failure arrives before the answer to the next call.
      await page.getByRole("button", { name: "Expert: " }).click();
      await nextCall("pickExpert");
      await page.focus(box);
      await page.locator(box).blur();
      assert.deepEqual((await nextCall("saveDraft")).args, {
        conversationId: pageState.conversationId,
        text,
      });
    });
});
