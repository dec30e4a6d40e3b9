import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { from } from "../../../scripts/root";
import { startHubWithFaults, type HubWithFaults } from "../../support/faults/hub";
import { until } from "../../support/until";
import {
  addExperts,
  answer,
  chatFrame,
  decide,
  giveKey,
  openWorkbench,
  runCommand,
  runFromList,
  type Workbench,
} from "../../support/workbench";

const key = `KEY-CANARY-${crypto.randomUUID()}`;
const json = (file: string, value: unknown) => writeFile(file, JSON.stringify(value, undefined, 2));

/** A workspace of two folders and one that is not on this disk: each step builds on the previous one. */
describe("a workspace of several folders", () => {
  let hub: HubWithFaults;
  let workbench: Workbench;
  let page: Page;
  let home: string;
  const place = (...parts: string[]): string => path.join(home, ...parts);

  before(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), "expert-hub-folders-"));
    hub = await startHubWithFaults({ key });
    for (const folder of ["one", "two", "elsewhere"]) {
      await mkdir(place(folder, ".vscode"), { recursive: true });
      await writeFile(
        place(folder, `of-${folder}.ts`),
        `export const totalOfCart = () => "from ${folder}";\n`,
      );
    }
    await json(place("one", ".vscode", "settings.json"), { "expertHub.experts": [11] });
    await json(place("two", ".vscode", "settings.json"), {
      "expertHub.experts": [12],
      "expertHub.temperature": 1.5,
    });
    await json(place("all.code-workspace"), {
      folders: [{ uri: `elsewhere:${place("elsewhere")}` }, { path: "one" }, { path: "two" }],
      settings: { "expertHub.temperature": 0.5 },
    });
    workbench = await openWorkbench({
      folder: place("all.code-workspace"),
      height: 1000,
      settings: { "expertHub.baseUrl": hub.baseUrl },
      others: [from("test/support/caller")],
    });
    page = workbench.page;
  });
  after(async () => {
    await workbench?.close();
    await hub?.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  const bodies = () =>
    hub
      .journal()
      .filter(({ path: where }) => where.endsWith("/invoke_agent"))
      .map(({ body }) => JSON.parse(body ?? "{}") as Record<string, unknown>);

  /** Asks through another extension, which shows the answer in a message. */
  async function askAsOther(args: object, decision?: string): Promise<string> {
    await runCommand(page, "Caller: Ask");
    await answer(page, "Arguments", JSON.stringify(args));
    if (decision !== undefined) await decide(chatFrame(page), decision);
    const toast = page.locator(".notification-toast", { hasText: "Caller:" });
    await toast.waitFor();
    const text = await toast.innerText();
    await runCommand(page, "Notifications: Clear All Notifications");
    await toast.waitFor({ state: "detached" });
    return text;
  }

  /** Whether the list of hubs leads to stopping the built-in one. */
  async function offersStop(): Promise<boolean> {
    await runCommand(page, "Expert Hub: Switch Hub…");
    const offered = page.locator(".quick-input-list .label-name");
    await offered.getByText("Add Hub…").waitFor();
    const found = await offered.getByText("Stop the Built-in Hub").count();
    await page.keyboard.press("Escape");
    await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    return found > 0;
  }

  it("recommends the experts of each folder", async () => {
    await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
    await page.getByText("There is no API key for this hub yet").waitFor();
    assert.equal(await offersStop(), false);
    await giveKey(page, key);
    await addExperts(page, "2");
    await page.getByRole("treeitem", { name: /Workbench/ }).waitFor();
    for (const id of [11, 12])
      await page.getByRole("treeitem", { name: new RegExp(`${id}\\b.*recommended`) }).waitFor();
  });

  it("asks with the workspace's temperature, and says that a folder has no say in it", async () => {
    await runCommand(page, "Preferences: Open Folder Settings (JSON)");
    await page.locator(".quick-input-list").getByText("two", { exact: true }).click();
    await page.locator(".editor-instance", { hasText: "expertHub.temperature" }).waitFor();
    // VS Code dims what does not apply.
    await until(
      "the setting is faded",
      async () => (await page.locator(".squiggly-inline-unnecessary").count()) > 0,
    );
    // VS Code shows settings over the window, where the palette does not open.
    await page.keyboard.press("Escape");
    await page.locator(".monaco-modal-editor-block").waitFor({ state: "detached" });
    await askAsOther({ expertId: 2, input: "1 + 1" });
    assert.equal(bodies().at(-1)?.["temperature"], 0.5);
  });

  it("lets the built-in hub search every folder on this disk, and name files by their folder", async () => {
    await runCommand(page, "Expert Hub: Try the Built-in Hub");
    await page.getByRole("treeitem", { name: /Code Reader/ }).waitFor();
    // What an answer shows of the files goes to another extension.
    const found = await askAsOther({ expertId: 1, input: "Where is totalOfCart?" }, "Send");
    assert.match(found, /one\/of-one\.ts:1/);
    assert.match(found, /two\/of-two\.ts:1/);
    assert.doesNotMatch(found, /elsewhere/);
  });

  it("can stop the built-in hub in a window that has not shown its experts", async () => {
    await page.getByRole("tab", { name: /^Explorer/ }).click();
    await page.getByRole("treeitem", { name: /Code Reader/ }).waitFor({ state: "detached" });
    // Unlike a reload of the page, this one keeps open editors.
    const reloaded = page.waitForEvent("load");
    await runCommand(page, "Developer: Reload Window");
    await reloaded;
    await page.locator(".monaco-workbench .explorer-folders-view").waitFor();
    await runFromList(page, "Expert Hub: Switch Hub…", "Stop the Built-in Hub");
    await until("it is stopped", async () => !(await offersStop()));
    const before = bodies().length;
    await giveKey(page, key);
    await askAsOther({ expertId: 2, input: "3 + 3" });
    assert.equal(bodies().length, before + 1);
  });
});
