import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { unpackVsix, type ChangedPackage } from "../../support/changedPackage";
import { until } from "../../support/until";
import {
  chatFrame,
  goToLine,
  openFile,
  openWorkbench,
  runCommand,
  selected,
  type Workbench,
} from "../../support/workbench";

/** As in Cursor: the container is not contributed, and VS Code adds the views of none to the Explorer. */
describe("an editor that refuses the secondary side bar", () => {
  let changed: ChangedPackage;
  let workbench: Workbench;
  let page: Page;

  before(async () => {
    changed = await unpackVsix();
    await changed.change("package.json", (text) => {
      const manifest = JSON.parse(text) as {
        contributes: { viewsContainers: Record<string, unknown> };
      };
      delete manifest.contributes.viewsContainers["secondarySidebar"];
      return JSON.stringify(manifest);
    });
    workbench = await openWorkbench({
      source: "others",
      others: [changed.folder],
      height: 1200,
    });
    page = workbench.page;
  });
  after(async () => {
    await workbench.close();
    await changed.remove();
  });

  /** Titles of the sections of the side bar. */
  const sections = (): Promise<string[]> =>
    page.locator(".part.sidebar .pane-header .title").allInnerTexts();
  const openContainer = (name: string | RegExp): Promise<void> =>
    page.locator(".activitybar").getByRole("tab", { name }).click();
  const question = (): Locator => chatFrame(page).locator("#question");
  const title = (): Locator =>
    page.locator(".part.sidebar .pane-header").filter({ hasText: "Expert Chat" });

  it("Y1 has the chat below the experts and conversations, and never in the Explorer", async () => {
    // Nothing of the extension runs yet.
    await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).waitFor();
    assert.ok(!(await sections()).includes("Expert Chat"));
    await openContainer("Expert Hub");
    const chat = ["Experts", "Conversations", "Expert Chat"];
    await until("the chat is a section", async () => String(await sections()) === String(chat));
    await openContainer(/^Explorer/);
    assert.ok(!(await sections()).includes("Expert Chat"));
  });

  it("Y1 asks from its first minute on, with the buttons of the chat above it", async () => {
    await openContainer("Expert Hub");
    await page.locator(".pane").getByRole("button", { name: "Try the built-in hub" }).click();
    await chatFrame(page).getByTitle("Answers come from the built-in hub").waitFor();
    await question().fill("Where is GIB?");
    // Only once the expert is known, too.
    await chatFrame(page).locator(".send:enabled").waitFor();
    await question().press("Enter");
    await chatFrame(page)
      .getByRole("group", { name: /^Code/ })
      .filter({ hasText: "GIB = " })
      .first()
      .waitFor();
    await title().hover();
    await title().getByRole("button", { name: "New Conversation" }).click();
    await chatFrame(page).locator(".turn").first().waitFor({ state: "detached" });
  });

  it("Y1 shows the chat there, whichever command opens it", async () => {
    const ways: Record<string, () => Promise<void>> = {
      "Open Chat": () => runCommand(page, "Expert Hub: Open Chat"),
      "the key of Open Chat": async () => {
        await page.keyboard.press("ControlOrMeta+k");
        await page.keyboard.press("ControlOrMeta+g");
      },
      "Ask About Selection": async () => {
        await page.keyboard.press("Shift+End");
        await selected(page, "GIB = 2**30".length);
        await page.keyboard.press("ControlOrMeta+k");
        await page.keyboard.press("ControlOrMeta+e");
      },
      "Find in Conversation": () => runCommand(page, "Expert Hub: Find in Conversation"),
    };
    for (const [name, open] of Object.entries(ways)) {
      await openContainer(/^Explorer/);
      await question().waitFor({ state: "detached" });
      await openFile(page, "sizes.py");
      await goToLine(page, 3);
      await open();
      await until(`${name} has shown it`, () => title().isVisible());
      const focused = name.startsWith("Find") ? "input:focus" : "#question:focus";
      await chatFrame(page).locator(focused).waitFor();
    }
    assert.equal(await page.locator(".part.auxiliarybar .pane, iframe.webview").count(), 1);
    assert.deepEqual(workbench.errors, []);
  });

  it("Y1 has it there again after a reload", async () => {
    await workbench.reload();
    await openContainer("Expert Hub");
    await runCommand(page, "Expert Hub: Open Chat");
    await question().waitFor();
    assert.ok((await sections()).includes("Expert Chat"));
  });
});
