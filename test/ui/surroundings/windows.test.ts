import assert from "node:assert/strict";
import { glob, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { FrameLocator, Page } from "playwright-core";
import { from } from "../../../scripts/root";
import { startHubWithFaults, type HubWithFaults } from "../../support/faults/hub";
import { slowness } from "../../support/machineSpeed";
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
/** Answers only after 6 seconds. */
const slowExpert = "2006";

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Windows that close, and others that open: each step builds on the previous one. */
describe("windows that come and go", () => {
  let hub: HubWithFaults;
  let workbench: Workbench;
  let page: Page;
  let chat: FrameLocator;
  let home: string;
  const place = (...parts: string[]): string => path.join(home, ...parts);

  before(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), "expert-hub-windows-"));
    for (const folder of ["one", "two"]) {
      await mkdir(place(folder));
      await writeFile(place(folder, "code.ts"), "export const one = 1;\n");
    }
    hub = await startHubWithFaults({ key });
    workbench = await openWorkbench({
      folder: place("one"),
      height: 1200,
      settings: { "expertHub.baseUrl": hub.baseUrl },
      others: [from("test/support/caller")],
      env: { EXPERT_HUB_HOST: place("host") },
    });
    page = workbench.page;
    chat = chatFrame(page);
    await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
    await giveKey(page, key);
    await addExperts(page, slowExpert);
    await page.getByRole("treeitem").first().waitFor();
  });
  after(async () => {
    await workbench.close();
    await hub.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  const questions = () =>
    hub.journal().filter(({ path: asked }) => asked.endsWith("/invoke_agent"));
  const open = async (folder: string): Promise<void> => {
    await workbench.open(place(folder));
    await runCommand(page, "Expert Hub: Open Chat");
    await chat.getByRole("textbox").first().waitFor();
  };
  const saved = async (): Promise<string[]> => {
    const cwd = workbench.server.serverDataDir;
    const files: string[] = [];
    for await (const name of glob("**/expert-hub.expert-hub/conversations/*-*.jsonl", { cwd }))
      files.push(path.join(cwd, name));
    return files;
  };
  const rows = () => page.getByRole("treeitem", { name: /of five/ });
  const showConversations = (): Promise<void> =>
    runCommand(page, "Expert Hub: Focus on Conversations View");

  it("C6 a window that closes with five questions out lets go of them all, and its host ends", async () => {
    await runCommand(page, "Caller: Ask Five");
    await until("five are out", () => questions().length === 5);
    const host = Number(await readFile(place("host"), "utf8"));
    assert.ok(isRunning(host));
    const closed = Date.now();
    await page.goto("about:blank");
    await until("the hub sees all leave", () =>
      questions().every(({ outcome }) => outcome === "left"),
    );
    await until("the host has ended", () => !isRunning(host));
    const took = Date.now() - closed;
    console.log(`      after ${took} ms`);
    assert.ok(took < 2_000 * slowness());
    assert.equal(questions().length, 5);
  });

  it("C6 leaves nothing half-written", async () => {
    const files = await saved();
    assert.equal(files.length, 5);
    for (const file of files) {
      const lines = (await readFile(file, "utf8")).split("\n");
      assert.ok(lines.length >= 2);
      for (const line of lines) assert.doesNotThrow(() => JSON.parse(line), file);
    }
  });

  it("D8 another folder shows none of its conversations", async () => {
    await open("two");
    await showConversations();
    await chat.getByRole("textbox").first().fill("Of the second folder");
    await page.waitForTimeout(1000);
    assert.equal(await rows().count(), 0);
    assert.equal(await chat.getByText("of five").count(), 0);
  });

  it("D8 a folder that was moved begins empty, and finds its own again once it is back", async () => {
    await rename(place("one"), place("moved"));
    await open("moved");
    await showConversations();
    await page.waitForTimeout(1000);
    assert.equal(await rows().count(), 0);
    assert.equal((await saved()).length, 5);
    await rename(place("moved"), place("one"));
    await open("one");
    await showConversations();
    await rows().nth(4).waitFor();
    assert.equal(await rows().count(), 5);
    assert.notEqual(await chat.getByRole("textbox").first().inputValue(), "Of the second folder");
  });

  it("C6 comes back with all five interrupted, and sends none again", async () => {
    await giveKey(page, key);
    for (let number = 1; number <= 5; number++) {
      await page.getByRole("treeitem", { name: new RegExp(`^Question ${number} of five`) }).click();
      await chat.getByText(`Question ${number} of five`).first().waitFor();
      await chat
        .getByText(/interrupted|may have processed/i)
        .first()
        .waitFor();
    }
    await page.waitForTimeout(1000);
    assert.equal(questions().length, 5);
  });
});
