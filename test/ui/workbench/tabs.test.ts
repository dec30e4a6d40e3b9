import assert from "node:assert/strict";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { describeWithAll } from "../../support/testSize";
import { until } from "../../support/until";
import {
  answer,
  chatBar,
  chatFrame,
  chooseFromMenu,
  runCommand,
  type Workbench,
} from "../../support/workbench";
import { pickExpert, showConversations, useSharedWindow } from "./sharedWindow";

const boxOf = (frame: FrameLocator): Locator => frame.getByRole("textbox").first();

const draftOf = (title: string): string => `a thought on ${title}`;

/** Three chats in tabs across reloads: "beta" is before "alpha", the third has no question yet. */
describeWithAll("chats in tabs", () => {
  let workbench: Workbench;
  let page: Page;

  before(async () => {
    workbench = await useSharedWindow({ width: 1600 });
    page = workbench.page;
  });

  const side = (): FrameLocator => chatFrame(page);
  const tab = (title: string): Locator => page.locator(".tabs-container .tab", { hasText: title });
  const titles = async (): Promise<string[]> =>
    (await page.locator(".tabs-container .tab").allTextContents()).map((text) => text.trim());

  /** Brings this tab to the front and returns its page. */
  async function pageOf(title: string): Promise<FrameLocator> {
    await tab(title).click();
    const group = page.locator(".editor-group-container", { has: tab(title) });
    let found: FrameLocator | undefined;
    await until(`the page of ${title} is up`, async () => {
      const room = await group.boundingBox();
      const inGroup: FrameLocator[] = [];
      for (const [nth, webview] of (await page.locator("iframe.webview").all()).entries()) {
        const box = await webview.boundingBox();
        if (box && room && box.x >= room.x && box.x < room.x + room.width)
          inGroup.push(chatFrame(page, nth));
      }
      [found] = inGroup;
      return inGroup.length === 1 && (await boxOf(inGroup[0]!).count()) === 1;
    });
    return found!;
  }

  async function ask(question: string): Promise<void> {
    await boxOf(side()).fill(question);
    await boxOf(side()).press("Enter");
    await side().locator(".turn", { hasText: question }).waitFor();
    await side().getByRole("button", { name: "Send" }).waitFor();
  }

  const openInTab = () => chooseFromMenu(page, chatBar(page), "Open Chat in Editor");

  it("are called as their conversations are, from the first question on", async () => {
    await pickExpert(page, side(), "Workbench");
    await openInTab();
    // Once its page is loaded, it no longer takes the focus.
    await pageOf("Expert Hub");
    await ask("alpha");
    await tab("alpha").waitFor();
    await runCommand(page, "Expert Hub: New Conversation");
    await side().locator(".turn").waitFor({ state: "detached" });
    await ask("second");
    await openInTab();
    await tab("second").waitFor();
    await runCommand(page, "View: Move Editor into Previous Group");
    await runCommand(page, "Expert Hub: New Conversation");
    await side().locator(".turn").waitFor({ state: "detached" });
    await openInTab();
    await tab("Expert Hub").waitFor();
    await runCommand(page, "Expert Hub: New Conversation");
    assert.deepEqual(await titles(), ["alpha", "second", "Expert Hub"]);
  });

  it("are called by another name once they are renamed", async () => {
    await tab("second").click();
    await runCommand(page, "Expert Hub: Rename Conversation…");
    await answer(page, "Rename conversation", "beta");
    await tab("beta").waitFor();
    assert.deepEqual(await titles(), ["alpha", "beta", "Expert Hub"]);
  });

  const all = ["alpha", "beta", "Expert Hub"];

  it("Q8 come back after a reload with their titles, questions and drafts, and none is there twice", async () => {
    for (const title of all) {
      const box = boxOf(await pageOf(title));
      await box.click();
      await box.fill(draftOf(title));
    }
    // Leaving the box keeps its text.
    await boxOf(await pageOf("beta")).click();
    await workbench.reload();
    await tab(all[0]!).waitFor();
    await until("all are back", async () => (await titles()).length === all.length).catch(
      async (error: unknown) => assert.deepEqual(await titles(), all, String(error)),
    );
    // VS Code may have kept an older title, which remains until the tab is shown.
    for (const [nth, title] of all.entries()) {
      await page.locator(".tabs-container .tab").nth(nth).click();
      await until(`${title} is called so`, async () => (await titles())[nth] === title, 60_000);
    }
    for (const title of all) {
      const back = await pageOf(title);
      await until(`the draft of ${title} is back`, async () => {
        return (await boxOf(back).inputValue()) === draftOf(title);
      });
      const turns = title === "Expert Hub" ? [] : [title === "beta" ? "second" : title];
      assert.deepEqual(await back.locator(".turn .question-text").allTextContents(), turns);
    }
    assert.deepEqual(await titles(), all);
  });

  it("Q8 are shown, and not opened twice, where their conversation is opened in a tab again", async () => {
    await pageOf("beta");
    await showConversations(page);
    await page.getByRole("treeitem", { name: /^alpha/ }).click();
    await side().locator(".turn", { hasText: "alpha" }).waitFor();
    await openInTab();
    await tab("alpha").and(page.locator(".active")).waitFor();
    assert.deepEqual(await titles(), all);
  });

  it("Q8 are shown, and not opened twice, where nobody looked at them since the reload", async () => {
    await pageOf("beta");
    await pageOf("Expert Hub");
    await workbench.reload();
    await side().locator(".turn", { hasText: "alpha" }).waitFor();
    await openInTab();
    await tab("alpha").and(page.locator(".active")).waitFor();
    const back = await pageOf("alpha");
    assert.equal(await boxOf(back).inputValue(), draftOf("alpha"));
    assert.deepEqual(await titles(), all);
  });

  it("show what is composed for the same chat in the side bar, and give it up once it was sent", async () => {
    const boxes = [boxOf(await pageOf("alpha")), boxOf(side())] as const;
    const shown = (text: string): Promise<void> =>
      until(`both show "${text}"`, async () => {
        const values = await Promise.all(boxes.map((box) => box.inputValue()));
        return values.every((value) => value === text);
      });
    for (const box of [boxes[0], boxes[1], boxes[0]]) {
      await box.fill("");
      await shown("");
      await box.pressSequentially("6 * 7");
      await shown("6 * 7");
    }
    await boxes[0].press("Enter");
    await shown("");
    await side().locator(".turn", { hasText: "6 * 7" }).waitFor();
  });

  it("leave nothing in the page's console", () => {
    assert.deepEqual(workbench.errors, []);
  });
});
