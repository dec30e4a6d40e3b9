import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type * as vscode from "vscode";
import { Retention } from "../../../../../src/features/history/editor/retention";
import { Emitter } from "../../../../../src/kit/event";
import { Policy } from "../../../../../src/policy/policy";
import { until } from "../../../../support/until";

describe("how long conversations are kept", () => {
  let home: string;
  beforeEach(async () => (home = await mkdtemp(path.join(tmpdir(), "retention-"))));
  afterEach(() => rm(home, { recursive: true }));

  const uri = (...parts: string[]) => ({ fsPath: path.join(home, ...parts) }) as vscode.Uri;

  async function oldConversation(...parts: string[]): Promise<() => Promise<boolean>> {
    const folder = path.join(home, ...parts, "conversations");
    await mkdir(folder, { recursive: true });
    const name = `${crypto.randomUUID()}.jsonl`;
    await writeFile(path.join(folder, name), "{}");
    await utimes(path.join(folder, name), 1, 1);
    return async () => (await readdir(folder)).includes(name);
  }

  it("is up to the user without a policy, and then the same in all workspaces", async () => {
    const exist = [
      await oldConversation("globalStorage", "our.extension"),
      await oldConversation("workspaceStorage", "a", "our.extension"),
      await oldConversation("workspaceStorage", "b", "our.extension"),
    ];
    const elsewhere = await oldConversation("workspaceStorage", "b", "another.extension");
    const changed = new Emitter<void>();
    const policy = { current: new Policy({}), onDidChange: changed.event };
    const globalStorageUri = uri("globalStorage", "our.extension");
    for (const storageUri of [undefined, uri("workspaceStorage", "a", "our.extension")]) {
      const retention = new Retention({ context: { globalStorageUri, storageUri }, policy });
      await retention.run();
      for (const does of exist)
        assert.equal(await does(), policy.current.historyDays === undefined);
      policy.current = new Policy({ historyDays: 30 });
      changed.fire();
      for (const does of exist) await until("it is deleted", async () => !(await does()));
      retention.dispose();
    }
    assert.equal(await elsewhere(), true);
  });
});
