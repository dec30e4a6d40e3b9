import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../support/until";
import { attachment, chat, pageState, turn } from "./fixtures";
import { openPreview } from "./states";
import { useChromium } from "./suite";

const none = pageState.options;

const preview = (text: string) => ({
  endpoint: "POST /api/v1/invoke_agent",
  json: JSON.stringify({ input_data: text }),
});

const longPreview = (text: string) => ({
  ...preview(text),
  json: `${JSON.stringify(text)}${"\n1".repeat(500)}`,
});

const withUrls = (...documentUrls: string[]) => ({ options: { ...none, documentUrls } });

const showJson = (page: Page): Promise<void> =>
  page.getByRole("radio", { name: "JSON", exact: true }).check({ force: true });

const openPanel = async (page: Page, name: RegExp) => {
  await page.getByRole("button", { name }).click();
  await page.locator(".panel > *").waitFor();
};

/** Once this call is answered, so is every earlier one. */
const answered = async (page: Page, next: (call: string) => Promise<unknown>) => {
  await page.getByRole("button", { name: /^Model: / }).click();
  await next("pickModel");
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
};

describe("a panel of the composer", () => {
  const { open } = useChromium();

  for (const fails of [false, true])
    it(`shows what will be sent now, also where an earlier answer ${fails ? "fails" : "comes"} late`, async () => {
      const { promise: first, resolve, reject } = Promise.withResolvers<unknown>();
      const { page, nextCall } = await open(chat([], { draft: "first" }), {
        answer: (call, args) => {
          if (call !== "preview") return undefined;
          const { text } = args as { text: string };
          return text === "first" ? first : preview(text);
        },
      });
      await openPreview(page);
      await nextCall("preview");
      await showJson(page);
      await page.fill("#question", "second");
      const json = page.locator(".json");
      await json.getByText("second").waitFor();
      if (fails) reject(new Error("Too late."));
      else resolve(preview("first"));
      await answered(page, nextCall);
      assert.equal(await json.textContent(), preview("second").json);
      assert.ok(await json.isVisible());
      assert.equal(await page.getByText("Too late.").count(), 0);
    });

  it("cuts no option at its side in the narrowest chat", async () => {
    const { page } = await open(chat([], withUrls("https://example.com/a/rather/long/path.pdf")));
    await page.setViewportSize({ width: 180, height: 700 });
    await openPanel(page, /^Options/);
    const panel = (await page.locator(".panel").boundingBox())!;
    const parts = page
      .locator(".panel :is(.segments, input, button, label)")
      .filter({ visible: true });
    for (const part of await parts.all()) {
      const { x, width } = (await part.boundingBox())!;
      const name = await part.evaluate((one) => one.outerHTML);
      assert.ok(x >= panel.x && x + width <= panel.x + panel.width, name);
    }
    await page.getByLabel("Model only", { exact: true }).check();
    await page.getByText(/Not every hub offers this/).waitFor();
    await page.locator("label", { hasText: "Expert" }).click();
    await page.getByText(/Not every hub offers this/).waitFor({ state: "hidden" });
  });

  it("ends every choice on one line, also below a name that leaves it no room", async () => {
    for (const [width, language] of [
      [280, "de"],
      [220, undefined],
    ] as const) {
      const { page } = await open(chat([]), { width, ...(language && { language }) });
      await openPanel(page, language ? /^Optionen/ : /^Options/);
      const ends = await page
        .locator(".field > .segments, .field > input")
        .filter({ visible: true })
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)));
      assert.ok(ends.length > 5);
      assert.deepEqual([...new Set(ends)], [ends[0]], `at ${width}`);
    }
  });

  it("names the request and its size beside what closes it, in one line", async () => {
    for (const width of [220, 400]) {
      const { page } = await open(chat([], { draft: "Why?" }), {
        width,
        answer: (call) => call === "preview" && { ...preview("Why?"), size: "512 B" },
      });
      await openPreview(page);
      await page.getByText("512 B").waitFor();
      const boxOf = async (name: string) => (await page.locator(name).boundingBox())!;
      const name = await boxOf(".request-head > .part-name");
      const size = await boxOf(".request-head > .detail");
      const close = await boxOf(".request-head > button");
      const head = await boxOf(".request-head");
      assert.ok(size.x - (name.x + name.width) <= 8, `the size follows at ${width}`);
      assert.ok(close.y < name.y + name.height, `one line at ${width}`);
      assert.equal(close.x + close.width, head.x + head.width);
    }
  });

  it("closes when the focus goes to what it covers", async () => {
    const { page } = await open(chat([turn()], { draft: "Why?" }), {
      width: 280,
      answer: (call) => call === "preview" && longPreview("Why?"),
    });
    for (const show of [() => openPreview(page), () => openPanel(page, /^Options/)]) {
      await show();
      await page.locator(".panel > *").waitFor();
      await page.locator(".send-more").focus();
      const panel = page.locator(".panel");
      for (let at = 0; at < 12 && (await panel.isVisible()); at++) {
        const isCovered = await page.evaluate(() => {
          const { left, top } = document.activeElement!.getBoundingClientRect();
          const seen = document.elementFromPoint(left + 2, top + 2);
          return seen?.closest(".panel") != null && !document.activeElement!.closest(".composer");
        });
        assert.ok(!isCovered);
        await page.keyboard.press("Tab");
      }
      await panel.waitFor({ state: "hidden" });
      await page.locator(".transcript :focus").waitFor();
    }
  });

  it("opens over the transcript, and as high as a small request needs", async () => {
    const request = JSON.stringify({ input_data: "Why?", user_id: "local|user" }, undefined, 2);
    const opened = await open(chat([], { draft: "Why?", title: "Leaks" }), {
      width: 280,
      answer: (call) => call === "preview" && { ...preview(""), json: request },
    });
    const { page } = opened;
    const boxOf = (selector: string) => page.locator(selector).boundingBox();
    const before = await boxOf(".transcript");
    await openPreview(page);
    await showJson(page);
    await page.locator(".json").getByText("user_id").waitFor();
    assert.deepEqual(await boxOf(".transcript"), before);
    const isWhole = () =>
      page.locator(".json").evaluate((one) => one.scrollHeight === one.clientHeight);
    assert.ok(await isWhole());
    await page.setViewportSize({ width: 280, height: 240 });
    assert.ok(!(await isWhole()));
    const [header, panel] = [await boxOf(".title-line"), await boxOf(".panel")];
    assert.ok(panel!.y >= header!.y + header!.height, "the title stays in sight");
  });

  it("leaves room for a notice about what was changed in it", async () => {
    const { page } = await open(chat([]), {
      height: 400,
      answer: (call) => {
        if (call === "setOptions") throw new Error("This temperature is refused.");
        return undefined;
      },
    });
    await openPanel(page, /^Options/);
    await page.getByLabel("Temperature").fill("9");
    const notice = page.locator(".notice");
    await notice.getByText("refused").waitFor();
    const top = (await notice.boundingBox())?.y ?? 0;
    const panel = await page.locator(".panel").boundingBox();
    assert.ok(panel && panel.y >= 0 && panel.y + panel.height <= top, JSON.stringify(panel));
  });

  it("shows the request again once there is one, and only then", async () => {
    const { page } = await open(chat([], { draft: "good" }), {
      answer: (call, args) => {
        const { text } = (args ?? {}) as { text?: string };
        if (call === "preview" && text === "bad") throw new Error("That cannot be sent.");
        return call === "preview" ? preview(text ?? "") : undefined;
      },
    });
    await openPreview(page);
    await showJson(page);
    const json = page.locator(".json");
    const error = page.locator(".request .field-error");
    await json.getByText("good").waitFor();
    await page.fill("#question", "bad");
    await error.getByText("That cannot be sent.").waitFor();
    assert.equal(await json.isVisible(), false);
    await page.fill("#question", "better");
    await json.getByText("better").waitFor();
    assert.equal(await error.isVisible(), false);
  });

  it("asks once for what is typed while something else changes", async () => {
    const { page, sent, nextCall } = await open(chat([]), { answer: () => preview("") });
    await openPreview(page);
    await nextCall("preview");
    await page.evaluate(
      async (data) => {
        const box = document.querySelector("textarea")!;
        box.value = "typed";
        box.dispatchEvent(new InputEvent("input"));
        window.dispatchEvent(new MessageEvent("message", { data }));
        // With the page's own timers: longer than the pause in typing has to be.
        await new Promise((resolve) => setTimeout(resolve, 400));
      },
      { event: "pageState", pageState: { ...pageState, busy: true } },
    );
    assert.deepEqual((await nextCall("preview")).args, { text: "typed" });
    assert.equal(sent.filter(({ call }) => call === "preview").length, 2);
  });

  it("follows a suggestion, and closes on Send: it would cover the answer", async () => {
    const { page, nextCall } = await open(chat([]), {
      answer: (call, args) =>
        call === "preview" ? preview((args as { text: string }).text) : undefined,
    });
    await openPreview(page);
    await page.locator(".suggestion").first().click();
    await page.locator(".readable").getByText("Find the bug").waitFor();
    await page.press("#question", "Enter");
    await nextCall("send");
    await page.locator(".panel").waitFor({ state: "hidden" });
  });

  it("stays where it is read while the request changes", async () => {
    const { page } = await open(chat([], { draft: "one" }), {
      answer: (call, args) =>
        call === "preview" ? longPreview((args as { text: string }).text) : undefined,
    });
    await openPreview(page);
    await showJson(page);
    const json = page.locator(".json");
    await json.getByText('"one"').waitFor();
    await json.evaluate((element) => (element.scrollTop = 200));
    await page.fill("#question", "two");
    await json.getByText('"two"').waitFor();
    assert.equal(await json.evaluate((element) => element.scrollTop), 200);
  });

  it("is the only one, and its button says that it is open", async () => {
    const { page } = await open(chat([]), { answer: () => preview("") });
    const options = page.getByRole("button", { name: "Options" });
    const expanded = () => options.getAttribute("aria-expanded");
    assert.equal(await expanded(), "false");
    await openPanel(page, /^Options/);
    assert.equal(await expanded(), "true");
    await openPreview(page);
    await page.locator(".request").waitFor();
    assert.equal(await expanded(), "false");
    assert.equal(await page.locator(".panel > *").count(), 1);
    await page.getByRole("button", { name: "Close" }).click();
    await page.locator("#question:focus").waitFor();
    assert.equal(await page.locator(".panel").isVisible(), false);
  });

  it("closes on Escape in the box, and only an open one takes that key", async () => {
    const { page } = await open(chat([]));
    await openPanel(page, /^Options/);
    await page.evaluate(() => {
      addEventListener("keydown", (event) => {
        document.title = `${event.key} ${event.defaultPrevented}`;
      });
    });
    await page.focus("#question");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".panel").isVisible(), false);
    assert.equal(await page.title(), "Escape true");
    await page.locator("#question:focus").waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await page.title(), "Escape false");
  });

  it("closes where something has to be set up first", async () => {
    const { page, post } = await open(chat([]));
    await openPanel(page, /^Options/);
    await post({ event: "pageState", pageState: { ...pageState, setupStep: "key" } });
    await page.locator(".panel").waitFor({ state: "hidden" });
    await post({ event: "pageState", pageState });
    await page.getByRole("button", { name: "Options", disabled: false }).waitFor();
    assert.equal(await page.locator(".panel").isVisible(), false);
  });

  it("shows the options of now when it is opened again", async () => {
    const { page, post } = await open(chat([]));
    await openPanel(page, /^Options/);
    await page.getByRole("button", { name: /^Options/ }).click();
    const options = { ...none, temperature: 0.4, memory: "none" as const };
    await post({ event: "pageState", pageState: { ...pageState, options } });
    await page.getByRole("button", { name: /^Options: 0.4/ }).click();
    await page.locator(".options").waitFor();
    assert.equal(await page.getByLabel("Temperature").inputValue(), "0.4");
    assert.ok(
      await page.getByRole("radiogroup", { name: "Memory" }).getByLabel("None").isChecked(),
    );
  });

  it("keeps the last choice while an earlier one is still being taken", async () => {
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    let calls = 0;
    const { page, nextCall } = await open(chat([]), {
      answer: (call) => {
        if (call !== "setOptions") return undefined;
        return calls++ === 0 ? taken : new Promise(() => undefined);
      },
    });
    await openPanel(page, /^Options/);
    const tool = page.getByRole("radiogroup", { name: "Web search" });
    await tool.getByLabel("On").check();
    await nextCall("setOptions");
    await page.getByText("History only").click();
    const { args } = await nextCall("setOptions");
    assert.deepEqual(args, {
      options: { ...none, tools: { web_search: true }, memory: "history" },
    });
    take();
    await answered(page, nextCall);
    assert.ok(await page.getByLabel("History only").isChecked());
    assert.ok(await tool.getByLabel("On").isChecked());
  });

  it("keeps what is wrong in a field, and why, until it is mended", async () => {
    const { page, nextCall, sent } = await open(chat([]));
    await openPanel(page, /^Options/);
    const field = page.getByLabel("Temperature");
    await field.fill("warm");
    await page.keyboard.press("Tab");
    assert.equal(await field.inputValue(), "warm");
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    const described = () =>
      field.evaluate((element) => {
        const id = element.getAttribute("aria-describedby");
        return id === null ? undefined : document.getElementById(id)?.textContent;
      });
    assert.match((await described()) ?? "", /^Enter a number; /);
    await field.fill("0,70");
    assert.deepEqual((await nextCall("setOptions")).args, {
      options: { ...none, temperature: 0.7 },
    });
    assert.equal(await described(), undefined);
    assert.equal(await page.getByText("Enter a number").count(), 0);
    await page.keyboard.press("Tab");
    await until("the number is shown", async () => (await field.inputValue()) === "0.7");
    assert.equal(sent.filter(({ call }) => call === "setOptions").length, 1);
  });

  it("takes what is wrong with an address back with the next key, and adds no empty one", async () => {
    const { page, sent } = await open(chat([]));
    await openPanel(page, /^Options/);
    const field = page.getByLabel("Document addresses");
    await field.fill("  ");
    await page.keyboard.press("Enter");
    const error = page.locator("#address-error");
    assert.equal(await error.isVisible(), false);
    await field.fill("guide.pdf");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await error.getByText("does not begin with https://").waitFor();
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    assert.equal(await field.getAttribute("aria-describedby"), "address-error");
    assert.equal(await field.inputValue(), "guide.pdf");
    await field.press("x");
    assert.equal(await error.isVisible(), false);
    assert.equal(await field.getAttribute("aria-invalid"), "false");
    assert.equal(await field.getAttribute("aria-describedby"), null);
    assert.equal(sent.filter(({ call }) => call === "setOptions").length, 0);
  });

  it("adds no address with the Enter of an input method", async () => {
    const { page } = await open(chat([]));
    await openPanel(page, /^Options/);
    const field = page.getByLabel("Document addresses");
    await field.fill("https://a.example/");
    await field.evaluate((element) => {
      // Safari ends the composition first, and tells by the key code alone.
      for (const own of [{ isComposing: true }, { keyCode: 229 }])
        element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ...own }));
    });
    assert.equal(await field.inputValue(), "https://a.example/");
  });

  it("lists the addresses of another conversation in place of those of this one", async () => {
    const { page, post } = await open(
      chat([], withUrls("https://a.example/", "https://b.example/")),
    );
    await openPanel(page, /^Options/);
    const list = page.locator(".address-text");
    for (const documentUrls of [
      ["https://a.example/", "https://c.example/"],
      ["https://a.example/"],
      [],
    ]) {
      await post({ event: "chat", chat: chat([], withUrls(...documentUrls)) });
      await until(
        "it shows the others",
        async () => JSON.stringify(await list.allTextContents()) === JSON.stringify(documentUrls),
      );
    }
  });
});

