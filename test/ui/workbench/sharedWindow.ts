import type { FrameLocator, Locator, Page } from "playwright-core";
import { draw } from "../../support/failurePictures";
import { until } from "../../support/until";
import {
  chatFrame,
  noticeIn,
  openWorkbench,
  pick,
  runCommand,
  type Workbench,
} from "../../support/workbench";

let opened: Promise<Workbench> | undefined;
/** False from a failure on: nobody knows what it left behind. */
let isSound = true;

/** Opening a window costs more than most suites: one that its suite is done with serves the others. */
export function passOn(workbench: Workbench): void {
  opened = Promise.resolve(workbench);
}

async function closeShared(): Promise<void> {
  const closing = opened;
  opened = undefined;
  await (await closing)?.close();
}

// At the root, because it serves several suites.
after(closeShared);
afterEach(function () {
  if (this.currentTest?.state === "failed") isSound = false;
});

/**
 * A window with the built-in hub, shared by suites in sequence: without editors and conversations,
 * and a new one after a failure. A suite that clicks in trees has it drawn: otherwise VS Code tells
 * the extension late which row has the focus.
 */
export async function useSharedWindow({ width = 1280, isDrawn = false } = {}): Promise<Workbench> {
  if (!isSound) await closeShared();
  isSound = false;
  const isFirst = opened === undefined;
  opened ??= openWorkbench({ height: 1200 });
  const workbench = await opened;
  const { page } = workbench;
  await page.setViewportSize({ width, height: 1200 });
  await draw(page, isDrawn);
  if (isFirst) {
    await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
    await page.locator(".pane").getByRole("button", { name: "Try the built-in hub" }).click();
  } else {
    await closeEditors(page);
    await runCommand(page, "Expert Hub: Delete All Conversations…");
    const sure = page.locator(".monaco-dialog-box").getByRole("button", { name: "Delete All" });
    const none = noticeIn(page, "no saved conversations");
    await until("it asks, or says why not", async () => {
      return (await sure.isVisible()) || (await none.isVisible());
    });
    if (await sure.isVisible()) await sure.click();
    await chatFrame(page).locator(".turn").first().waitFor({ state: "detached" });
    await runCommand(page, "Notifications: Clear All Notifications");
    const dismiss = chatFrame(page).locator(".told").getByRole("button", { name: "Dismiss" });
    // One may go by itself meanwhile.
    await until("no notice is left", async () => {
      await dismiss.evaluateAll((buttons) =>
        buttons.forEach((one) => (one as HTMLElement).click()),
      );
      return (await dismiss.count()) === 0;
    });
  }
  const expert = page.getByRole("treeitem", { name: /Code Reader/ });
  // A suite may leave another view in the side bar.
  if (!isFirst && !(await expert.isVisible()))
    await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
  await expert.waitFor();
  isSound = true;
  return workbench;
}

/** A suite may leave an untitled document with changes, which VS Code asks about. */
async function closeEditors(page: Page): Promise<void> {
  const tabs = page.locator(".tabs-container .tab");
  const discard = page.locator(".monaco-dialog-box").getByRole("button", { name: "Don't Save" });
  if ((await tabs.count()) === 0) return;
  await runCommand(page, "View: Close All Editors");
  await until("all editors are closed", async () => {
    if (await discard.isVisible()) await discard.click();
    return (await tabs.count()) === 0;
  });
}

/** Picks an expert in the composer of a chat. */
export async function pickExpert(page: Page, chat: FrameLocator, name: string): Promise<void> {
  await chat.getByRole("button", { name: /^Expert: / }).click();
  await pick(page, name);
  await chat.getByRole("button", { name: `Expert: ${name}` }).waitFor();
  // The chat takes the focus back.
  await chat.locator("textarea:focus").waitFor();
}

export async function showConversations(page: Page): Promise<void> {
  const section = page.getByRole("button", { name: "Conversations Section" });
  if ((await section.getAttribute("aria-expanded")) !== "true") await section.click();
}

/** Waits until a row stays where it is: others may still come above it, and take a click. */
export async function atRest(row: Locator): Promise<void> {
  let last = "";
  let same = 0;
  await until("the row is at rest", async () => {
    const place = JSON.stringify(await row.boundingBox());
    same = place === last ? same + 1 : 0;
    last = place;
    return same > 10;
  });
}
