import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../support/until";
import { answer, answered, attachment, chat, step, turn } from "./fixtures";
import { useChromium } from "./suite";

const field = (page: Page) => page.getByLabel("Find", { exact: true });
const find = async (page: Page, text: string) => {
  await page.keyboard.press("ControlOrMeta+f");
  await field(page).fill(text);
};
const isUncounted = (page: Page) =>
  until("nothing is counted", async () => (await page.locator(".find-count").textContent()) === "");
const count = (page: Page, text: string) =>
  page.locator(".find-count").getByText(text, { exact: true }).waitFor();

interface Mark {
  text: string;
  within: string;
  /** Inside of every box that scrolls around it. */
  seen: boolean;
}

const marked = (page: Page): Promise<Mark | undefined> =>
  page.evaluate(() => {
    const [range] = CSS.highlights.get("find-current") ?? [];
    if (!(range instanceof Range)) return undefined;
    const own = range.getBoundingClientRect();
    let seen = own.width > 0;
    for (let box = range.startContainer.parentElement; box; box = box.parentElement) {
      if (!/auto|scroll/.test(getComputedStyle(box).overflow)) continue;
      const { left, right, top, bottom } = box.getBoundingClientRect();
      if (own.left < left || own.right > right || own.top < top || own.bottom > bottom)
        seen = false;
    }
    const parent = range.startContainer.parentElement;
    return {
      text: range.toString(),
      within: parent?.closest("[class]")?.className ?? "",
      seen,
    };
  });

const isMarked = (page: Page, text: string, within?: string) =>
  until(`${text} is marked`, async () => {
    const mark = await marked(page);
    return mark?.text === text && mark.seen && (within === undefined || mark.within === within);
  });

