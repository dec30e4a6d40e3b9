import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { from } from "../../../scripts/root";
import { workbenchUrl } from "../../../scripts/vscode";
import { until } from "../../support/until";
import { openWorkbench, runCommand, type Workbench } from "../../support/workbench";

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const isServed = (port: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/mcp`).then(
    ({ status }) => status === 401,
    () => false,
  );

/** As the status bar says once the server runs. */
async function portIn(page: Page): Promise<string> {
  await runCommand(page, "Expert Hub: Open Chat");
  const item = page.locator(".statusbar-item", { hasText: "MCP" }).getByRole("button");
  const label = (await item.getAttribute("aria-label")) ?? "";
  return /port (\d+)/.exec(label)?.[1] ?? assert.fail(label);
}

describe("the MCP server of two windows", () => {
  let workbench: Workbench;
  let home: string;

  before(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), "expert-hub-mcp-"));
    await Promise.all(["one", "two"].map((folder) => mkdir(path.join(home, folder))));
    workbench = await openWorkbench({
      folder: path.join(home, "one"),
      settings: { "expertHub.mcpServer.enabled": true },
      others: [from("test/support/caller")],
      env: { EXPERT_HUB_HOST: path.join(home, "host") },
    });
  });
  after(async () => {
    await workbench.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  it("Y8 goes on on its port within a second when the window that had it closes", async () => {
    const { page, server } = workbench;
    const port = await portIn(page);
    // Writes down which process it is, whatever comes of the questions.
    await runCommand(page, "Caller: Ask Five");
    const file = path.join(home, "host");
    await until("the host is known", () => existsSync(file));
    const host = Number(await readFile(file, "utf8"));
    const beside = await page.context().newPage();
    beside.setDefaultTimeout(60_000);
    await beside.goto(workbenchUrl({ url: server.url, folder: path.join(home, "two") }));
    await beside.locator(".monaco-workbench .statusbar-item").first().waitFor();
    assert.equal(await portIn(beside), port);
    assert.equal(await isServed(port), true);
    await page.goto("about:blank");
    await until("the window's host has ended", () => !isRunning(host));
    await until("another window serves", () => isServed(port), 1_000);
  });
});
