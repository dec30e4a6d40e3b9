import assert from "node:assert/strict";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { describeWithAll } from "../../support/testSize";
import { until } from "../../support/until";
import {
  chatBar,
  chatFrame,
  chooseFromMenu,
  pick,
  runCommand,
  type Workbench,
} from "../../support/workbench";
import { pickExpert, useSharedWindow } from "./sharedWindow";

const findBox = (frame: FrameLocator): Locator => frame.getByRole("search");

/** The side bar shows "gamma"; the tabs show "alpha" and "beta", in two groups. */
describeWithAll("the menus of chats in the side bar and in tabs", () => {
  let workbench: Workbench;
  let page: Page;

  before(async () => {
    workbench = await useSharedWindow({ width: 1600 });
    page = workbench.page;
  });

  const side = (): FrameLocator => chatFrame(page);
  const tab = (title: string): Locator => page.locator(".tabs-container .tab", { hasText: title });
  const group = (title: string): Locator =>
    page.locator(".editor-group-container", { has: tab(title) });

  /** Which page shows this conversation: one that was closed and opened again is the last. */
  async function placeOf(title: string): Promise<number> {
    let place = -1;
    await until(`${title} is shown`, async () => {
      const questions = await Promise.all(
        (await page.locator("iframe.webview").all()).map((_, nth) =>
          // It may be loading.
          chatFrame(page, nth)
            .locator(".question-text")
            .allTextContents()
            .catch((): string[] => []),
        ),
      );
      place = questions.findIndex((texts) => texts.includes(title));
      return place >= 0;
    });
    return place;
  }

  /** Puts the cursor into this page, and waits until VS Code has noticed: focus returns there. */
  async function enter(title: "alpha" | "beta" | "gamma"): Promise<void> {
    const isInTab = title !== "gamma";
    if (isInTab) await tab(title).click();
    const nth = await placeOf(title);
    // A page that is still loading may give the focus back.
    await until("VS Code has the focus there", async () => {
      await chatFrame(page, nth).getByRole("textbox").first().click();
      await page.waitForTimeout(50);
      return page
        .locator("iframe.webview")
        .nth(nth)
        .evaluate((one) => one === document.activeElement);
    });
    if (isInTab) await group(title).and(page.locator(".active")).waitFor();
  }

  async function ask(question: string): Promise<void> {
    const box = side().getByRole("textbox").first();
    await box.click();
    await box.fill(question);
    await page.keyboard.press("Enter");
    await side().getByRole("button", { name: "Send" }).waitFor();
    await side().locator(".turn", { hasText: question }).waitFor();
  }

  /** Where a command can be chosen, and how. */
  const menus = {
    side: (command: string) => chooseFromMenu(page, chatBar(page), command),
    tab: (title: string) => async (command: string) => {
      const bar = group(title).locator(".editor-actions");
      await chooseFromMenu(page, bar, command);
    },
    palette: (command: string) => runCommand(page, `Expert Hub: ${command}`),
  };

  /** The conversation that each command refers to; every command is cancelled. */
  async function meant(open: (command: string) => Promise<void>): Promise<string[]> {
    const box = page.locator(".quick-input-widget");
    const input = box.locator("input.input");
    /** A box that closes takes the focus, which closes a menu that is open by then. */
    const cancel = async () => {
      await page.keyboard.press("Escape");
      await box.waitFor({ state: "hidden" });
    };
    /** On a busy machine, the box that closed may take the focus so late that this one closes, too. */
    const offered = async (command: string, title: string) => {
      const shown = page.locator(".quick-input-title", { hasText: title });
      await until(`${command} is offered`, async () => {
        await open(command);
        return shown.waitFor({ timeout: 10_000 }).then(
          () => true,
          () => false,
        );
      });
    };
    await offered("Rename Conversation…", "Rename conversation");
    const renamed = await input.inputValue();
    await cancel();
    await offered("Export Conversation…", "Export Conversation");
    await pick(page, "Markdown");
    let exported = "";
    await until("a name for the file is offered", async () => {
      exported = /([^/]+)\.md$/.exec(await input.inputValue())?.[1] ?? "";
      return exported !== "";
    });
    await cancel();
    await open("Delete Conversation");
    const toast = page.locator(".notification-toast", { hasText: "Deleted “" });
    const deleted = /“(.*)”/.exec((await toast.textContent()) ?? "")?.[1] ?? "";
    await toast.getByRole("button", { name: "Undo" }).click();
    await toast.waitFor({ state: "detached" });
    // A page that opens takes the focus until it is loaded.
    await placeOf(deleted);
    return [renamed, exported, deleted];
  }

  it("have three conversations to choose from", async () => {
    await pickExpert(page, side(), "Workbench");
    for (const question of ["alpha", "beta"]) {
      await ask(question);
      await runCommand(page, "Expert Hub: Open Chat in Editor");
      await tab(question).waitFor();
      await runCommand(page, "Expert Hub: New Conversation");
      await side().locator(".turn").waitFor({ state: "detached" });
    }
    await ask("gamma");
    assert.equal(await page.locator(".editor-group-container").count(), 2);
  });

  it("Q5 act on the side bar's conversation from its menu, wherever the user was last", async () => {
    await enter("alpha");
    assert.deepEqual(await meant(menus.side), ["gamma", "gamma", "gamma"]);
  });

  it("Q5 act on a tab's conversation from its menu, wherever the user was last", async () => {
    await enter("gamma");
    assert.deepEqual(await meant(menus.tab("beta")), ["beta", "beta", "beta"]);
    await tab("alpha").click();
    await enter("gamma");
    assert.deepEqual(await meant(menus.tab("alpha")), ["alpha", "alpha", "alpha"]);
  });

  it("Q5 act from the palette on the conversation that the user was in last", async () => {
    await enter("beta");
    assert.deepEqual(await meant(menus.palette), ["beta", "beta", "beta"]);
    await enter("gamma");
    assert.deepEqual(await meant(menus.palette), ["gamma", "gamma", "gamma"]);
    await enter("alpha");
    assert.deepEqual(await meant(menus.palette), ["alpha", "alpha", "alpha"]);
  });

  it("Q5 find in the page whose menu it is", async () => {
    await enter("alpha");
    await menus.side("Find in Conversation");
    await findBox(side()).waitFor();
    await page.keyboard.press("Escape");
    await findBox(side()).waitFor({ state: "hidden" });
    await group("alpha").getByRole("button", { name: "Find in Conversation" }).click();
    await findBox(chatFrame(page, await placeOf("alpha"))).waitFor();
    assert.equal(await findBox(side()).count(), 0);
  });

  it("Q5 act from the palette on none that was closed or left", async () => {
    await enter("beta");
    await enter("alpha");
    await tab("alpha").getByRole("button", { name: /Close/ }).click();
    await tab("alpha").waitFor({ state: "detached" });
    assert.deepEqual(await meant(menus.palette), ["beta", "beta", "beta"]);
    await tab("beta").getByRole("button", { name: /Close/ }).click();
    await tab("beta").waitFor({ state: "detached" });
    assert.deepEqual(await meant(menus.palette), ["gamma", "gamma", "gamma"]);
  });

  it("Q5 open the side bar's conversation in a tab from its menu", async () => {
    await menus.side("Open Chat in Editor");
    await tab("gamma").waitFor();
  });

  it("leave nothing in the page's console", () => {
    assert.deepEqual(workbench.errors, []);
  });
});
