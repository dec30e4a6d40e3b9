import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { workbenchUrl } from "../../../scripts/vscode";
import { startBuiltInHub, type RunningHub } from "../../../src/builtInHub/index";
import { until } from "../../support/until";
import {
  addExperts,
  chatFrame,
  giveKey,
  openWorkbench,
  runCommand,
  type Workbench,
} from "../../support/workbench";

const key = `KEY-CANARY-${crypto.randomUUID()}`;

const row = (page: Page, name: RegExp) => page.getByRole("treeitem", { name });
const composer = (page: Page) => chatFrame(page).locator("#question");

async function ask(page: Page, text: string): Promise<void> {
  await page.bringToFront();
  await composer(page).fill(text);
  await composer(page).press("Enter");
  await row(page, new RegExp(`^${text.replaceAll("+", "\\+")}, open`)).waitFor();
}

/** On a server, VS Code gives the second window on a folder a storage of its own. */
describe("two windows on one folder", () => {
  let hub: RunningHub;
  let workbench: Workbench;
  let home: string;
  let page: Page;
  let beside: Page;

  before(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), "expert-hub-one-folder-"));
    const folder = path.join(home, "one");
    await mkdir(folder);
    hub = await startBuiltInHub({ key });
    const settings = { "expertHub.baseUrl": hub.baseUrl };
    workbench = await openWorkbench({ folder, height: 1200, settings });
    page = workbench.page;
    await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
    await giveKey(page, key);
    await addExperts(page, "5");
    await row(page, /Workbench/).waitFor();
    beside = await page.context().newPage();
    beside.setDefaultTimeout(60_000);
    await beside.goto(workbenchUrl({ url: workbench.server.url, folder }));
    await beside.locator(".monaco-workbench .statusbar-item").first().waitFor();
    await beside.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
    await giveKey(beside, key);
    for (const window of [beside, page]) {
      await window.bringToFront();
      await runCommand(window, "Expert Hub: Open Chat");
      await composer(window).waitFor();
    }
  });
  after(async () => {
    await workbench.close();
    await hub.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  it("P6 list what was asked in the other one", async () => {
    await ask(beside, "1 + 1");
    await row(page, /^1 \+ 1/).waitFor();
    await ask(page, "2 + 2");
    await row(beside, /^2 \+ 2/).waitFor();
  });

  it("B1 a draft stays in the list while the other window deletes its neighbour, and after a reload", async () => {
    await beside.bringToFront();
    await runCommand(beside, "Expert Hub: New Conversation");
    await until("nothing is composed", async () => (await composer(beside).inputValue()) === "");
    await composer(beside).fill("half a thought");
    await row(beside, /^Draft: half a thought, open/).waitFor();
    await row(beside, /^1 \+ 1/).click();
    await row(beside, /^1 \+ 1, open/).waitFor();
    await page.bringToFront();
    await row(page, /^Draft: half a thought/).waitFor();
    await runCommand(page, "Expert Hub: Delete Conversation");
    await row(beside, /^2 \+ 2/).waitFor({ state: "detached" });
    await beside.bringToFront();
    const loaded = beside.waitForEvent("domcontentloaded");
    await runCommand(beside, "Developer: Reload Window");
    await loaded;
    await row(beside, /^Draft: half a thought/).click();
    await until("the draft is back", async () => (await composer(beside).inputValue()) !== "");
    assert.equal(await composer(beside).inputValue(), "half a thought");
  });

  it("B1 a draft ends in both when it is discarded in one", async () => {
    await page.bringToFront();
    const draft = row(page, /^Draft: half a thought/);
    await draft.hover();
    await draft.getByRole("button", { name: /^Delete Conversation/ }).click();
    await row(page, /^Draft:/).waitFor({ state: "detached" });
    await row(beside, /^Draft:/).waitFor({ state: "detached" });
    await until("it is gone", async () => (await composer(beside).inputValue()) === "");
  });
});
