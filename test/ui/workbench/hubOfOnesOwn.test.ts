import assert from "node:assert/strict";
import type { FrameLocator, Page } from "playwright-core";
import { describeWithAll } from "../../support/testSize";
import { startHubWithFaults, type HubWithFaults } from "../../support/faults/hub";
import { until } from "../../support/until";
import {
  addExperts,
  answer,
  chatFrame,
  openWorkbench,
  runCommand,
  type Workbench,
} from "../../support/workbench";

const key = `KEY-CANARY-${crypto.randomUUID()}`;

/** A hub set up by address and key, with experts that fail in the ways that hubs do. */
describeWithAll("a hub of one's own", () => {
  let hub: HubWithFaults;
  let workbench: Workbench;
  let page: Page;
  let chat: FrameLocator;

  before(async () => {
    hub = await startHubWithFaults({ key });
    workbench = await openWorkbench({ height: 1000 });
    page = workbench.page;
    chat = chatFrame(page);
  });
  after(async () => {
    await workbench.close();
    await hub.close();
  });

  const questions = () => hub.journal().filter(({ path }) => path.endsWith("/invoke_agent"));
  const ask = async (text: string): Promise<void> => {
    await chat.getByRole("textbox").fill(text);
    await chat.getByRole("textbox").press("Enter");
  };

  it("K2 says in the prompt why a key was not taken, and takes the next one", async () => {
    await runCommand(page, "Expert Hub: Open Chat");
    await chat.getByRole("button", { name: "Connect to a hub" }).click();
    await answer(page, "Connect to a hub", hub.baseUrl);
    await page.locator(".quick-input-title", { hasText: `API key for ${hub.baseUrl}` }).waitFor();
    assert.equal(
      await page.locator(".quick-input-widget input.input").getAttribute("type"),
      "password",
    );
    await answer(page, `API key for ${hub.baseUrl}`, "not-the-key");
    await page
      .locator(".quick-input-message", { hasText: "does not accept the API key" })
      .waitFor();
    await answer(page, "API key for", key);
    await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    await page.locator(".statusbar-item", { hasText: "tokens" }).waitFor();
  });

  it("adds several experts at once, a failing one with its reason", async () => {
    await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
    await addExperts(page, "503 and 2006, please");
    await page.getByRole("treeitem", { name: /^Expert 503, The hub/ }).waitFor();
    await page.getByRole("treeitem").nth(1).waitFor();
  });

  it("adds the experts of a list with ranges, and says before how many they are", async () => {
    await runCommand(page, "Expert Hub: Add Expert…");
    await page.locator(".quick-input-title", { hasText: "Add expert" }).waitFor();
    const input = page.locator(".quick-input-widget input.input");
    const message = page.locator(".quick-input-message");
    await input.fill("1,2,3");
    await message.getByText("3 experts").waitFor();
    await input.fill("500,2001-2003,429");
    await message.getByText("5 experts").waitFor();
    await input.press("Enter");
    for (const id of [500, 2001, 2002, 2003, 429])
      await page.getByRole("treeitem", { name: new RegExp(`^Expert ${id}, `) }).waitFor();
  });

  it("keeps what was typed when the hub fails, and offers what helps", async () => {
    await ask("Why does the cart get slower?");
    await chat.getByRole("group", { name: "No answer" }).getByText("The hub failed").waitFor();
    await chat.getByText("Why does the cart get slower?").first().waitFor();
    await chat.getByRole("button", { name: "Retry" }).click();
    for (let tries = 0; tries < 100 && questions().length < 2; tries++)
      await page.waitForTimeout(100);
    assert.equal(questions().length, 2);
    await chat.getByRole("button", { name: "Show log" }).waitFor();
  });

  it("C1 Stop means stop: the hub sees it, the words are back in the box, and the queue waits", async () => {
    await chat
      .getByRole("button", { name: /Expert 503/ })
      .first()
      .click();
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "2006" }).click();
    await chat.getByRole("textbox", { name: "Ask Expert 503" }).waitFor({ state: "detached" });
    await ask("Answered late");
    for (let tries = 0; tries < 50 && questions().length < 3; tries++) {
      await page.waitForTimeout(100);
    }
    await ask("And then?");
    await chat.getByRole("listitem").filter({ hasText: "And then?" }).waitFor();
    await chat.getByRole("button", { name: "Stop" }).first().click();
    for (let tries = 0; tries < 50 && questions().at(-1)?.outcome !== "left"; tries++) {
      await page.waitForTimeout(100);
    }
    assert.equal(questions().at(-1)?.outcome, "left");
    await chat.getByText("Stopped.").first().waitFor();
    await chat.getByText("Paused because a question was stopped.").first().waitFor();
    assert.equal(await chat.getByRole("textbox").inputValue(), "Answered late");
    await chat.getByRole("button", { name: "Clear" }).click();
    await chat.getByText("And then?").waitFor({ state: "detached" });
    assert.equal(questions().length, 3, "what was queued was not sent");
  });

  it("P4 comes back as interrupted after a reload, and is not asked again", async () => {
    await ask("Is anybody there?");
    await until("it is asked", () => questions().length === 4);
    await workbench.reload();
    await chat.getByText("Is anybody there?").first().waitFor();
    await chat
      .getByText(/interrupted|may have processed/i)
      .first()
      .waitFor();
    assert.equal(questions().length, 4);
  });

  it("shows the key nowhere", async () => {
    const shown = await page.locator("body").innerText();
    const inChat = await chat.locator("body").innerText();
    assert.equal((shown + inChat).includes(key), false);
    assert.deepEqual(workbench.errors, []);
  });
});
