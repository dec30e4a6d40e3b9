import assert from "node:assert/strict";
import { attachment, chat, pageState, turn } from "./fixtures";
import { useChromium } from "./suite";

const never = new Promise<never>(() => undefined);

describe("the composer", () => {
  const { open } = useChromium();
  const box = "#question";

  it("writes in the direction of what is typed", async () => {
    const { page } = await open(chat([]));
    for (const [text, direction] of [
      ["مرحبا", "rtl"],
      ["Hello", "ltr"],
    ] as const) {
      await page.fill("#question", text);
      assert.equal(
        await page.locator("#question").evaluate((box) => getComputedStyle(box).direction),
        direction,
      );
    }
  });

  it("sends on Enter, is empty at once, and keeps the focus", async () => {
    const { page, nextCall } = await open(chat([], { attachments: [attachment] }), {
      answer: (call) => (call === "send" ? never : undefined),
    });
    await page.fill(box, "Why?");
    await page.press(box, "Enter");
    assert.equal(await page.inputValue(box), "");
    assert.deepEqual((await nextCall("send")).args, { text: "Why?" });
    await page.locator(".chip").waitFor({ state: "detached" });
    assert.equal(await page.locator(box).isEditable(), true);
    assert.equal(await page.evaluate(() => document.activeElement?.id), "question");
  });

  it("keeps every character that is typed after Enter, until and after the host has taken the text", async () => {
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const { page, nextCall, post } = await open(chat([], { attachments: [attachment] }), {
      answer: (call) => (call === "send" ? taken : undefined),
    });
    await page.focus(box);
    await page.keyboard.type("Why?");
    await page.keyboard.press("Enter");
    await page.keyboard.type("And ho");
    await nextCall("send");
    // The draft of the host as it was.
    const draft = { draft: "Why?", draftRevision: 7, attachments: [attachment] };
    await post({ event: "pageState", pageState: { ...pageState, ...draft } });
    await page.keyboard.type("w");
    const after = { draft: "Why?\n\nAnd how", draftRevision: 8, busy: true };
    await post({ event: "pageState", pageState: { ...pageState, ...after } });
    take();
    await page.keyboard.type("?");
    await page.getByRole("button", { name: "Stop" }).waitFor();
    assert.equal(await page.inputValue(box), "And how?");
    assert.equal(await page.locator(".chip").count(), 0);
  });

  it("puts what the host refuses before what was typed since, and the chips back", async () => {
    const { promise: taken, reject: refuse } = Promise.withResolvers<void>();
    const { page, nextCall } = await open(chat([], { attachments: [attachment] }), {
      answer: (call) => (call === "send" ? taken : undefined),
    });
    await page.focus(box);
    await page.keyboard.type("Why?");
    await page.keyboard.press("Enter");
    await nextCall("send");
    await page.keyboard.type("And ho");
    refuse(new Error("Not sent."));
    await page.getByRole("alert").getByText("Not sent.").waitFor();
    await page.keyboard.type("w?");
    assert.equal(await page.inputValue(box), "Why?\n\nAnd how?");
    await page.locator(".chip").waitFor();
  });

  it("sends what Enter was pressed for meanwhile, unless it was edited or the first was refused", async () => {
    let settle: Record<"resolve" | "reject", (reason?: unknown) => void>;
    const { page, nextCall, post } = await open(chat([]), {
      answer: (call) => {
        if (call !== "send") return undefined;
        const { promise, ...given } = Promise.withResolvers<unknown>();
        settle = given;
        return promise;
      },
    });
    const sendTwo = async (first: string, second: string) => {
      await page.focus(box);
      await page.keyboard.type(first);
      await page.keyboard.press("Enter");
      await nextCall("send");
      await page.keyboard.type(second);
      await page.keyboard.press("Enter");
    };
    await sendTwo("one", "two");
    settle!.reject(new Error("Not sent."));
    await page.getByRole("alert").getByText("Not sent.").waitFor();
    assert.equal(await page.inputValue(box), "one\n\ntwo");
    await page.fill(box, "");
    await sendTwo("three", "four");
    await page.keyboard.type(", or");
    settle!.resolve();
    await page.locator(".send:enabled").waitFor();
    assert.equal(await page.inputValue(box), "four, or");
    await page.fill(box, "");
    await sendTwo("five", "six");
    await post({ event: "pageState", pageState: { ...pageState, busy: true } });
    settle!.resolve();
    assert.deepEqual((await nextCall("enqueue")).args, { text: "six" });
    assert.equal(await page.inputValue(box), "");
  });

  it("has the focus from Send on, and leaves it where it goes until the host has taken the text", async () => {
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const { page, nextCall } = await open(chat([]), {
      answer: (call) => (call === "send" ? taken : undefined),
    });
    await page.fill(box, "Why?");
    await page.locator(".composer").getByRole("button", { name: "Send" }).click();
    await nextCall("send");
    await page.locator(`${box}:focus`).waitFor();
    const elsewhere = page.getByRole("button", { name: "Options" });
    await elsewhere.focus();
    take();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    assert.ok(await elsewhere.evaluate((element) => element === document.activeElement));
  });

  it("grows by its own code only where style sheets cannot let it", async () => {
    const { page } = await open(chat([]), { alone: true });
    const own = () => page.locator(box).evaluate((element) => element.style.height);
    await page.fill(box, "a\nb");
    assert.equal(await own(), "");
    await page.evaluate(() => (CSS.supports = () => false));
    await page.fill(box, "a\nb\nc");
    const height = await page.locator(box).evaluate((element) => element.scrollHeight);
    assert.equal(await own(), `${height}px`);
  });

  it("breaks the line on Shift+Enter and grows, to 40 % of the height at most", async () => {
    const { page, sent } = await open(chat([]));
    const height = () => page.locator(box).evaluate((element) => element.clientHeight);
    const one = await height();
    await page.focus(box);
    await page.keyboard.type("a");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("b");
    assert.equal(await page.inputValue(box), "a\nb");
    assert.ok((await height()) > one);
    await page.fill(box, "line\n".repeat(200));
    assert.ok((await height()) <= 720 * 0.4);
    assert.equal(sent.filter(({ call }) => call === "send").length, 0);
  });

  it("does not send on the Enter of an input method", async () => {
    const { page, sent } = await open(chat([]));
    await page.fill(box, "にほん");
    await page.locator(box).evaluate((element) => {
      const enter = { key: "Enter", bubbles: true, cancelable: true };
      element.dispatchEvent(new KeyboardEvent("keydown", { ...enter, isComposing: true }));
      element.dispatchEvent(new KeyboardEvent("keydown", { ...enter, keyCode: 229 }));
    });
    await page.waitForTimeout(50);
    assert.equal(sent.filter(({ call }) => call === "send").length, 0);
    assert.equal(await page.inputValue(box), "にほん");
  });

  it("keeps the text and says why when the host does not take it", async () => {
    const { page } = await open(chat([]), {
      answer: (call) => {
        if (call === "send") throw new Error("Not sent: the text holds your key.");
      },
    });
    await page.fill(box, "secret");
    await page.press(box, "Enter");
    await page.getByRole("alert").getByText("Not sent: the text holds your key.").waitFor();
    assert.equal(await page.inputValue(box), "secret");
    await page.getByRole("button", { name: "Dismiss" }).click();
    assert.equal(await page.locator(".notice").isVisible(), false);
  });

  it("Q2 says with a question what it shows by then", async () => {
    const { page, nextCall, post } = await open(chat([]));
    await page.fill(box, "one");
    await page.press(box, "Enter");
    assert.deepEqual((await nextCall("send")).shown, pageState.shownState);
    const shownState = { ...pageState.shownState, expert: "43" };
    await post({ event: "pageState", pageState: { ...pageState, shownState } });
    await page.fill(box, "two");
    await page.press(box, "Enter");
    assert.deepEqual((await nextCall("send")).shown, shownState);
  });

  it("Q2 sends a question only once an option that was changed before is taken", async () => {
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const { page, nextCall, sent, post } = await open(chat([]), {
      answer: (call) => (call === "setOptions" ? taken : undefined),
    });
    await page.fill(box, "with another temperature");
    await page.getByRole("button", { name: /^Options/ }).click();
    await page.getByLabel("Temperature").fill("1");
    await page.locator(".composer").getByRole("button", { name: "Send" }).click();
    await nextCall("setOptions");
    assert.equal(sent.filter(({ call }) => call === "send").length, 0);
    const shownState = { ...pageState.shownState, options: "with it" };
    await post({ event: "pageState", pageState: { ...pageState, shownState } });
    take();
    assert.deepEqual((await nextCall("send")).shown, shownState);
  });

  for (const [name, call] of [
    ["Expert", "pickExpert"],
    ["Model", "pickModel"],
  ] as const)
    it(`Q2 sends a question only once what was picked is shown: ${call}`, async () => {
      const { promise: taken, resolve: take } = Promise.withResolvers<void>();
      const { page, nextCall, sent, post } = await open(chat([]), {
        answer: (given) => (given === call ? taken : undefined),
      });
      await page.getByRole("button", { name: new RegExp(`^${name}: `) }).click();
      await nextCall(call);
      await page.fill(box, "Whom?");
      await page.press(box, "Enter");
      assert.equal(await page.inputValue(box), "");
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
      assert.equal(sent.filter((one) => one.call === "send").length, 0);
      const shownState = { ...pageState.shownState, [name.toLowerCase()]: "another" };
      await post({ event: "pageState", pageState: { ...pageState, shownState } });
      take();
      assert.deepEqual((await nextCall("send")).shown, shownState);
    });

  it("sends a question only once the attachment that was taken off is gone", async () => {
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const { page, nextCall, sent } = await open(chat([], { attachments: [attachment] }), {
      answer: (call) => (call === "removeAttachment" ? taken : undefined),
    });
    await page.fill(box, "without it");
    await page.getByRole("button", { name: "Do not attach cart.ts:10–24" }).click();
    await nextCall("removeAttachment");
    await page.press(box, "Enter");
    assert.equal(await page.inputValue(box), "");
    assert.equal(sent.filter(({ call }) => call === "send").length, 0);
    take();
    await nextCall("send");
  });

  it("does not send twice, nor nothing", async () => {
    const { page, sent } = await open(chat([]), {
      answer: (call) => (call === "send" ? never : undefined),
    });
    await page.press(box, "Enter");
    await page.fill(box, "  ");
    await page.press(box, "Enter");
    await page.fill(box, "once");
    await page.press(box, "Enter");
    await page.press(box, "Enter");
    assert.equal(sent.filter(({ call }) => call === "send").length, 1);
  });

  it("sends an attachment without words", async () => {
    const { page, nextCall } = await open(chat([], { attachments: [attachment] }));
    await page.press(box, "Enter");
    assert.deepEqual((await nextCall("send")).args, { text: "" });
  });

  it("saves the draft with each letter: the page may be gone before the next moment", async () => {
    const { page, nextCall } = await open(chat([]));
    await page.focus(box);
    for (const text of ["h", "ha", "hal", "half"]) {
      await page.keyboard.type(text.slice(-1));
      assert.deepEqual((await nextCall("saveDraft")).args, { conversationId: "c1", text });
    }
  });

  it("saves a very long draft once the typing rests, and at once on leaving the box", async () => {
    const long = "word ".repeat(4_000);
    const { page, nextCall } = await open(chat([], { draft: long }));
    await page.locator(box).press("ControlOrMeta+End");
    // With the page's own timers, which fire in order however busy the machine is.
    const early = await page.locator(box).evaluate(async (element: HTMLTextAreaElement) => {
      const page = globalThis as unknown as { sendToHost(text: string): unknown };
      const { sendToHost } = page;
      let calls = 0;
      page.sendToHost = (text) => {
        if (text.includes("saveDraft")) calls++;
        return sendToHost(text);
      };
      for (const text of ["half", " a"]) {
        element.value += text;
        element.dispatchEvent(new InputEvent("input"));
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      return calls;
    });
    assert.equal(early, 0);
    const saved = async () => (await nextCall("saveDraft")).args;
    assert.deepEqual(await saved(), { conversationId: "c1", text: `${long}half a` });
    await page.keyboard.type(" question");
    await page.locator(box).blur();
    assert.deepEqual(await saved(), { conversationId: "c1", text: `${long}half a question` });
  });

  it("takes over what was typed in another page of the same chat", async () => {
    const { page, nextCall, post } = await open(chat([]));
    await page.fill(box, "half a");
    await nextCall("saveDraft");
    // Its reply is sent before the next event.
    await page.evaluate(() => undefined);
    await post({
      event: "pageState",
      pageState: { ...pageState, draft: "half a question", draftRevision: 2 },
    });
    await page.waitForFunction(
      () => document.querySelector("textarea")?.value === "half a question",
    );
  });

  it("keeps what is typed while older words from elsewhere arrive", async () => {
    const { promise: saved, resolve: save } = Promise.withResolvers<void>();
    const { page, nextCall, post } = await open(chat([]), {
      answer: (call) => (call === "saveDraft" ? saved : undefined),
    });
    await page.fill(box, "mine");
    await nextCall("saveDraft");
    const elsewhere = { ...pageState, draft: "older", draftRevision: 1 };
    await post({ event: "pageState", pageState: { ...elsewhere, busy: true } });
    await page.getByRole("button", { name: "Stop" }).waitFor();
    assert.equal(await page.inputValue(box), "mine");
    save();
    await page.waitForTimeout(50);
    await post({
      event: "pageState",
      pageState: { ...pageState, draft: "mine", draftRevision: 2 },
    });
    await page.getByRole("button", { name: "Send" }).waitFor();
    assert.equal(await page.inputValue(box), "mine");
  });

  it("shows the kept draft, and never lets an older one replace words in the box", async () => {
    const { page, post } = await open(chat([], { draft: "kept" }));
    assert.equal(await page.inputValue(box), "kept");
    await page.fill(box, "kept and more");
    await post({ event: "pageState", pageState: { ...pageState, draft: "kept a" } });
    assert.equal(await page.inputValue(box), "kept and more");
    await post({
      event: "pageState",
      pageState: { ...pageState, conversationId: "c2", draft: "other" },
    });
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "other");
  });

  it("gives the words up once the host has sent them, and keeps those that were typed since", async () => {
    const { page, nextCall, post } = await open(chat([], { draft: "half a question" }), {
      answer: (call) => (call === "saveDraft" ? never : undefined),
    });
    const after = { ...pageState, draft: "", draftRevision: 1 };
    await post({ event: "pageState", pageState: { ...after, busy: true } });
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "");
    await page.fill(box, "the next one");
    await nextCall("saveDraft");
    await post({ event: "pageState", pageState: { ...after, draftRevision: 2, busy: true } });
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await page.locator(box).pressSequentially("!");
    assert.deepEqual((await nextCall("saveDraft")).args, {
      conversationId: "c1",
      text: "the next one!",
    });
    assert.equal(await page.inputValue(box), "the next one!");
  });

  it("does not bring back words that were deleted while the host told of them", async () => {
    const { page, nextCall, post } = await open(chat([], { draft: "old words" }));
    await page.fill(box, "");
    await nextCall("saveDraft");
    await post({ event: "pageState", pageState: { ...pageState, draft: "old words", busy: true } });
    await page.getByRole("button", { name: "Stop" }).waitFor();
    assert.equal(await page.inputValue(box), "");
  });

  it("says that a question waits for its expert, and sends it then", async () => {
    const { expert, ...unknown } = pageState;
    const { page, nextCall, post, sent } = await open({ pageState: unknown, turns: [] });
    await page.fill(box, "Why?");
    await page.press(box, "Enter");
    const line = page.locator(".hub-line");
    await line.getByText("Sent as soon as the expert is known").waitFor();
    await post({ event: "pageState", pageState: { ...unknown, busy: false } });
    assert.ok(await line.isVisible());
    assert.equal(sent.filter(({ call }) => call === "send").length, 0);
    await post({ event: "pageState", pageState: { ...pageState, expert } });
    assert.deepEqual((await nextCall("send")).args, { text: "Why?" });
    await line.waitFor({ state: "hidden" });
  });

  it("does not send for a known expert what was changed since", async () => {
    const { expert, ...unknown } = pageState;
    const { page, post, sent } = await open({ pageState: unknown, turns: [] });
    await page.fill(box, "Why?");
    await page.press(box, "Enter");
    await page.locator(box).pressSequentially("!");
    await page.locator(".hub-line").waitFor({ state: "hidden" });
    await post({ event: "pageState", pageState: { ...pageState, expert } });
    await page.locator(".send:enabled").waitFor();
    assert.equal(sent.filter(({ call }) => call === "send").length, 0);
  });

  it("names an expert that is asked this once with an @", async () => {
    const expert = { ...pageState.expert!, isOnce: true };
    const { page } = await open(chat([], { expert }));
    const picker = page.getByRole("button", { name: /^Expert: @Code Reviewer/ });
    assert.match((await picker.getAttribute("title")) ?? "", /For this question only$/);
  });

  it("turns Send into Stop while a question is out, and Enter then queues", async () => {
    const { page, nextCall, sent } = await open(
      chat([turn({ result: { state: "waiting" } })], { busy: true }),
    );
    await page.press(box, "Enter");
    await page.fill(box, "next");
    await page.press(box, "Enter");
    assert.deepEqual((await nextCall("enqueue")).args, { text: "next" });
    assert.equal(sent.filter(({ call }) => call === "send" || call === "enqueue").length, 1);
    await page.locator(".composer").getByRole("button", { name: "Stop" }).click();
    await nextCall("stop");
    assert.equal(sent.filter(({ call }) => call === "stop").length, 1, "Enter stopped it");
  });

  it("shows what is attached, folds it open and takes it off", async () => {
    const { page, nextCall, post } = await open(chat([], { attachments: [attachment] }));
    await page.locator(".chip > summary").click();
    await page.locator(".chip .preview").getByText("useEffect").waitFor();
    await page.getByRole("button", { name: "Do not attach cart.ts:10–24" }).click();
    await nextCall("removeAttachment");
    await post({ event: "pageState", pageState });
    await page.locator(".chip").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Add Context…" }).click();
    await nextCall("attach");
  });

  it("takes an attachment off with Delete on it, but not in its text", async () => {
    const { page, nextCall, sent } = await open(chat([], { attachments: [attachment] }));
    await page.locator(".chip > summary").click();
    await page.locator(".chip .preview").focus();
    for (const key of ["Delete", "Backspace"]) await page.keyboard.press(key);
    assert.equal(sent.filter(({ call }) => call === "removeAttachment").length, 0);
    await page.locator(".chip > summary").press("Delete");
    assert.deepEqual((await nextCall("removeAttachment")).args, { id: "a1" });
  });

  it("takes a suggestion into the box without sending it", async () => {
    const { page, sent } = await open(chat([]));
    await page.getByRole("button", { name: "What would you test here first?" }).click();
    assert.equal(await page.inputValue(box), "What would you test here first?");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "question");
    assert.equal(sent.filter(({ call }) => call === "send").length, 0);
    assert.equal(sent.filter(({ call }) => call === "useAbility").length, 0);
  });

  it("chooses the ability that a suggestion is about, before the question is sent", async () => {
    const { page, nextCall } = await open(chat([]));
    await page.getByRole("button", { name: "Explain this function to a new colleague" }).click();
    assert.deepEqual((await nextCall("useAbility")).args, { abilityId: 3 });
    await page.press(box, "Enter");
    assert.deepEqual((await nextCall("send")).args, {
      text: "Explain this function to a new colleague",
    });
  });

  it("takes the focus when the host asks for it", async () => {
    const { page, post } = await open(chat([]));
    await post({ event: "focus" });
    await page.waitForFunction(() => document.activeElement?.id === "question");
  });
});
