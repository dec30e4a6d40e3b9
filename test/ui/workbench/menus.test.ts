import assert from "node:assert/strict";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { describeWithAll } from "../../support/testSize";
import { until } from "../../support/until";
import { chatBar, chatFrame, pick, runCommand, type Workbench } from "../../support/workbench";
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

  /** Puts the cursor into the n-th page, and waits until VS Code has noticed: focus returns there. */
  async function enter(nth: number): Promise<void> {
    const title = ["", "alpha", "beta"][nth];
    if (title) await tab(title).click();
    // A page that is still loading may give the focus back.
    await until("VS Code has the focus there", async () => {
      await chatFrame(page, nth).getByRole("textbox").first().click();
      await page.waitForTimeout(50);
      return page
        .locator("iframe.webview")
        .nth(nth)
        .evaluate((one) => one === document.activeElement);
    });
    if (title) await group(title).and(page.locator(".active")).waitFor();
  }

  async function ask(question: string): Promise<void> {
    const box = side().getByRole("textbox").first();
    await box.click();
    await box.fill(question);
    await page.keyboard.press("Enter");
    await side().getByRole("button", { name: "Send" }).waitFor();
    await side().locator(".turn", { hasText: question }).waitFor();
  }

  async function choose(bar: Locator, command: string): Promise<void> {
    await bar.getByRole("button", { name: /More Actions|Views and More/ }).click();
    const item = page.locator(".monaco-menu").getByText(command, { exact: true });
    await item.waitFor();
    // A menu of VS Code ignores clicks until it has been open for a moment.
    await until("the menu takes the click", async () => {
      await item.click({ timeout: 1000 }).catch(() => undefined);
      return (await item.count()) === 0;
    });
  }

  /** Where a command can be chosen, and how. */
  const menus = {
    side: (command: string) => choose(chatBar(page), command),
    tab: (title: string) => async (command: string) => {
      const bar = group(title).locator(".editor-actions");
      await choose(bar, command);
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
    await enter(1);
    assert.deepEqual(await meant(menus.side), ["gamma", "gamma", "gamma"]);
  });

  it("Q5 act on a tab's conversation from its menu, wherever the user was last", async () => {
    await enter(0);
    assert.deepEqual(await meant(menus.tab("beta")), ["beta", "beta", "beta"]);
    await tab("alpha").click();
    await enter(0);
    assert.deepEqual(await meant(menus.tab("alpha")), ["alpha", "alpha", "alpha"]);
  });

  it("Q5 act from the palette on the conversation that the user was in last", async () => {
    await enter(2);
    assert.deepEqual(await meant(menus.palette), ["beta", "beta", "beta"]);
    await enter(0);
    assert.deepEqual(await meant(menus.palette), ["gamma", "gamma", "gamma"]);
    await enter(1);
    assert.deepEqual(await meant(menus.palette), ["alpha", "alpha", "alpha"]);
  });

  it("Q5 find in the page whose menu it is", async () => {
    await enter(1);
    await menus.side("Find in Conversation");
    await findBox(side()).waitFor();
    await page.keyboard.press("Escape");
    await findBox(side()).waitFor({ state: "hidden" });
    await group("alpha").getByRole("button", { name: "Find in Conversation" }).click();
    await findBox(chatFrame(page, 1)).waitFor();
    assert.equal(await findBox(side()).count(), 0);
  });

  it("Q5 act from the palette on none that was closed or left", async () => {
    await enter(2);
    await enter(1);
    await tab("alpha").getByRole("button", { name: /Close/ }).click();
    await tab("alpha").waitFor({ state: "detached" });
    assert.deepEqual(await meant(menus.palette), ["beta", "beta", "beta"]);
    await tab("beta").getByRole("button", { name: /Close/ }).click();
    await tab("beta").waitFor({ state: "detached" });
    assert.deepEqual(await meant(menus.palette), ["gamma", "gamma", "gamma"]);
  });

  it("Q5 open the side bar's conversation in a tab from its menu", async () => {
    await chatBar(page).getByRole("button", { name: "Open Chat in Editor" }).click();
    await tab("gamma").waitFor();
  });

  it("leave nothing in the page's console", () => {
    assert.deepEqual(workbench.errors, []);
  });
});