describe("a question that is sent", () => {
  const { open } = useChromium();

  it("leaves also where a change of the options before it was refused", async () => {
    const { promise: taken, reject: refuse } = Promise.withResolvers<void>();
    const { page, nextCall, sent, errors } = await open(chat([]), {
      answer: (call) => (call === "setOptions" ? taken : undefined),
    });
    await page.fill("#question", "Why?");
    await page.getByRole("button", { name: "Options" }).click();
    await page.getByLabel("Temperature").fill("1");
    await nextCall("setOptions");
    await page.getByRole("button", { name: "Send" }).click();
    assert.equal(sent.filter(({ call }) => call === "send").length, 0);
    refuse(new Error("The options could not be kept."));
    assert.deepEqual((await nextCall("send")).args, { text: "Why?" });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    assert.deepEqual(errors, []);
  });

  it("leaves no empty draft to be saved, which could overwrite words from elsewhere", async () => {
    const { page, nextCall, sent } = await open(chat([]));
    await page.fill("#question", "Why?");
    await page.press("#question", "Enter");
    await nextCall("send");
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    assert.equal(await page.inputValue("#question"), "");
    await page.locator("#question").blur();
    await page.getByRole("button", { name: /^Model: / }).click();
    await nextCall("pickModel");
    const drafts = sent.filter(({ call }) => call === "saveDraft").map(({ args }) => args);
    assert.deepEqual(drafts, [{ conversationId: "c1", text: "Why?" }]);
  });

  it("sends nothing on Alt+Enter", async () => {
    const { page, nextCall, sent } = await open(chat([]));
    await page.fill("#question", "Why?");
    await page.press("#question", "Alt+Enter");
    await page.getByRole("button", { name: /^Model: / }).click();
    await nextCall("pickModel");
    assert.equal(sent.filter(({ call }) => call === "send").length, 0);
  });

  it("leaves the words behind that are too long to be saved with each key, once they rest", async () => {
    const long = "word ".repeat(4_000);
    const { page, nextCall } = await open(chat([], { draft: "before" }));
    await page.locator("#question").evaluate((element: HTMLTextAreaElement, text) => {
      element.value = text;
      element.dispatchEvent(new InputEvent("input"));
    }, long);
    // In the same moment, other words arrive from elsewhere.
    await page.evaluate(
      (data) => {
        window.dispatchEvent(new MessageEvent("message", { data }));
      },
      { event: "pageState", pageState: { ...pageState, draft: "elsewhere", draftRevision: 1 } },
    );
    assert.equal(await page.inputValue("#question"), long);
    assert.deepEqual((await nextCall("saveDraft")).args, { conversationId: "c1", text: long });
  });

  it("shows another attachment folded, and keeps that of the same question as it is", async () => {
    const { page, post, state } = await open(chat([], { attachments: [attachment] }));
    await page.locator(".chip > summary").click();
    await page.locator(".chip[open] .preview").waitFor();
    await until("it is kept", async () => (await state()).includes('"chip a1"'));
    const busy = { ...pageState, attachments: [attachment], busy: true };
    await post({ event: "pageState", pageState: busy });
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await page.locator(".chip[open] .preview").waitFor();
    const other = { ...attachment, id: "a2", label: "other.ts:1", text: "let other;" };
    await post({ event: "pageState", pageState: { ...busy, attachments: [other] } });
    await page.locator(".chip:not([open])").getByText("other.ts:1").waitFor();
    await until("it is forgotten", async () => !(await state()).includes('"chip '));
    await page.locator(".chip > summary").click();
    await page.locator(".chip .preview").getByText("let other;").waitFor();
  });
});
