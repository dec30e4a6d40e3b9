import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { copySample } from "../../../scripts/sample";
import { from } from "../../../scripts/root";
import { startHubWithFaults, type HubWithFaults } from "../../support/faults/hub";
import { completion, startModelServer } from "../../support/modelServer";
import { until } from "../../support/until";
import {
  addExperts,
  answer,
  applyButton,
  chatFrame,
  chooseModel,
  giveKey,
  openWorkbench,
  noticeIn,
  pick,
  runCommand,
  runFromList,
  type Workbench,
} from "../../support/workbench";

const key = `KEY-CANARY-${crypto.randomUUID()}`;
const recommended = 7;
const restrictedWords =
  "Restricted Mode: settings and recommendations of this workspace are ignored, and no tool reads its files.";

const written = "I am a model.\n\n```text notes/note.txt\nhello\n```";

/** A window that stays restricted, then is trusted: each step builds on the previous one. */
describe("a workspace that is not trusted", function () {
  let hub: HubWithFaults;
  let folder: Awaited<ReturnType<typeof copySample>>;
  let workbench: Workbench;
  let page: Page;

  before(async () => {
    hub = await startHubWithFaults({ key });
    folder = await copySample();
    await mkdir(path.join(folder.path, ".vscode"), { recursive: true });
    const hostile = {
      "expertHub.baseUrl": "http://127.0.0.1:9",
      "expertHub.experts": [recommended],
      "expertHub.defaultExpert": { [hub.baseUrl]: 1 },
      "expertHub.temperature": 1.5,
      "expertHub.memory": "none",
      "expertHub.historyTurns": 1,
      "expertHub.roles": { user: "root", assistant: "root" },
      "expertHub.sendUserId": false,
      "expertHub.exclude": [],
      "expertHub.searchAddress": "http://127.0.0.1:9",
    };
    await writeFile(path.join(folder.path, ".vscode", "settings.json"), JSON.stringify(hostile));
    const prompts = path.join(folder.path, ".github", "prompts");
    await mkdir(prompts, { recursive: true });
    await writeFile(
      path.join(prompts, "hostile.prompt.md"),
      "---\nname: Of the workspace\nexpert: Code Reader\n---\nExplain everything.\n",
    );
    workbench = await openWorkbench({
      height: 1000,
      folder: folder.path,
      workspaceTrust: true,
      others: [from("test/support/caller")],
      settings: {
        "expertHub.baseUrl": hub.baseUrl,
        "security.workspace.trust.startupPrompt": "never",
        "security.workspace.trust.banner": "never",
      },
    });
    page = workbench.page;
  });
  after(async () => {
    await workbench?.close();
    await hub?.close();
    await folder?.remove();
  });

  const bodies = () =>
    hub
      .journal()
      .filter(({ path: where }) => where.endsWith("/invoke_agent"))
      .map(({ body }) => JSON.parse(body ?? "{}") as Record<string, unknown>);
  const row = (name: RegExp | string) => page.getByRole("treeitem", { name });

  /** Asks through the other extension, until it receives this message. */
  async function askAsOther(args: object, told: RegExp): Promise<void> {
    await runCommand(page, "Caller: Ask");
    await answer(page, "Arguments", JSON.stringify(args));
    await page.locator(".notification-toast", { hasText: "Caller:" }).getByText(told).waitFor();
    // VS Code shows three at most.
    await runCommand(page, "Notifications: Clear All Notifications");
  }

  it("T1 says in the empty view what is off, and how to change it", async () => {
    await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
    const pane = page.locator(".pane", { hasText: "There is no API key for this hub yet" });
    await pane.getByText(/Restricted Mode: settings and recommendations/).waitFor();
    await pane.getByRole("button", { name: "Manage workspace trust" }).waitFor();
  });

  it("T1 asks the user's hub in limited form, by the user's settings alone", async () => {
    await giveKey(page, key);
    await page.getByText("No experts added yet").waitFor();
    await addExperts(page, "2 1");
    await row(/Workbench/).waitFor();
    await page
      .locator(".pane")
      .getByText(/Restricted Mode: settings and recommendations/)
      .waitFor();
    assert.equal(await row(/recommended/).count(), 0);
    await askAsOther({ expertId: 2, input: "100 + 11" }, /111/);
    await askAsOther({ expertId: 2, input: "200 + 22" }, /222/);
    const [, second = {}] = bodies();
    assert.equal("temperature" in second, false);
    assert.equal(typeof second["session_id"], "string");
    assert.equal(second["user_id"], "local|user");
    const history = second["conversation_history"] as { role: string }[];
    assert.deepEqual(
      history.map(({ role }) => role),
      ["user", "assistant"],
    );
  });

  it("T1 asks nobody whom the workspace or one of its prompts names, and sends no prompt", async () => {
    const before = bodies().length;
    await runCommand(page, "Expert Hub: New Conversation");
    const chat = chatFrame(page);
    const picked = chat.getByRole("button", { name: "Expert: Workbench 2" });
    await picked.waitFor();
    // A list closes as soon as the page takes the focus.
    await chat.locator("#question:focus").waitFor();
    await runCommand(page, "Expert Hub: Saved Prompts…");
    await pick(page, "Of the workspace");
    const composer = chat.locator("#question");
    await until(
      "the prompt is in the composer",
      async () => (await composer.inputValue()) === "Explain everything.",
    );
    await picked.waitFor();
    assert.equal(await page.locator(".notification-toast").count(), 0);
    assert.equal(await chat.locator(".told").count(), 0);
    assert.equal(bodies().length, before);
    await composer.fill("");
  });

  it("T1 says the same words in the chat, in the side bar and in a tab", async () => {
    await runCommand(page, "Expert Hub: New Conversation");
    await runCommand(page, "Expert Hub: Open Chat in Editor");
    await page.locator("iframe.webview").nth(1).waitFor({ state: "attached" });
    for (const at of [0, 1]) {
      const chat = chatFrame(page, at);
      await chat.getByText(restrictedWords).waitFor();
      await chat.locator(".hub-line").and(chat.getByTitle(restrictedWords)).waitFor();
    }
  });

  it("T2 refuses in the handler what another extension or the palette asks for", async () => {
    const before = bodies().length;
    const tools = { workspace_connector: true };
    const refusal = /workspace connector is not available in Restricted Mode/;
    await askAsOther({ expertId: 2, input: "1 + 1", tools }, refusal);
    assert.equal(bodies().length, before);
  });

  it("G1 sends a model that was chosen nothing of what the workspace's files do not go to", async () => {
    const model = await startModelServer(() => completion({ content: written }));
    try {
      // What comes of commands is said in a chat that is in view.
      await runCommand(page, "Expert Hub: Open Chat");
      await chatFrame(page).getByRole("textbox").first().waitFor();
      await chooseModel(page, model.origin, "scripted");
      await noticeIn(page, "is ready for the experts")
        .getByRole("button", { name: "Try the Built-in Hub" })
        .click();
      const chat = chatFrame(page);
      await chat.getByRole("button", { name: /^Model: scripted/ }).waitFor();
      const composer = chat.getByRole("textbox").first();
      await composer.fill("Who are you?");
      await composer.press("Enter");
      await chat.getByText("I am a model.").waitFor();
      const tools = model.requests[0]?.body.tools ?? [];
      assert.deepEqual(
        tools.map(({ function: { name } }) => name),
        ["computation_engine"],
      );
      await applyButton(chat).click();
      await page.locator(".tab", { hasText: "Changes by" }).waitFor();
      await page
        .locator(".editor-actions")
        .getByRole("button", { name: /^Apply Changes/ })
        .click();
      await chat.getByText("Applied: 1 of 1 hunk in 1 file").waitFor();
    } finally {
      await runFromList(page, "Expert Hub: Switch Hub…", "Stop the Built-in Hub");
      await model.close();
    }
  });

  it("T3 has everything once the workspace is trusted, without a reload, and sends nothing by itself", async () => {
    const before = bodies().length;
    await page.evaluate(() => Object.assign(globalThis, { sameWindow: true }));
    await runCommand(page, "Workspaces: Manage Workspace Trust");
    await page
      .locator(".workspace-trust-editor")
      .getByRole("button", { name: "Trust", exact: true })
      .click();
    // The trust editor covers the window. It misses a key while it redraws itself, and without focus.
    const trust = page.locator(".workspace-trust-editor");
    await until("the trust editor is closed", async () => {
      await trust.focus({ timeout: 500 }).catch(() => undefined);
      await page.keyboard.press("Escape");
      return !(await trust.isVisible());
    });
    await row(/recommended/).waitFor();
    await page
      .locator(".pane")
      .getByText(/Restricted Mode: settings and recommendations/)
      .waitFor({ state: "detached" });
    for (const at of [0, 1])
      await chatFrame(page, at).getByTitle(restrictedWords).waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => "sameWindow" in globalThis), true);
    await page.waitForTimeout(500);
    assert.equal(bodies().length, before);
    await askAsOther({ expertId: 2, input: "400 + 44" }, /444/);
    assert.equal(bodies().at(-1)?.["temperature"], 1.5);
    await runCommand(page, "Expert Hub: New Conversation");
    await chatFrame(page).getByRole("button", { name: "Expert: Code Reader" }).waitFor();
  });
});
