import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { from } from "../../../scripts/root";
import { startHubWithFaults, type HubWithFaults } from "../../support/faults/hub";
import { sized } from "../../support/testSize";
import { until } from "../../support/until";
import { giveKey, openWorkbench, type Workbench } from "../../support/workbench";

const key = `KEY-CANARY-${crypto.randomUUID()}`;

interface Recorded {
  door: string;
  stack: string;
}

describe("a fresh window that nobody touches", () => {
  let hub: HubWithFaults;
  let workbench: Workbench;
  let home: string;

  before(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), "expert-hub-fresh-"));
    await mkdir(path.join(home, "folder", ".vscode"), { recursive: true });
    hub = await startHubWithFaults({ key });
    // With a host name, so that a request would look it up.
    const baseUrl = hub.baseUrl.replace("127.0.0.1", "localhost");
    await writeFile(
      path.join(home, "folder", ".vscode", "settings.json"),
      JSON.stringify({
        "expertHub.experts": hub.expertIds,
        "expertHub.defaultExpert": { [baseUrl]: hub.expertIds[0] },
      }),
    );
    const prompts = path.join(home, "folder", ".github", "prompts");
    await mkdir(prompts, { recursive: true });
    await writeFile(
      path.join(prompts, "explain.prompt.md"),
      "---\nexpert: Code Reader\n---\nExplain ${file}.\n",
    );
    workbench = await openWorkbench({
      folder: path.join(home, "folder"),
      settings: { "expertHub.baseUrl": baseUrl },
      others: [from("test/support/recorder")],
      env: { EXPERT_HUB_RECORD: path.join(home, "record.jsonl") },
    });
  });
  after(async () => {
    await workbench.close();
    await hub.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  const recorded = async (): Promise<Recorded[]> =>
    (await readFile(path.join(home, "record.jsonl"), "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Recorded);
  const ours = async (): Promise<Recorded[]> =>
    (await recorded()).filter(({ stack }) =>
      [from("dist"), "expert-hub.expert-hub"].some((folder) => stack.includes(folder)),
    );

  it("O11 looks up no name and sends nothing until the first gesture, and does with it", async () => {
    const { page } = workbench;
    // The extension host is up, and everything that it does from here on is recorded.
    await until("it is recorded", () => existsSync(path.join(home, "record.jsonl")), 60_000);
    await page.waitForTimeout(sized(8_000, 60_000));
    const untouched = await recorded();
    assert.equal(untouched[0]?.door, "recording");
    console.log(`      ${untouched.length - 1} uses of the network by others`);
    assert.deepEqual(await ours(), []);
    assert.deepEqual(hub.journal(), []);
    await giveKey(page, key);
    await page.locator(".statusbar-item", { hasText: "tokens" }).waitFor();
    const doors = new Set((await ours()).map(({ door }) => door));
    assert.ok(doors.has("lookup") && doors.has("connect"), `only ${[...doors].join()}`);
    assert.equal(hub.journal()[0]?.path, "/api/v1/get_user");
  });
});
