import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { attachment, chat, turn } from "./fixtures";
import { useChromium } from "./suite";

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    const label = element?.getAttribute("aria-label") ?? "";
    return label || (element?.textContent ?? "").trim() || (element?.id ?? "");
  });

async function walk(page: Page, end: string): Promise<string[]> {
  const names: string[] = [];
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    const name = await focused(page);
    names.push(name);
    if (name === end) break;
  }
  return names;
}

describe("the page by keyboard", () => {
  const { open } = useChromium();

  it("reaches every control in the order it is read", async () => {
    const { page } = await open(chat([turn()], { title: "Leaks", attachments: [attachment] }));
    await page.locator(".code-block").waitFor();
    await page.fill("#question", "x");
    await page.locator(".title").focus();
    const names = ["Leaks", ...(await walk(page, "More ways to ask"))];
    assert.deepEqual(names, [
      "Leaks",
      "Edit question",
      "cart.ts:10–24",
      "Searched react effect cleanup in the documents · Calculated 2 * 8 * 1024 · Searched the web for addEventListener leak detached nodes",
      "Copy",
      "More code actions",
      "Apply",
      "Code, ts",
      "the effect reference",
      "Copy",
      "Ask again…",
      "More actions",
      "cart.ts:10–2415 lines · TypeScript · 412 B",
      "Do not attach cart.ts:10–24",
      "question",
      "Add Context…",
      "Expert: Code Reviewer · Find bugs",
      "Model: gpt-x",
      "Options",
      "Send",
      "More ways to ask",
    ]);
  });

  it("walks the options from the mode to the last field, then on to the row", async () => {
    const { page } = await open(chat([]));
    await page.getByRole("button", { name: "Options" }).press("Enter");
    await page.locator(".options input:focus").waitFor();
    const names: string[] = [];
    for (let presses = 0; presses < 20; presses++) {
      const name = await page.evaluate(() => {
        const { activeElement } = document;
        const field = activeElement?.closest(".field")?.querySelector(".field-label");
        return field?.textContent ?? activeElement?.getAttribute("aria-label") ?? "";
      });
      names.push(name);
      if (name === "Options") break;
      await page.keyboard.press("Tab");
    }
    assert.deepEqual(names, [
      "Ask",
      "Temperature",
      "Instructions",
      "Web search",
      "Computation",
      "Documents",
      "Workspace",
      "Maximum search results",
      "Document addresses",
      "Document addresses",
      "Memory",
      "Add Context…",
      "Expert: Code Reviewer · Find bugs",
      "Model: gpt-x",
      "Options",
    ]);
  });

  it("reaches what an unanswered question offers", async () => {
    const { page } = await open(chat([turn({ result: { state: "interrupted" } })]));
    await page.locator(".attachment").focus();
    assert.deepEqual(await walk(page, "More actions"), ["Resend", "More actions"]);
  });

  it("walks the find bar from its text to its last button", async () => {
    const { page } = await open(chat([turn()]));
    await page.keyboard.press("ControlOrMeta+f");
    await page.locator(".find input:focus").waitFor();
    assert.deepEqual(await walk(page, "Close (Escape)"), [
      "Previous (Shift+Enter)",
      "Next (Enter)",
      "Close (Escape)",
    ]);
  });

  it("shows a code block's buttons when one of them has the focus", async () => {
    const { page } = await open(chat([turn(), turn({ question: "last" })]));
    const actions = page.locator(".turn").first().locator(".code-head .actions > button");
    await actions.last().waitFor();
    await page.mouse.move(0, 0);
    const opacity = () =>
      actions.evaluateAll((all) => all.map((element) => getComputedStyle(element).opacity));
    assert.deepEqual(await opacity(), ["0", "0", "1"]);
    await page.locator(".turn").first().locator(".steps > summary").focus();
    await page.keyboard.press("Tab");
    assert.deepEqual(await opacity(), ["1", "1", "1"]);
  });

  it("draws a visible ring around whatever has the focus", async () => {
    const { page } = await open(chat([turn()], { title: "Leaks", attachments: [attachment] }));
    await page.locator(".code-block").waitFor();
    await page.locator(".title").focus();
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press("Tab");
      const ring = await page.evaluate(() => {
        const element = document.activeElement ?? document.body;
        const framed = element.tagName === "TEXTAREA" ? element.closest(".composer-frame") : null;
        const style = getComputedStyle(framed ?? element);
        return framed ? style.borderTopColor : `${style.outlineStyle} ${style.outlineWidth}`;
      });
      assert.match(ring, /^solid [1-9]|rgb\(0, 120, 212\)/, await focused(page));
    }
  });

  it("unfolds steps and opens what they hold without a mouse", async () => {
    const { page, nextCall } = await open(chat([turn()]));
    await page.locator(".steps > summary").focus();
    await page.keyboard.press("Enter");
    await page.locator(".step").first().waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await nextCall("showStep");
  });

  it("Q5 is where the user is once something is done in it, not by a key for VS Code", async () => {
    const { page, sent, nextCall } = await open(chat([turn()]));
    await page.locator("#question").focus();
    for (const key of [
      "F1",
      "F12",
      "Escape",
      "Control+Shift+P",
      "Alt+ArrowUp",
      "Meta+ArrowUp",
      "Shift",
    ])
      await page.keyboard.press(key);
    assert.deepEqual(
      sent.filter(({ call }) => call === "entered"),
      [],
    );
    await page.keyboard.press("a");
    await nextCall("entered");
    await page.keyboard.press("b");
    await page.mouse.click(5, 5);
    // Once this call is answered, each one before it has arrived.
    await page.getByRole("button", { name: "Add Context…" }).click();
    await nextCall("attach");
    assert.equal(sent.filter(({ call }) => call === "entered").length, 1);
    const find = page.getByLabel("Find", { exact: true });
    await page.keyboard.press("ControlOrMeta+f");
    for (const use of [
      // The find box keeps this key to itself.
      () => find.press("Enter"),
      () => page.keyboard.press("c"),
      () => page.mouse.click(5, 5),
    ]) {
      await page.evaluate(() => window.dispatchEvent(new Event("blur")));
      await use();
      await nextCall("entered");
    }
  });
});
