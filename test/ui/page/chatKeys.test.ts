import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { answered, chat, pageState, turn } from "./fixtures";
import { useChromium } from "./suite";

const box = "#question";
const code = (...blocks: string[]) =>
  blocks.map((text) => `\`\`\`\n${text}\n\`\`\``).join("\n\nand\n\n");
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return (
      element?.id ||
      element?.closest(".code-block")?.querySelector("code")?.textContent ||
      element?.getAttribute("aria-label")
    );
  });
const focusMoves = (page: Page, to: string) =>
  page.waitForFunction((wanted) => {
    const { activeElement: element } = document;
    const code = element?.matches("pre") ? element.textContent?.trim() : undefined;
    return [element?.id, code, element?.getAttribute("aria-label")].includes(wanted);
  }, to);

describe("the keys of the chat", () => {
  const { open } = useChromium();

  it("stop a question with Escape, after what is open has been closed", async () => {
    const waiting = turn({ result: { state: "waiting" } });
    const { page, nextCall, sent } = await open(chat([waiting], { busy: true }));
    assert.equal(await page.locator(".send").getAttribute("title"), "Stop waiting (Escape)");
    await page.getByRole("button", { name: /^Options/ }).click();
    await page.getByLabel("Temperature").waitFor();
    await page.focus(box);
    await page.keyboard.press("ControlOrMeta+f");
    await page.getByRole("search").waitFor();
    await page.focus(box);
    await page.keyboard.press("Escape");
    await page.getByLabel("Temperature").waitFor({ state: "hidden" });
    await page.keyboard.press("Escape");
    await page.getByRole("search").waitFor({ state: "detached" });
    assert.equal(
      sent.some(({ call }) => call === "stop"),
      false,
    );
    await page.keyboard.press("Escape");
    await nextCall("stop");
  });

  it("stop nothing with an Escape that was held, or meant for what has just closed", async () => {
    const waiting = turn({ result: { state: "waiting" } });
    const { page, nextCall, sent } = await open(chat([waiting], { busy: true }));
    await page.focus(box);
    await nextCall("focused");
    await page.evaluate(() => {
      const focus = new Event("focus");
      window.dispatchEvent(focus);
      // oxlint-disable-next-line unicorn/consistent-function-scoping -- runs in the page
      const escape = (msLater: number, repeat = false) => {
        const key = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, repeat });
        Object.defineProperty(key, "timeStamp", { value: focus.timeStamp + msLater });
        document.activeElement?.dispatchEvent(key);
      };
      escape(5);
      escape(490);
      escape(2000, true);
      escape(2001);
    });
    await nextCall("stop");
    assert.equal(sent.filter(({ call }) => call === "stop").length, 1);
  });

  it("bring back earlier questions with Up, and the empty box with Down or Escape", async () => {
    const asked = ["older", "newest"];
    const { page, sent } = await open(chat([answered("1"), answered("2")]), {
      answer: (call, args) => {
        const { back = 0 } = (args ?? {}) as { back?: number };
        return call === "recallQuestion"
          ? back === 0
            ? ""
            : (asked.at(-back) ?? null)
          : undefined;
      },
    });
    const shows = (text: string) =>
      page.waitForFunction((wanted) => document.querySelector("textarea")?.value === wanted, text);
    await page.focus(box);
    await page.keyboard.press("ArrowUp");
    await shows("newest");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowUp");
    await shows("older");
    await page.keyboard.press("ArrowDown");
    await shows("newest");
    await page.keyboard.press("Escape");
    await shows("");
    await page.keyboard.press("ArrowUp");
    await shows("newest");
    await page.keyboard.type(" edited");
    for (const key of ["Escape", "ArrowDown", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
    await page.evaluate(() => undefined);
    assert.equal(await page.inputValue(box), "newest edited");
    assert.deepEqual(
      sent.filter(({ call }) => call === "recallQuestion").map(({ args }) => args),
      [1, 2, 1, 0, 1].map((back) => ({ back })),
    );
  });

  it("bring back no earlier question over what was typed meanwhile, or after a newer one", async () => {
    const { promise: found, resolve: find } = Promise.withResolvers<string>();
    let isFirst = true;
    const { page, nextCall, post, sent } = await open(chat([answered("1")]), {
      answer: (call) => {
        if (call !== "recallQuestion") return undefined;
        if (!isFirst) return "newest";
        isFirst = false;
        return found;
      },
    });
    await page.focus(box);
    await page.keyboard.press("ArrowUp");
    await nextCall("recallQuestion");
    await page.keyboard.type("mine");
    find("newest");
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    assert.equal(await page.inputValue(box), "mine");
    await page.fill(box, "");
    await page.keyboard.press("ArrowUp");
    await nextCall("recallQuestion");
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "newest");
    // Asked elsewhere: what came back is not the newest one now.
    await post({ event: "turn", turn: answered("2") });
    await page.keyboard.press("Home");
    for (const key of ["ArrowUp", "End", "ArrowDown", "Escape"]) await page.keyboard.press(key);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    assert.equal(await page.inputValue(box), "newest");
    assert.equal(sent.filter(({ call }) => call === "recallQuestion").length, 2);
  });

  it("say why an earlier question does not come back", async () => {
    const { page } = await open(chat([answered("1")]), {
      answer: (call) => {
        if (call === "recallQuestion") throw new Error("It is gone.");
      },
    });
    await page.focus(box);
    await page.keyboard.press("ArrowUp");
    await page.getByRole("alert").getByText("It is gone.").waitFor();
  });

  it("move within an earlier question until its beginning or its end", async () => {
    const { page, sent } = await open(chat([answered("1"), answered("2")]), {
      answer: (call) => (call === "recallQuestion" ? "one\ntwo" : undefined),
    });
    await page.focus(box);
    await page.keyboard.press("ArrowUp");
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "one\ntwo");
    for (const key of ["ArrowUp", "ArrowLeft", "ArrowDown"]) await page.keyboard.press(key);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    assert.equal(await page.inputValue(box), "one\ntwo");
    assert.equal(sent.filter(({ call }) => call === "recallQuestion").length, 1);
  });

  it("are none of a command that the page does not know", async () => {
    const { page, post, errors } = await open(chat([turn()]));
    await page.locator(".send-more").waitFor();
    await post({ event: "command", command: "toString" });
    await post({ event: "command", command: "unheard" });
    await post({ event: "command", command: "previousTurn" });
    await page.locator(".turn:focus").waitFor();
    assert.deepEqual(errors, []);
  });

  it("move from turn to turn, with the composer as the last", async () => {
    const turns = ["One", "Two", "Three"].map((question) => turn({ question }));
    const { page, post } = await open(chat(turns));
    await page.focus(box);
    for (const name of ["Three", "Two", "One", "One"]) {
      await post({ event: "command", command: "previousTurn" });
      await focusMoves(page, `Question: ${name}`);
    }
    await page.keyboard.press("Tab");
    assert.notEqual(await focused(page), "question");
    for (const name of ["Two", "Three"]) {
      await post({ event: "command", command: "nextTurn" });
      await focusMoves(page, `Question: ${name}`);
    }
    await post({ event: "command", command: "nextTurn" });
    await focusMoves(page, "question");
  });

  it("move from code block to code block, across answers and to what is not drawn yet", async () => {
    const long = `${code("b1")}\n\n${"Words of a long answer.\n\n".repeat(3000)}${code("b2", "b3")}`;
    const none = [answered("No code."), answered("None here either.")];
    const turns = [answered(code("a1", "a2")), ...none, answered(long)];
    const { page, post } = await open(chat(turns));
    await page.focus(box);
    const go = async (command: string, text: string) => {
      await post({ event: "command", command });
      await focusMoves(page, text);
    };
    await go("nextCodeBlock", "b1");
    await go("nextCodeBlock", "b2");
    await go("nextCodeBlock", "b3");
    await go("previousCodeBlock", "b2");
    await go("previousCodeBlock", "b1");
    await go("previousCodeBlock", "a2");
    await page.keyboard.press("Shift+Tab");
    await go("previousCodeBlock", "a1");
    await go("nextTurn", "Question: Why does this leak?");
    await go("nextCodeBlock", "b1");
    // What was focused for now alone no longer takes a click, and code can still be reached by Tab.
    assert.equal(await page.locator(".turn[tabindex]").count(), 0);
    assert.equal(await page.locator(".code-block > pre:not([tabindex='0'])").count(), 0);
  });

  it("move nowhere later where another move has overtaken one that waits for an answer to be drawn", async () => {
    const long = `${"Words of a long answer.\n\n".repeat(3000)}${code("b1")}`;
    const { page, post } = await open(chat([turn({ question: "First" }), answered(long)]));
    await page.focus(box);
    await post({ event: "command", command: "nextCodeBlock" });
    await post({ event: "command", command: "previousTurn" });
    await post({ event: "command", command: "previousTurn" });
    await focusMoves(page, "Question: First");
    await page.locator("pre", { hasText: "b1" }).waitFor();
    await page.waitForTimeout(200);
    assert.equal(await focused(page), "Question: First");
  });

  it("are reported to the host with the part of the page that has the focus", async () => {
    const { page, nextCall, sent } = await open(chat([answered("One.")], { ...pageState }));
    const part = async () => ((await nextCall("focused")).args as { part?: string }).part;
    await page.focus(box);
    let last = await part();
    if (last !== "question") last = await part();
    assert.equal(last, "question");
    await page.getByRole("button", { name: "More actions" }).focus();
    assert.equal(await part(), "transcript");
    await page.getByRole("button", { name: "Copy" }).focus();
    await page.evaluate(() => window.dispatchEvent(new Event("blur")));
    assert.equal(await part(), undefined);
    const parts = sent
      .filter(({ call }) => call === "focused")
      .map(({ args }) => (args as { part?: string }).part);
    assert.deepEqual(parts.slice(-3), ["question", "transcript", undefined], "each once");
  });
});
