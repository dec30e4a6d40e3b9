import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { ChatView } from "../../../src/page/protocol/views";
import { until } from "../../support/until";
import { answered, attachment, chat, pageState, retry, turn } from "./fixtures";
import { openPreview } from "./states";
import { useChromium } from "./suite";

const sentence = "That did not work.";
const failed = turn({
  result: { state: "failed", problem: { sentence: "No answer.", remedies: [retry] } },
});
const stopped = turn({ result: { state: "stopped" } });
const waiting = turn({ result: { state: "waiting" } });

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).last().click();
const follow = (name: string) => (page: Page) => page.getByRole("link", { name }).click();
const choose = (name: string) => async (page: Page) => {
  await press("More actions")(page);
  await page.getByRole("menuitem", { name }).click();
};

/** What the user does, the call that it leads to, and the page on which it is done. */
const actions: [does: string, call: string, shown: ChatView, act: (page: Page) => Promise<void>][] =
  [
    ["another expert", "pickExpert", chat([]), press(/^Expert: /)],
    ["a new title", "rename", chat([], { title: "Leaks" }), press("Leaks")],
    ["another model", "pickModel", chat([]), press(/^Model: /)],
    ["attaching", "attach", chat([]), press("Add Context…")],
    [
      "taking off",
      "removeAttachment",
      chat([], { attachments: [attachment] }),
      press(/^Do not attach/),
    ],
    ["Stop in the composer", "stop", chat([], { busy: true }), press("Stop")],
    ["Stop in the transcript", "stop", chat([waiting]), press("Stop")],
    ["showing what was attached", "revealAttachment", chat([turn()]), follow("cart.ts:10–24")],
    ["copying", "useOutput", chat([answered("text")]), press("Copy")],
    ["a link", "openLink", chat([answered("[docs](https://a.example/)")]), follow("docs")],
    ["a remedy", "resolveProblem", chat([failed]), press("Retry")],
    ["discarding what failed", "useTurn", chat([failed]), choose("Discard")],
    ["Retry after Stop", "resolveProblem", chat([stopped]), press("Retry")],
    ["discarding what was stopped", "useTurn", chat([stopped]), choose("Discard")],
    ["the menu", "useTurn", chat([answered("text")]), choose("Copy as cURL")],
    ["setting up", "resolveProblem", chat([], { setupStep: "key" }), press("Set API Key")],
    ["asking for older turns", "earlier", { ...chat([turn()]), more: true }, async () => undefined],
  ];

describe("a call that fails", () => {
  const { open } = useChromium();

  for (const [does, name, shown, act] of actions)
    it(`says why: ${does}`, async () => {
      const { page, errors } = await open(shown, {
        answer: (call) => {
          if (call === name) throw new Error(sentence);
        },
      });
      await act(page);
      await page.getByRole("alert").getByText(sentence).waitFor();
      assert.equal(await page.getByText(/^Copied/).count(), 0);
      assert.deepEqual(errors, []);
    });

  it("is shown with the characters that hide in it", async () => {
    const { page } = await open(chat([]), {
      answer: (call) => {
        if (call === "pickModel") throw new Error("Not a\u202eb.");
      },
    });
    await press(/^Model: /)(page);
    await page.getByRole("alert").getByText("Not a\\u202Eb.").waitFor();
  });

  it("is forgotten when it is dismissed, and with the next question", async () => {
    const { page, nextCall } = await open(chat([]), {
      answer: (call) => {
        if (call === "pickModel") throw new Error(sentence);
      },
    });
    const notice = page.getByRole("alert").getByText(sentence);
    for (const forget of [
      () => page.getByRole("button", { name: "Dismiss" }).click(),
      async () => {
        await page.fill("#question", "Why?");
        await page.press("#question", "Enter");
        await nextCall("send");
      },
    ]) {
      await press(/^Model: /)(page);
      await notice.waitFor();
      await forget();
      await notice.waitFor({ state: "detached" });
      assert.equal(await page.locator(".notice").isVisible(), false);
    }
  });
});

const said = (page: Page, text: string) =>
  page.getByRole("status").getByText(text, { exact: true }).waitFor({ state: "attached" });

