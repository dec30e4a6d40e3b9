import assert from "node:assert/strict";
import { glob, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { unpackVsix, type ChangedPackage } from "../../support/changedPackage";
import { chatFrame, openWorkbench, runCommand, type Workbench } from "../../support/workbench";

/**
 * What editors made from VS Code are known to lack; `!` stands for a refusal. Of parts that belong
 * together, one is there where the other is not.
 */
const lacking: readonly (readonly string[])[] = [
  ["lm", "chat", "LanguageModelDataPart", "McpHttpServerDefinition"],
  ["lm"],
  ["lm.registerTool", "lm.registerLanguageModelChatProvider", "LanguageModelDataPart"],
  [
    "lm.registerMcpServerDefinitionProvider",
    "lm.selectChatModels",
    "lm.onDidChangeChatModels",
    "chat",
  ],
  [
    "lm.registerTool!",
    "lm.registerMcpServerDefinitionProvider!",
    "lm.registerLanguageModelChatProvider!",
    "lm.selectChatModels!",
    "chat.createChatParticipant!",
  ],
];

/** Runs before the extension, in its own copy of the API. */
const takeAway = `
const vscode = require("vscode");
for (const each of JSON.parse(require("fs").readFileSync(process.env.EXPERT_HUB_LACKING, "utf8"))) {
  const refuses = each.endsWith("!");
  const names = each.replace("!", "").split(".");
  const last = names.pop();
  const owner = names.reduce((api, name) => api[name], vscode);
  if (refuses) owner[last] = () => { throw new Error("refused: " + last); };
  else delete owner[last];
  if (!refuses && last in owner) throw new Error(last + " is still there");
}
`;

describe("an editor that lacks parts of VS Code's API", () => {
  let changed: ChangedPackage;
  let workbench: Workbench;
  let page: Page;
  let file: string;

  before(async () => {
    changed = await unpackVsix();
    file = path.join(path.dirname(changed.folder), "lacking.json");
    await changed.change("dist/extension.cjs", (code) => takeAway + code);
    await lack([]);
    workbench = await openWorkbench({
      source: "others",
      others: [changed.folder],
      height: 1200,
      env: { EXPERT_HUB_LACKING: file },
      settings: { "expertHub.chat.enabled": true, "expertHub.mcpServer.enabled": true },
    });
    page = workbench.page;
    await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
    await page.locator(".pane").getByRole("button", { name: "Try the built-in hub" }).click();
    await expert().waitFor();
  });
  after(async () => {
    await workbench.close();
    await changed.remove();
  });

  const expert = () => page.getByRole("treeitem", { name: /Workbench/ });
  const lack = (parts: readonly string[]) => writeFile(file, JSON.stringify(parts));

  /** What the extension host has logged about our extension as an error. */
  async function failures(): Promise<string[]> {
    const found: string[] = [];
    const logs = path.join(workbench.server.serverDataDir, "data", "logs");
    for await (const log of glob("**/*exthost*.log", { cwd: logs })) {
      const lines = (await readFile(path.join(logs, log), "utf8")).split(os.EOL);
      found.push(...lines.filter((line) => line.includes("[error]")));
    }
    return found;
  }

  for (const parts of lacking)
    it(`Y1 activates, lists, asks and inserts without ${parts.join(", ")}`, async () => {
      await lack(parts);
      await workbench.reload();
      await expert().waitFor();
      await runCommand(page, "Expert Hub: New Conversation");
      const chat = chatFrame(page);
      await chat.locator(".turn").first().waitFor({ state: "detached" });
      await chat.locator("#question").fill("Where is GIB?");
      await chat.locator("#question").press("Enter");
      await chat
        .getByRole("group", { name: /^Code/ })
        .filter({ hasText: "GIB = " })
        .first()
        .waitFor();
      await runCommand(page, "File: New Untitled Text File");
      await page.locator(".editor-instance .monaco-editor.focused").waitFor();
      await runCommand(page, "Expert Hub: Insert Last Answer at Cursor");
      await page.locator(".editor-instance .view-line", { hasText: "GIB = 2**30" }).waitFor();
      await runCommand(page, "View: Close All Editors");
      await page.getByRole("button", { name: "Don't Save" }).click();
      assert.deepEqual(await failures(), []);
      assert.deepEqual(workbench.errors, []);
    });
});
