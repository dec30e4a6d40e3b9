import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../support/until";
import { answered, chat } from "./fixtures";
import { useChromium } from "./suite";

const field = (page: Page) => page.getByLabel("Find", { exact: true });
const count = (page: Page, text: string) =>
  page.locator(".find-count").getByText(text, { exact: true }).waitFor();
const find = async (page: Page, text: string) => {
  await page.keyboard.press("ControlOrMeta+f");
  await field(page).fill(text);
};

/** From now on, the keys that VS Code would see, with whether the page has used them. */
const watchKeys = (page: Page) =>
  page.evaluate(() => {
    const keys: string[] = [];
    Object.assign(globalThis, { keys });
    addEventListener("keydown", ({ key, defaultPrevented }) => {
      keys.push(`${key} ${defaultPrevented ? "used" : "free"}`);
    });
  });
const keysSeen = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { keys: string[] }).keys.splice(0));

describe("the keys of the find box", () => {
  const { open } = useChromium();

  it("go by its buttons where those have the focus", async () => {
    const { page } = await open(chat([answered("word word word")]));
    await find(page, "word");
    await count(page, "1 of 3");
    await page.getByRole("button", { name: "Previous (Shift+Enter)" }).press("Enter");
    await count(page, "3 of 3");
    await page.getByRole("button", { name: "Next (Enter)" }).press("Enter");
    await count(page, "1 of 3");
    await page.getByRole("button", { name: "Close (Escape)" }).press("Enter");
    assert.equal(await page.locator(".find").count(), 0);
  });

  it("are its own, and no one else's", async () => {
    const { page } = await open(chat([answered("word word")]));
    await find(page, "word");
    await count(page, "1 of 2");
    await watchKeys(page);
    await field(page).press("Enter");
    await count(page, "2 of 2");
    await field(page).press("x");
    await field(page).press("Escape");
    assert.deepEqual(await keysSeen(page), ["x free"]);
    assert.equal(await page.locator(".find").count(), 0);
  });

  it("belong to an input method while it is in use", async () => {
    const { page } = await open(chat([answered("word word")]));
    await find(page, "word");
    await count(page, "1 of 2");
    await field(page).evaluate((element) => {
      // Safari ends the composition first, and tells by the key code alone.
      for (const key of ["Enter", "Escape"])
        for (const own of [{ isComposing: true }, { keyCode: 229 }])
          element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...own }));
    });
    await count(page, "1 of 2");
    await field(page).press("Enter");
    await count(page, "2 of 2");
  });

  it("are not those of VS Code's own searches", async () => {
    const { page } = await open(chat([answered("word")]));
    // A key that comes before the code of the find box opens it, but too late to be used up.
    await find(page, "word");
    await page.keyboard.press("Escape");
    await watchKeys(page);
    for (const keys of ["Control+Shift+F", "Control+Alt+f", "f"]) await page.keyboard.press(keys);
    assert.deepEqual(
      (await keysSeen(page)).filter((key) => /^f /i.test(key)),
      ["F free", "f free", "f free"],
    );
    assert.equal(await page.locator(".find").count(), 0);
    // As with Caps Lock.
    await page.evaluate(() => {
      const given = { key: "F", ctrlKey: true, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new KeyboardEvent("keydown", given));
    });
    await field(page).and(page.locator(":focus")).waitFor();
    // VS Code, which listens at the window, would find in an editor.
    assert.deepEqual(await keysSeen(page), []);
  });
});

describe("the find box while the conversation grows", () => {
  const { open } = useChromium();

  it("counts older turns, each in its place", async () => {
    const turns = [1, 2, 3].map((at) => ({ ...answered(`word ${at}`), id: `t${at}` }));
    const { page, post } = await open({ ...chat(turns.slice(2)), more: true });
    await find(page, "word");
    await count(page, "1 of 1");
    await post({ event: "earlier", conversationId: "c1", turns: turns.slice(0, 2), more: false });
    await count(page, "3 of 3");
    await field(page).press("Enter");
    await count(page, "1 of 3");
    await until("the first is marked", () =>
      page.evaluate(() => {
        const [range] = CSS.highlights.get("find-current") ?? [];
        const within = (range as Range | undefined)?.startContainer.parentElement;
        return within?.closest<HTMLElement>("[data-turn]")?.dataset["turn"] === "t1";
      }),
    );
  });

  it("is there again after it was opened alone, with what was typed since", async () => {
    const opened = await open(chat([answered("word")]));
    const { page, reload, state } = opened;
    await page.keyboard.press("ControlOrMeta+f");
    await field(page).and(page.locator(":focus")).waitFor();
    await until("it is kept", async () => (await state()).includes('"find":""'));
    await reload();
    await page.locator(".find").waitFor();
    assert.equal(await field(page).inputValue(), "");
  });
});
