import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { FrameLocator, Page } from "playwright-core";
import { startHubWithFaults, type HubWithFaults } from "../support/faults/hub";
import {
  addExperts,
  answer,
  applyButton,
  chatFrame,
  chooseTheme,
  closeBrowser,
  openFile,
  openWorkbench,
  runCommand,
  runFromList,
  type Theme,
  type Workbench,
} from "../support/workbench";
import { askModel } from "./modelAnswer";
import { openPreview } from "./page/states";

/** Takes screenshots of a real VS Code in every state and theme, into the given folder. */
const folder = path.resolve(process.argv[2] ?? "out/screenshots");
const key = "the-key-of-the-screenshots";
const only = process.argv[3];
const themes: readonly Theme[] = ["light", "dark", "highContrast", "highContrastLight"];
await mkdir(folder, { recursive: true });

const workbench = await openWorkbench({
  width: 1180,
  height: 860,
  allExtensions: true,
  isDrawn: true,
});
try {
  await takeAll(workbench).catch(async (error: unknown) => {
    await workbench.page.screenshot({ path: path.join(folder, "failed.png") });
    throw error;
  });
} finally {
  await workbench.close();
  await closeBrowser();
}

async function takeAll({ page }: Workbench): Promise<void> {
  const chat = chatFrame(page);
  await runCommand(page, "Expert Hub: Open Chat");
  await chat.getByRole("button", { name: "Try the built-in hub" }).waitFor();
  await inThemes(page, "1-empty");
  await chat.getByRole("button", { name: "Try the built-in hub" }).click();
  await chat.getByText("Ask Workbench", { exact: true }).first().waitFor();
  await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
  await page.getByRole("treeitem", { name: /Workbench/ }).click();
  await page
    .getByRole("treeitem", { name: /^Search only/ })
    .first()
    .waitFor();
  await page.waitForTimeout(500);
  await inThemes(page, "2-experts");
  await page.getByRole("treeitem", { name: /Workbench/ }).click();
  await ask(page, chat);
  await inThemes(page, "3-answer");
  await chat.getByRole("button", { name: "More actions" }).last().click();
  await page.screenshot({ path: path.join(folder, "3-menu.png") });
  await page.keyboard.press("Escape");
  await compose(page, chat);
  await runCommand(page, "View: Close All Editors");
  const server = await askModel(page, chat, async (line, lines) => {
    await select(page, line, 0, 0);
    for (let at = 0; at < lines; at++) await page.keyboard.press("Shift+ArrowDown");
  });
  await replace(page, chat);
  await inThemes(page, "4-diff", ["light", "dark"]);
  await chat.getByRole("button", { name: "Discard", exact: true }).click();
  await page.locator(".monaco-diff-editor").first().waitFor({ state: "detached" });
  await runCommand(page, "View: Toggle Primary Side Bar Visibility");
  await widenChat(page, 500);
  await chat.locator(".steps > summary").last().click();
  await chat.getByText("Why does this get slower").first().scrollIntoViewIfNeeded();
  await inThemes(page, "5-beside");
  await runCommand(page, "Expert Hub: Open Chat in Editor");
  await chatFrame(page, 1).locator("textarea:focus").waitFor();
  await inThemes(page, "5-tab");
  await server.close();
  await runCommand(page, "View: Close All Editors");
  await runCommand(page, "View: Toggle Primary Side Bar Visibility");
  const hub = await startHubWithFaults({ key });
  await connect(page, hub);
  // VS Code fades its boxes in.
  await page.waitForTimeout(700);
  await page.screenshot({ path: path.join(folder, "6-key.png") });
  await fail(page, chat);
  await inThemes(page, "7-error");
  await hub.close();
}