describe("the find box", () => {
  const { open } = useChromium();

  it("finds what was asked, what was attached, and why there is no answer", async () => {
    const lines = Array.from({ length: 60 }, (_, at) => `line ${at}`);
    const { page } = await open(
      chat([
        turn({
          question: "The questionword here",
          attachments: [{ ...attachment, label: "attachedword.ts" }],
          result: {
            state: "failed",
            problem: {
              sentence: "The sentenceword.",
              details: [...lines, "the detailword"].join("\n"),
              remedies: [],
            },
          },
        }),
      ]),
    );
    await page.keyboard.press("ControlOrMeta+f");
    for (const [word, within] of [
      ["questionword", "question-text"],
      ["attachedword", "link attachment"],
      ["sentenceword", "problem-body"],
      ["detailword", "details-body"],
    ] as const) {
      await field(page).fill(word);
      await count(page, "1 of 1");
      await isMarked(page, word, within);
    }
    assert.equal(await page.locator("details[open]").count(), 1);
  });

  it("shows a hit at the far end of a long line, and one at its beginning", async () => {
    const line = `first ${"x ".repeat(300)}last`;
    const { page } = await open(chat([answered(`\`\`\`\n${line}\n\`\`\``)]));
    await page.locator(".code-block").waitFor();
    for (const word of ["last", "first"]) {
      await find(page, word);
      await count(page, "1 of 1");
      await isMarked(page, word);
    }
  });

  it("finds what a model thought", async () => {
    const { page } = await open(chat([answered("42", { reasoning: "six sevens" })]));
    await find(page, "sevens");
    await count(page, "1 of 1");
    await isMarked(page, "sevens");
  });

  it("finds no words of the page in a text that is cut, nor any across a line break", async () => {
    const steps = Array.from({ length: 60 }, () => step);
    const { page } = await open(
      chat([
        answered("one  \ntwo"),
        turn({ result: { state: "done", answer: { ...answer, output: "x", steps } } }),
      ]),
    );
    await page.locator(".steps > summary").click();
    await page.getByRole("button", { name: "10 more" }).waitFor();
    await page.keyboard.press("ControlOrMeta+f");
    for (const words of ["10 more", "one two"]) {
      await field(page).fill(words);
      await count(page, "No results");
      await page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame++)
          await new Promise((resolve) => requestAnimationFrame(resolve));
      });
      assert.equal(await page.evaluate(() => CSS.highlights.get("find-hit")?.size ?? 0), 0, words);
    }
  });

  it("leads to the first of the steps that are not listed yet", async () => {
    const steps = Array.from({ length: 51 }, (_, at) => ({
      ...step,
      found: at === 50 ? "the needle" : "hay",
    }));
    const { page } = await open(
      chat([turn({ result: { state: "done", answer: { ...answer, steps } } })]),
    );
    await find(page, "needle");
    await count(page, "1 of 1");
    await isMarked(page, "needle");
  });

  it("stays at its hit while an answer arrives", async () => {
    const long = "More words.\n\n".repeat(80);
    const asked = turn({ id: "asked", result: { state: "waiting" } });
    const { page, post } = await open(
      chat([answered(`The needle.\n\n${long}`), answered(long), asked], { busy: true }),
    );
    await page.locator(".waiting").waitFor();
    await find(page, "needle");
    await isMarked(page, "needle");
    await post({ event: "turn", turn: { ...answered(long), id: "asked" } });
    await page.getByRole("button", { name: "New answer" }).waitFor();
    await page.evaluate(async () => {
      for (let frame = 0; frame < 10; frame++)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    });
    assert.equal((await marked(page))?.seen, true);
  });

  it("passes over the labels of the page between the words of an answer", async () => {
    const { page } = await open(
      chat([answered("Before copy.\n\n```python\nimport python\n```\n\nAfter **py**thon.")]),
    );
    await page.locator(".code-block").waitFor();
    await find(page, "python");
    await count(page, "1 of 2");
    await until("the code is marked", async () => {
      const mark = await marked(page);
      return mark?.text === "python" && mark.within !== "code-language";
    });
    await page.keyboard.press("Enter");
    await count(page, "2 of 2");
    await isMarked(page, "python", "part");
  });

  it("begins at what is seen, also backwards, where its text was restored", async () => {
    const turns = Array.from({ length: 3 }, (_, at) => answered(`Answer ${at}.`));
    const { page, post, reload } = await open(chat(turns));
    for (const [key, at] of [
      ["Shift+Enter", 3],
      ["Enter", 1],
    ] as const) {
      await reload({ find: "answer", conversations: [] });
      await count(page, "? of 3");
      await field(page).press(key);
      await count(page, `${at} of 3`);
    }
    // From now on it goes to a hit by itself, as if the text had been typed.
    await post({ event: "chat", chat: chat(turns.slice(1)) });
    await count(page, "1 of 2");
  });

  it("goes on from the hit it is at while its text is typed further", async () => {
    const { page } = await open(
      chat(["one words", "two words", "three words"].map((text) => answered(text))),
    );
    await find(page, "word");
    await count(page, "1 of 3");
    await page.keyboard.press("Enter");
    await count(page, "2 of 3");
    await field(page).press("End");
    await field(page).press("s");
    await isMarked(page, "words");
    await count(page, "2 of 3");
    await page.keyboard.press("Enter");
    await count(page, "3 of 3");
    await field(page).fill("");
    await isUncounted(page);
  });

  it("can be emptied while the page is still going to a hit", async () => {
    const { page } = await open(chat([answered("word word word")]));
    await find(page, "word");
    await count(page, "1 of 3");
    await field(page).evaluate(async (input: HTMLInputElement) => {
      input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      await new Promise(requestAnimationFrame);
      input.value = "";
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      for (let passed = 0; passed < 5; passed++) await new Promise(requestAnimationFrame);
    });
    await isUncounted(page);
  });

  it("goes by its buttons, and says when it has nothing", async () => {
    const { page } = await open(chat([answered("word word word")]));
    await find(page, "word");
    await count(page, "1 of 3");
    await page.getByRole("button", { name: "Previous (Shift+Enter)" }).click();
    await count(page, "3 of 3");
    await page.getByRole("button", { name: "Next (Enter)" }).click();
    await count(page, "1 of 3");
    await field(page).fill("nothing like it");
    await count(page, "No results");
    await field(page).press("Enter");
    await count(page, "No results");
  });

  it("keeps its place where another turn changes, and counts anew what is gone", async () => {
    const turns = [1, 2, 3].map((at) => ({ ...answered(`word ${at}`), id: `t${at}` }));
    const { page, post } = await open(chat(turns));
    await find(page, "word");
    await count(page, "1 of 3");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await count(page, "3 of 3");
    await post({ event: "turn", turn: { ...answered("word word"), id: "t1" } });
    await count(page, "4 of 4");
    await isMarked(page, "word");
    await post({ event: "removed", turnId: "t1" });
    await count(page, "2 of 2");
    await post({ event: "chat", chat: chat([answered("word")], { conversationId: "c2" }) });
    await count(page, "1 of 1");
    await post({ event: "chat", chat: chat([], { conversationId: "c3" }) });
    await count(page, "No results");
  });

  it("marks every hit on the screen, and none once it is closed", async () => {
    const { page } = await open(chat([answered("word, word and word")]));
    await page.getByText("word, word and word").waitFor();
    await find(page, "word");
    const marks = () =>
      page.evaluate(() =>
        ["find-hit", "find-current"].map((name) => CSS.highlights.get(name)?.size ?? 0),
      );
    await until("all are marked", async () => (await marks()).join(" ") === "3 1");
    const priorities = await page.evaluate(() =>
      ["find-hit", "find-current"].map((name) => CSS.highlights.get(name)?.priority ?? 0),
    );
    assert.ok(priorities[1]! > priorities[0]!, "the current one is drawn over the others");
    await page.getByRole("button", { name: "Close (Escape)" }).click();
    await page.locator("main").evaluate(async (element) => {
      element.append(document.createElement("i"));
      element.dispatchEvent(new Event("scroll"));
      for (let frame = 0; frame < 5; frame++)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    });
    assert.deepEqual(await marks(), [0, 0]);
    await page.evaluate(() => {
      addEventListener("keydown", (event) => {
        document.title = `${event.key} ${event.defaultPrevented}`;
      });
    });
    await page.keyboard.press("F3");
    assert.equal(await page.title(), "F3 false");
    await page.keyboard.press("ControlOrMeta+f");
    await until("all are marked again", async () => (await marks()).join(" ") === "3 1");
    assert.equal(
      await field(page).evaluate(({ selectionStart, selectionEnd }: HTMLInputElement) =>
        [selectionStart, selectionEnd].join(),
      ),
      "0,4",
      "the text is selected, for another one to be typed",
    );
  });

  it("gives the focus back when it is closed, even after it was asked for twice", async () => {
    const { page, post } = await open(chat([turn()]));
    await page.locator(".pickers button").first().focus();
    await page.keyboard.press("ControlOrMeta+f");
    await page.locator(".find input:focus").waitFor();
    await field(page).fill("x");
    await post({ event: "find" });
    await until("its text is selected", () =>
      field(page).evaluate((input: HTMLInputElement) => input.selectionStart === 0),
    );
    await page.keyboard.press("Escape");
    await page.locator(".pickers button:focus").waitFor();
    assert.equal(await page.locator(".find").count(), 0);
  });
});