describe("what is said to who cannot see the page", () => {
  const { open } = useChromium();

  it("is the end of a question, whichever it is", async () => {
    const asked = turn({ id: "t", expertName: "Ada", result: { state: "waiting" } });
    const { page, post } = await open(chat([asked], { busy: true }));
    const ends = [
      [answered("text").result, "Answer from Ada"],
      [failed.result, "Ada did not answer. No answer."],
      [{ state: "stopped" }, "Stopped."],
      [
        { state: "interrupted" },
        "Interrupted, or still running in another window. The hub may have processed it; if an answer arrives, it appears here.",
      ],
    ] as const;
    for (const [result, words] of ends) {
      await post({ event: "turn", turn: asked });
      await post({ event: "turn", turn: { ...asked, result } });
      await said(page, words);
    }
  });

  it("is that a text was copied, by whichever button or menu, and of no other action", async () => {
    let happens = true;
    const { page, nextCall } = await open(chat([answered("text\n\n```ts\na;\n```\n")]), {
      answer: () => happens,
    });
    const more = page.getByRole("button", { name: "More actions" });
    const moreOfCode = page.getByRole("button", { name: "More code actions" });
    const item = (name: string) => page.getByRole("menuitem", { name, exact: true });
    await moreOfCode.waitFor();
    const clicks = [
      [page.locator(".code-block").getByRole("button", { name: "Copy" })],
      [more, item("Copy")],
      [moreOfCode, item("Copy")],
    ];
    const status = page.getByRole("status").first();
    for (const buttons of clicks) {
      for (const button of [moreOfCode, item("Insert at cursor"), ...buttons]) await button.click();
      const calls = [await nextCall("useOutput"), await nextCall("useOutput")];
      assert.deepEqual(
        calls.map(({ args }) => (args as { action: string }).action),
        ["insert", "copy"],
      );
      await said(page, "Copied");
      await status.evaluate((element) => (element.textContent = ""));
    }
    for (const button of [more, item("Open in new file")]) await button.click();
    await nextCall("useOutput");
    happens = false;
    for (const button of clicks.flat()) await button.click();
    for (let count = 0; count < clicks.length; count++) await nextCall("useOutput");
    // Its reply is sent before that of the next call.
    await press(/^Model: /)(page);
    await nextCall("pickModel");
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    assert.equal(await status.textContent(), "");
  });

  it("is nothing of a question that goes on as before", async () => {
    const asked = turn({ id: "t", result: { state: "waiting" } });
    const { page, post } = await open(chat([asked]));
    await post({ event: "turn", turn: { ...asked, abilityName: "Explain" } });
    await page.getByText("Explain").waitFor();
    await post({ event: "turn", turn: { ...answered("text"), id: "u" } });
    await page.locator("[data-turn=u] .part").waitFor();
    assert.equal(await page.getByRole("status").first().textContent(), "");
  });

  it("is the end of a question only once, however often its answer is drawn", async () => {
    const asked = turn({ id: "t", result: { state: "waiting" } });
    const { page, post } = await open(chat([asked]));
    await post({ event: "turn", turn: { ...answered("text"), id: "t" } });
    await said(page, "Answer from Code Reviewer");
    await page
      .locator("[role=status]")
      .first()
      .evaluate((element) => (element.textContent = ""));
    await post({ event: "turn", turn: { ...answered("text and more"), id: "t" } });
    await page.getByText("text and more").waitFor();
    assert.equal(await page.getByRole("status").first().textContent(), "");
  });

  it("is said again when it happens again", async () => {
    const { page, nextCall } = await open(chat([answered("text")]), { answer: () => true });
    const spoken = page.getByRole("status").first();
    const texts = new Set<string | null>();
    for (let time = 0; time < 2; time++) {
      await press("Copy")(page);
      await nextCall("useOutput");
      // Its reply is sent before that of the next call.
      await press(/^Model: /)(page);
      await nextCall("pickModel");
      await said(page, "Copied");
      texts.add(await spoken.textContent());
    }
    assert.equal(texts.size, 2, "the second time changes nothing that could be announced");
  });

  for (const [name, act, words] of [
    ["Copy", press("Copy"), "Copied"],
    ["More actions", choose("Copy as cURL"), "Copied as cURL"],
  ] as const)
    it(`is "${words}", with a mark on the button for a moment`, async () => {
      const { page } = await open(chat([answered("text")]), { answer: () => true });
      const button = page.getByRole("button", { name, exact: true });
      const before = await button.locator("path").getAttribute("d");
      await button.evaluate((element) => {
        const shapes: unknown[] = [];
        Object.assign(globalThis, { shapes });
        new MutationObserver(() => {
          shapes.push(element.querySelector("path")?.getAttribute("d"));
        }).observe(element, { childList: true });
      });
      const shapes = () =>
        page.evaluate(() => (globalThis as unknown as { shapes: string[] }).shapes);
      await act(page);
      await said(page, words);
      await until("the mark is gone", async () => (await shapes()).length === 2);
      const [mark, after] = await shapes();
      assert.notEqual(mark, before);
      assert.equal(after, before);
    });

  it("is no copy where the menu did something else", async () => {
    const { page, nextCall } = await open(chat([answered("text")]));
    await choose("Show raw response")(page);
    await nextCall("useTurn");
    await press(/^Model: /)(page);
    await nextCall("pickModel");
    await page.evaluate(() => undefined);
    assert.equal(await page.getByRole("status").first().textContent(), "");
  });
});