/** The story of the README: who else listens to this event? */
async function ask(page: Page, chat: FrameLocator): Promise<void> {
  await openFile(page, "cart.ts");
  await select(page, 14, "    window.addEventListener(".length, '"cart-changed"'.length);
  await runCommand(page, "Expert Hub: Attach to Expert Hub Chat");
  await chat.locator(".chip", { hasText: "cart.ts:14" }).waitFor();
  await chat.getByRole("textbox").fill("Where is this used?");
  await page.keyboard.press("Enter");
  await chat.locator(".steps > summary").last().click();
  await chat.getByText("Where is this used?").first().scrollIntoViewIfNeeded();
}

/** What is sent with a question, and how it looks as JSON; then find, and the saved conversations. */
async function compose(page: Page, chat: FrameLocator): Promise<void> {
  await chat.getByRole("button", { name: /^Options/ }).click();
  await chat.locator("#panel").waitFor();
  await page.waitForTimeout(500);
  await inThemes(page, "8-options");
  await chat.getByRole("button", { name: /^Options/ }).click();
  await openPreview(chat);
  await chat.locator("#panel").waitFor();
  await page.waitForTimeout(500);
  await inThemes(page, "9-preview");
  await chat.locator("#panel").getByRole("button", { name: "Close" }).click();
  await runCommand(page, "Expert Hub: Find in Conversation");
  await chat.getByRole("textbox", { name: /find/i }).fill("cart");
  await inThemes(page, "10-find");
  await chat.getByRole("textbox", { name: /find/i }).press("Escape");
  await page.getByRole("treeitem", { name: /Where is this used/ }).waitFor();
  await runCommand(page, "Expert Hub: Check Connection");
  await page
    .locator(".tab", { hasText: /onnection/ })
    .first()
    .waitFor();
  await inThemes(page, "11-saved", ["light", "dark"]);
}

/** What the model proposes, in place of the selection. */
async function replace(page: Page, chat: FrameLocator): Promise<void> {
  await applyButton(chat).click();
  await page.locator(".monaco-diff-editor").first().waitFor();
}

/** Drags the edge of the secondary side bar, which is narrow at first. */
async function widenChat(page: Page, width: number): Promise<void> {
  const side = (await page.locator(".part.auxiliarybar").boundingBox())!;
  const middle = side.y + side.height / 2;
  await page.mouse.move(side.x - 2, middle);
  await page.mouse.down();
  await page.mouse.move(side.x + side.width - width, middle, { steps: 5 });
  await page.mouse.up();
}

async function select(page: Page, line: number, column: number, length: number): Promise<void> {
  await page.keyboard.press("ControlOrMeta+Home");
  for (let at = 1; at < line; at++) await page.keyboard.press("ArrowDown");
  for (let at = 0; at < column; at++) await page.keyboard.press("ArrowRight");
  for (let at = 0; at < length; at++) await page.keyboard.press("Shift+ArrowRight");
}

/** A hub with faults: the prompt for its key, then a failure in place of the answer. */
async function connect(page: Page, hub: HubWithFaults): Promise<void> {
  await runFromList(page, "Expert Hub: Switch Hub…", "Stop the Built-in Hub");
  await runCommand(page, "Expert Hub: Connect to a Hub…");
  await answer(page, "Connect to a hub", hub.baseUrl);
  await page.locator(".quick-input-title", { hasText: "API key for" }).waitFor();
}

async function fail(page: Page, chat: FrameLocator): Promise<void> {
  await page.keyboard.type(key);
  await page.keyboard.press("Enter");
  await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  await addExperts(page, "503, 1");
  await page.getByRole("treeitem", { name: /Expert 503/ }).waitFor();
  await runCommand(page, "Expert Hub: New Conversation");
  await chat.locator("#question").fill("Why does the cart get slower?");
  await page.keyboard.press("Enter");
  await chat.getByRole("button", { name: "Retry" }).waitFor();
  await runCommand(page, "Notifications: Clear All Notifications");
}

async function inThemes(page: Page, name: string, wanted = themes): Promise<void> {
  if (only !== undefined && !new RegExp(only).test(name)) return;
  for (const theme of wanted) {
    await chooseTheme(page, theme);
    await page.waitForTimeout(700);
    await page.screenshot({ path: path.join(folder, `${name}-${theme}.png`) });
  }
}
