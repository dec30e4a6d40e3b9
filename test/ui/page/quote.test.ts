import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { answered, chat } from "./fixtures";
import { useChromium } from "./suite";

const box = "#question";
const markdown = `First paragraph with **bold** words.

\`\`\`ts
if (a) {
  b();

  c();
}
\`\`\`

Last paragraph.`;

/** Selects from a text of the page to another, as the mouse does. */
const select = (page: Page, from: string, to: string) =>
  page.evaluate(
    ([first = "", last = ""]) => {
      // oxlint-disable-next-line unicorn/consistent-function-scoping -- runs in the page
      const find = (text: string): [Text, number] => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text) {
          const at = node.data.indexOf(text);
          if (at !== -1) return [node, at];
        }
        throw new Error(`no ${text}`);
      };
      const [start, at] = find(first);
      const [end, till] = find(last);
      getSelection()?.setBaseAndExtent(start, at, end, till + last.length);
    },
    [from, to],
  );

const quoteButton = (page: Page) => page.getByRole("button", { name: "Quote", exact: true });

describe("quoting an answer", () => {
  const { open } = useChromium();

  it("puts exactly the selected text below the draft, with the cursor below the quote", async () => {
    const { page, nextCall } = await open(chat([answered(markdown)], { draft: "Why this?" }));
    await page.locator(".code-block").waitFor();
    await select(page, "paragraph with", "Last");
    await quoteButton(page).click();
    const quoted = [
      "Why this?",
      "",
      "> paragraph with bold words.",
      "> ",
      "> if (a) {",
      ">   b();",
      "> ",
      ">   c();",
      "> }",
      "> Last",
      "",
      "",
    ].join("\n");
    assert.equal(await page.inputValue(box), quoted);
    await page.keyboard.type("!");
    assert.equal(await page.inputValue(box), `${quoted}!`);
    assert.equal(await quoteButton(page).isVisible(), false);
    await nextCall("saveDraft");
    await page.keyboard.press("ControlOrMeta+z");
    await page.keyboard.press("ControlOrMeta+z");
    assert.equal(await page.inputValue(box), "Why this?");
  });

  it("leaves out of the quote what is not the answer's text", async () => {
    const { page, post } = await open(chat([answered("One.\n\nTwo."), answered("Three.")]));
    await page.getByText("Three.").waitFor();
    await page.evaluate(() => getSelection()?.selectAllChildren(document.body));
    await post({ event: "command", command: "quoteSelection" });
    await page.waitForFunction(() => document.querySelector("textarea")?.value !== "");
    assert.equal(await page.inputValue(box), "> One.\n> \n> Two.\n> \n> Three.\n\n");
  });

  it("offers nothing where no answer is selected", async () => {
    const { page } = await open(chat([answered("One.", {})]));
    await page.locator(".turn").waitFor();
    await select(page, "Why does", "leak?");
    await page.waitForTimeout(50);
    assert.equal(await quoteButton(page).isVisible(), false);
    await select(page, "One", "One");
    await quoteButton(page).waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await quoteButton(page).isVisible(), false);
  });

  it("says what to do where nothing can be quoted", async () => {
    const { page, post } = await open(chat([answered("One.")]));
    await page.locator(".turn").waitFor();
    await page.focus(box);
    await post({ event: "command", command: "quoteSelection" });
    await page
      .getByRole("alert")
      .getByText("Select text of an answer, or go to an answer or a code block.")
      .waitFor();
    assert.equal(await page.inputValue(box), "");
  });

  it("is offered once the mouse is let go, above the last line where there is no room below", async () => {
    const { page } = await open(chat([answered("word\n\n".repeat(40) + "The last line.")]));
    const last = page.getByText("The last line.");
    await last.waitFor();
    await page.locator("main").dispatchEvent("pointerdown");
    await page.locator("main").evaluate((main) => {
      const [line] = [...main.querySelectorAll(".answer p")].slice(-1);
      const { bottom } = main.getBoundingClientRect();
      main.scrollTop += line!.getBoundingClientRect().bottom + 4 - bottom;
    });
    for (const end of ["pointerup", "pointercancel"]) {
      await last.dispatchEvent("pointerdown", { button: 0, bubbles: true });
      await select(page, "The last", "line.");
      await page.waitForTimeout(50);
      assert.equal(await quoteButton(page).isVisible(), false);
      await page.evaluate((name) => window.dispatchEvent(new Event(name)), end);
      await quoteButton(page).waitFor();
      const frame = (await page.locator(".transcript-frame").boundingBox())!;
      const line = (await last.boundingBox())!;
      const { y, height } = (await quoteButton(page).boundingBox())!;
      assert.ok(line.y + line.height + height > frame.y + frame.height, "no room below");
      assert.ok(y + height <= line.y && y > line.y - 2 * height, `${y} above ${line.y}`);
      await page.keyboard.press("Escape");
      assert.equal(await quoteButton(page).isVisible(), false);
    }
  });

  it("is in the context menu of selected text, by the mouse and by the keyboard", async () => {
    const { page } = await open(chat([answered("First.\n\nSecond.")]));
    await page.getByText("Second.").waitFor();
    await select(page, "Second", "Second");
    await quoteButton(page).waitFor();
    await page.evaluate(() => {
      window.addEventListener("contextmenu", ({ target }) => {
        const place = (target as Element).closest<HTMLElement>("[data-vscode-context]");
        document.title = place?.dataset["vscodeContext"] ?? "{}";
      });
    });
    /** What VS Code takes the menu's items by. */
    const section = async (open: Promise<void>): Promise<unknown> => {
      await open;
      await page.waitForFunction(() => document.title.startsWith("{"));
      const context = JSON.parse(await page.title()) as { webviewSection?: unknown };
      await page.evaluate(() => (document.title = ""));
      return context.webviewSection;
    };
    await page.getByText("Second.").hover({ position: { x: 9, y: 8 } });
    assert.equal(await section(page.mouse.down({ button: "right" })), "selectedAnswer");
    // The open menu gets the release of the button, not the page.
    await page.evaluate(() => document.dispatchEvent(new Event("selectionchange")));
    assert.equal(await quoteButton(page).isVisible(), true);
    assert.equal(await section(page.keyboard.press("Shift+F10")), "selectedAnswer");
    await page.focus(".turn");
    assert.equal(await section(page.keyboard.press("ContextMenu")), "selectedAnswer");
    await page.mouse.up({ button: "right" });
  });

  it("takes the code block or the answer that has the focus, without any selection", async () => {
    const { page, post } = await open(chat([answered(markdown)]));
    await page.locator(".code-block > pre").focus();
    await post({ event: "command", command: "quoteSelection" });
    const code = "> if (a) {\n>   b();\n> \n>   c();\n> }\n\n";
    await page.waitForFunction((text) => document.querySelector("textarea")?.value === text, code);
    await post({ event: "command", command: "previousTurn" });
    await page.locator(".turn:focus").waitFor();
    await post({ event: "command", command: "quoteSelection" });
    await page.waitForFunction(() =>
      document.querySelector("textarea")!.value.endsWith("Last paragraph.\n\n"),
    );
    assert.ok(
      (await page.inputValue(box)).startsWith(`${code}> First paragraph with bold words.\n`),
    );
  });
});