describe("code of the page that cannot be loaded", () => {
  const { open } = useChromium();
  const routed: Page[] = [];
  // Before the tab is used again.
  afterEach(async () => {
    for (const page of routed.splice(0)) await page.unrouteAll();
  });
  /** An empty page on which the next loading of this chunk fails. */
  const without = async (name: string) => {
    const opened = await open(chat([]), { alone: true });
    const { page } = opened;
    await page.route(new RegExp(`/${name}-`), (route) => route.abort());
    routed.push(page);
    return opened;
  };

  /** The same with a loading that goes on, or fails, once it is let. */
  const delayed = async (name: string) => {
    const { promise: decided, resolve: decide } = Promise.withResolvers<"continue" | "abort">();
    const opened = await open(chat([]), { alone: true });
    await opened.page.route(new RegExp(`/${name}-`), async (route) => route[await decided]());
    routed.push(opened.page);
    return { ...opened, decide };
  };

  it("shows the text of an answer until it is there", async () => {
    const { page, post, decide } = await delayed("richText");
    const text = `**First** ${"word ".repeat(100)}the end`;
    await post({ event: "chat", chat: chat([answered(text)]) });
    const plain = page.locator(".answer .plain");
    // Unseen at first: it is Markdown, and for a moment only as a rule.
    await plain.waitFor({ state: "attached" });
    assert.equal(await plain.evaluate((element) => getComputedStyle(element).visibility), "hidden");
    await plain.waitFor();
    assert.equal(await page.locator(".answer").textContent(), text);
    decide("continue");
    await page.locator(".answer strong").waitFor();
    assert.equal(await page.locator(".answer .plain").count(), 0);
  });

  it("leaves the focus alone where another panel was opened meanwhile", async () => {
    const { page, decide } = await delayed("optionsPanel");
    await page.getByRole("button", { name: "Options" }).click();
    await openPreview(page);
    await page.locator(".request").waitFor();
    await page.focus("#question");
    const loaded = page.waitForResponse(/optionsPanel-/);
    decide("continue");
    await (await loaded).finished();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    assert.ok(await page.locator(".request").isVisible());
    assert.ok(await page.locator("#question:focus").isVisible());
  });

  it("leaves a panel open where another one cannot be loaded", async () => {
    const { page, decide } = await delayed("optionsPanel");
    await page.getByRole("button", { name: "Options" }).click();
    await openPreview(page);
    await page.locator(".request").waitFor();
    decide("abort");
    await page.locator(".notice").waitFor();
    assert.ok(await page.locator(".request").isVisible());
  });

  it("leaves an answer as the text that it is, all of it", async () => {
    const { page, post } = await without("richText");
    const text = `**First** ${"word ".repeat(8_000)}the end`;
    await post({ event: "turn", turn: answered(text) });
    await page.locator(".answer").getByText("the end").waitFor();
    assert.equal(await page.locator(".answer").textContent(), text);
  });

  for (const [chunk, act] of [
    ["optionsPanel", press("Options")],
    ["previewPanel", openPreview],
  ] as const)
    it(`leaves a panel closed, and says so: ${chunk}`, async () => {
      const { page } = await without(chunk);
      const button = page.getByRole("button", { name: "Options" });
      await act(page);
      await page.locator(".notice").waitFor();
      assert.equal(await button.getAttribute("aria-expanded"), "false");
      assert.equal(await page.locator(".panel").isVisible(), false);
    });

  for (const [chunk, act] of [
    ["stepList", (page: Page) => page.locator(".steps > summary").click()],
    ["turnMenuItems", press("More actions")],
    ["findBar", (page: Page) => page.keyboard.press("ControlOrMeta+f")],
  ] as const)
    it(`is reported: ${chunk}`, async () => {
      const { page, post } = await without(chunk);
      await post({ event: "turn", turn: turn() });
      await page.locator(".code-block").waitFor();
      await act(page);
      await page.locator(".notice").getByText(/\w/).waitFor();
    });

  for (const [chunk, change] of [
    ["chips", { attachments: [attachment] }],
    ["queueList", { queue: { questions: [{ id: "q", text: "next", attached: [] }] } }],
  ] as const)
    it(`is reported: ${chunk}`, async () => {
      const { page, post } = await without(chunk);
      await post({ event: "pageState", pageState: { ...pageState, ...change } });
      await page.locator(".notice").getByText(/\w/).waitFor();
    });
});
