import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { FrameLocator, Page } from "playwright-core";
import { workbenchUrl } from "../../../scripts/vscode";
import { startHubWithFaults, type HubWithFaults } from "../../support/faults/hub";
import { until } from "../../support/until";
import {
  addExperts,
  chatFrame,
  giveKey,
  openWorkbench,
  pick,
  runCommand,
  runFromList,
  type Workbench,
} from "../../support/workbench";

const key = `KEY-CANARY-${crypto.randomUUID()}`;
const refusal = /changed in the meantime/;

const expertIn = (frame: FrameLocator, name: string) =>
  frame
    .locator(".pickers")
    .getByRole("button", { name: new RegExp(name) })
    .first();

/** What one window selects is selected in the other, which still shows the previous state. */
describe("two windows", () => {
  let hub: HubWithFaults;
  let workbench: Workbench;
  let home: string;
  let page: Page;
  let beside: Page;
  let chat: FrameLocator;
  let chatBeside: FrameLocator;

  before(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), "expert-hub-two-"));
    const [one, two] = ["one", "two"].map((name) => path.join(home, name)) as [string, string];
    await Promise.all([mkdir(one), mkdir(two)]);
    hub = await startHubWithFaults({ key });
    const settings = { "expertHub.baseUrl": hub.baseUrl };
    workbench = await openWorkbench({ folder: one, height: 1200, settings });
    page = workbench.page;
    chat = chatFrame(page);
    await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
    await giveKey(page, key);
    await addExperts(page, "1 2");
    await page.getByRole("treeitem", { name: /Workbench/ }).waitFor();
    beside = await page.context().newPage();
    beside.setDefaultTimeout(60_000);
    await beside.goto(workbenchUrl({ url: workbench.server.url, folder: two }));
    await beside.locator(".monaco-workbench .statusbar-item").first().waitFor();
    chatBeside = chatFrame(beside);
    await giveKey(beside, key);
    for (const [window, frame] of [
      [beside, chatBeside],
      [page, chat],
    ] as const) {
      await window.bringToFront();
      await runCommand(window, "Expert Hub: Open Chat");
      await expertIn(frame, "Code Reader").waitFor();
    }
  });
  after(async () => {
    await workbench.close();
    await hub.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  const questions = () =>
    hub.journal().filter(({ path: asked }) => asked.endsWith("/invoke_agent"));
  const lastBody = () => JSON.parse(questions().at(-1)?.body ?? "{}") as Record<string, unknown>;
  const type = (text: string) => chat.locator("#question").fill(text);
  /** Without the focus, with which the window would read and show what the other one selected. */
  const pressEnter = () => chat.locator("#question").dispatchEvent("keydown", { key: "Enter" });

  /** Changes are saved a moment after they are shown; before that, the other window cannot see them. */
  async function isSaved(name: RegExp, content: RegExp): Promise<void> {
    const globalStorage = ["data", "User", "globalStorage", "expert-hub.expert-hub"];
    const folder = path.join(workbench.server.serverDataDir, ...globalStorage);
    await until(`${content} is saved`, async () => {
      const files = await readdir(folder, { recursive: true });
      const named = files.filter((file) => name.test(file));
      const texts = await Promise.all(
        named.map((file) => readFile(path.join(folder, file), "utf8")),
      );
      return texts.some((text) => content.test(text));
    });
  }

  /** Nothing was sent, the page says so, and the text is still there. */
  async function isRefused(text: string, asked: number): Promise<void> {
    await chat.getByRole("alert").getByText(refusal).waitFor();
    assert.equal(questions().length, asked);
    assert.equal(await chat.locator("#question").inputValue(), text);
  }

  async function sendAgain(asked: number): Promise<void> {
    await chat.locator("#question").press("Enter");
    await until("the question reaches the hub", () => questions().length === asked + 1);
    await until(
      "the box is empty",
      async () => (await chat.locator("#question").inputValue()) === "",
    );
  }

  it("Q2 an expert that is picked in one is asked in the other only once it is shown there", async () => {
    await type("1 + 1");
    await beside.bringToFront();
    await expertIn(chatBeside, "Code Reader").click();
    await pick(beside, "Workbench 2");
    await expertIn(chatBeside, "Workbench 2").waitFor();
    await isSaved(/roster.*json$/, /"current":2/);
    await pressEnter();
    await isRefused("1 + 1", 0);
    await expertIn(chat, "Workbench").waitFor();
    await sendAgain(0);
    assert.equal(lastBody()["expert_id"], 2);
  });

  it("Q2 an option that is chosen in one goes with the other's question only once it is shown there", async () => {
    await type("2 + 2");
    await beside.bringToFront();
    await chatBeside.getByRole("button", { name: /^Options/ }).click();
    await chatBeside.getByLabel("Temperature").fill("0.5");
    await chatBeside.getByLabel("Temperature").press("Tab");
    await chatBeside.getByRole("button", { name: /^Options: .*0\.5/ }).waitFor();
    await isSaved(/options.*json$/i, /"temperature":0\.5/);
    await pressEnter();
    await isRefused("2 + 2", 1);
    await chat.getByRole("button", { name: /^Options: .*0\.5/ }).waitFor();
    await sendAgain(1);
    assert.equal(lastBody()["temperature"], 0.5);
  });

  it("Q2 a question for one hub does not go to the one that another window chose", async () => {
    await type("3 + 3");
    await beside.bringToFront();
    await runCommand(beside, "Expert Hub: Try the Built-in Hub");
    await chatBeside
      .locator(".hub-line")
      .getByText(/built-in/i)
      .first()
      .waitFor();
    await pressEnter();
    await isRefused("3 + 3", 2);
    await chat
      .locator(".hub-line")
      .getByText(/built-in/i)
      .first()
      .waitFor();
  });

  it("Q2 shows another window's choice once the window has the focus", async () => {
    await beside.bringToFront();
    await runFromList(beside, "Expert Hub: Switch Hub…", "Stop the Built-in Hub");
    await chatBeside
      .locator(".hub-line")
      .getByText(/built-in/i)
      .filter({ visible: true })
      .waitFor({ state: "hidden" });
    await page.bringToFront();
    // While the focus is in the chat, it is in a frame, and the window has already lost it.
    await page.getByRole("treeitem").first().click();
    // A headless browser gives every page the focus at all times.
    const focus = (has: boolean, event: string) =>
      page.evaluate(`document.hasFocus = () => ${has}; dispatchEvent(new Event("${event}"));`);
    await focus(false, "blur");
    await page.locator(".titlebar.inactive").waitFor();
    await focus(true, "focus");
    await page.locator(".titlebar:not(.inactive)").waitFor();
    await chat
      .locator(".hub-line")
      .getByText(/built-in/i)
      .filter({ visible: true })
      .waitFor({ state: "hidden" });
    assert.equal(questions().length, 2);
  });
});
