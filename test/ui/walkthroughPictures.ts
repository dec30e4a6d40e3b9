import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { FrameLocator, Page } from "playwright-core";
import { copySample } from "../../scripts/sample";
import {
  applyButton,
  chatFrame,
  chooseModel,
  chooseTheme,
  closeBrowser,
  openFile,
  openWorkbench,
  pick,
  runCommand,
  runFromList,
  type Theme,
} from "../support/workbench";
import { completion, startModelServer } from "../support/modelServer";
import { smallPicture } from "./smallPicture";

/** Takes the pictures of the walkthrough from a real VS Code, into the given folder. */
const folder = path.resolve(process.argv[2] ?? "out/walkthrough");
/** The part of the window that a picture shows: all but VS Code's own bars, at the left and below. */
const size = { width: 480, height: 290 };
const bars = { left: 50, bottom: 24 };
const narrow = { width: size.width + bars.left, height: size.height + bars.bottom };
const wide = { width: 960, height: 440 };
const themes: readonly Theme[] = ["dark", "light"];

const prompts = {
  "explain-units": "---\nname: Explain the units\n---\nWhich units are these?\n",
  "check-limits": "---\nname: Check the limits\n---\nWhat are the limits of ${selection}?\n",
};

const changes = `\`\`\`diff
--- a/sizes.py
+++ b/sizes.py
@@ -3,1 +3,1 @@
-GIB = 2**30
+GIB = 1024**3
@@ -7,1 +7,1 @@
-    usable = disk_bytes * (1 - keep_free)
+    usable = disk_bytes - disk_bytes * keep_free
\`\`\``;

await mkdir(folder, { recursive: true });
await using sample = await sampleWithPrompts();
const workbench = await openWorkbench({
  ...wide,
  isDrawn: true,
  folder: sample.path,
  // VS Code shows such a picture at two thirds of its pixels.
  scale: 1.5,
  settings: {
    "diffEditor.renderSideBySide": false,
    "editor.cursorBlinking": "solid",
    "editor.minimap.enabled": false,
    "editor.stickyScroll.enabled": false,
    "workbench.editor.empty.hint": "hidden",
    "workbench.layoutControl.enabled": false,
    "window.menuBarVisibility": "hidden",
    "breadcrumbs.enabled": false,
  },
});
const { page } = workbench;
page.setDefaultTimeout(20_000);
try {
  await takeAll(page, chatFrame(page)).catch(async (error: unknown) => {
    await page.screenshot({ path: "out/logs/walkthrough-failed.png" });
    throw error;
  });
} finally {
  await workbench.close();
  await closeBrowser();
}

async function sampleWithPrompts() {
  const copy = await copySample();
  const place = path.join(copy.path, ".github", "prompts");
  await mkdir(place, { recursive: true });
  for (const [name, text] of Object.entries(prompts))
    await writeFile(path.join(place, `${name}.prompt.md`), text);
  return { path: copy.path, [Symbol.asyncDispose]: copy.remove };
}

async function takeAll(page: Page, chat: FrameLocator): Promise<void> {
  const pane = page.locator(".pane");
  await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
  await pane.getByRole("button", { name: "Try the built-in hub" }).waitFor();
  await page.getByRole("button", { name: "Conversations Section" }).click();
  await widenSideBar(page);
  await take("connect", 0);
  await pane.getByRole("button", { name: "Try the built-in hub" }).click();
  await page.getByRole("treeitem", { name: /Code Reader/ }).waitFor();
  await page.getByRole("treeitem", { name: /Code Reader/ }).click();
  await page.getByRole("treeitem", { name: /^Abilities/ }).waitFor();
  await widenSideBar(page);
  await take("expert", 0);
  await runCommand(page, "View: Toggle Primary Side Bar Visibility");
  await ask(page, chat);
  await page.setViewportSize(narrow);
  await take("ask", bars.left, async () => {
    await chat.getByText("Where is this used?").first().scrollIntoViewIfNeeded();
  });
  await page.setViewportSize(wide);
  await askForChanges(page, chat);
  await page.setViewportSize(narrow);
  await take("insert", bars.left, () => review(page, chat));
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.locator(".monaco-diff-editor").first().waitFor({ state: "detached" });
  await runCommand(page, "Notifications: Clear All Notifications");
  await runCommand(page, "Expert Hub: Open Chat");
  // The palette that chooses a theme closes the list.
  await take("own", bars.left, async () => {
    await runCommand(page, "Expert Hub: Saved Prompts…");
    await page.locator(".quick-input-list").getByText("Check the limits").waitFor();
  });
}

/** Where a constant is used, which a search finds. */
async function ask(page: Page, chat: FrameLocator): Promise<void> {
  await chat
    .getByRole("button", { name: /Workbench/ })
    .first()
    .click();
  await pick(page, "Workbench");
  await openFile(page, "sizes.py");
  await page.keyboard.press("ControlOrMeta+Home");
  for (let line = 1; line < 3; line++) await page.keyboard.press("ArrowDown");
  for (const _ of "GIB") await page.keyboard.press("Shift+ArrowRight");
  await runFromList(page, "Expert Hub: Ask About This…", "Selection");
  await chat.locator(".chip").waitFor();
  await chat.locator("#question").fill("Where is this used?");
  await chat.locator("#question").press("Enter");
  await chat.getByRole("group", { name: /^Code/ }).first().waitFor();
}

async function askForChanges(page: Page, chat: FrameLocator): Promise<void> {
  const server = await startModelServer(() => completion({ content: changes }));
  await chooseModel(page, server.origin, "scripted");
  await runCommand(page, "Expert Hub: Open Chat");
  await chat.locator("#question").fill("Make the sizes easier to read.");
  await chat.locator("#question").press("Enter");
  await applyButton(chat).waitFor();
  await server.close();
}

/** The changes with their question, which VS Code hides after some seconds. */
async function review(page: Page, chat: FrameLocator): Promise<void> {
  const diff = page.locator(".monaco-diff-editor").first();
  if (await diff.isVisible()) {
    await runCommand(page, "View: Close Editor");
    await diff.waitFor({ state: "detached" });
  }
  await runCommand(page, "Expert Hub: Open Chat");
  await applyButton(chat).click();
  await diff.waitFor();
  await runCommand(page, "View: Toggle Secondary Side Bar Visibility");
}

/** One picture in each theme, from this distance to the left edge of the window. */
async function take(name: string, x: number, arrange = () => Promise.resolve()): Promise<void> {
  for (const theme of themes) {
    await chooseTheme(page, theme);
    await arrange();
    // What the pointer is over would look different.
    await page.mouse.move(0, 0);
    await page.waitForTimeout(700);
    const file = path.join(folder, `${name}-${theme}`);
    const taken = await page.screenshot({ type: "png", clip: { x, y: 0, ...size } });
    await writeFile(`${file}.png`, await smallPicture(page, taken));
  }
}

/** Drags the edge of the primary side bar to that of the picture. */
async function widenSideBar(page: Page): Promise<void> {
  const box = (await page.locator(".part.sidebar").boundingBox())!;
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width + 2, middle);
  await page.mouse.down();
  await page.mouse.move(size.width - 4, middle, { steps: 5 });
  await page.mouse.up();
}
