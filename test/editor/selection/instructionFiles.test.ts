import assert from "node:assert/strict";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { InstructionFiles } from "../../../src/features/attachments/editor/instructionFiles";
import type { Attachment } from "../../../src/features/conversation/core/attachment";
import { Emitter } from "../../../src/kit/event";
import { until } from "../support/inputs";
import { withProperty } from "../support/standIns";

const [{ uri: workspace }] = vscode.workspace.workspaceFolders as [vscode.WorkspaceFolder];
const folder = vscode.Uri.joinPath(workspace, "instructed");
const at = (name: string) => path.join(folder.fsPath, name);
const write = async (name: string, text: string | Uint8Array) => {
  await mkdir(path.dirname(at(name)), { recursive: true });
  await writeFile(at(name), text);
};

/** With a file of this name attached. */
const composed = (name: string, withoutInstructions = false) => ({
  attachments: [{ origin: { uri: vscode.Uri.file(at(name)).toString() } } as Attachment],
  withoutInstructions,
});

describe("instructions of a folder on disk", () => {
  const changed = new Emitter<void>();
  const settings = { exclude: [] as string[], instructions: true, onDidChange: changed.event };
  const selectedEditor = { current: undefined };
  let files: InstructionFiles;
  beforeEach(async () => {
    await mkdir(folder.fsPath, { recursive: true });
    Object.assign(settings, { exclude: [], instructions: true });
    files = new InstructionFiles({ selectedEditor, settings });
  });
  afterEach(async () => {
    files.dispose();
    await rm(folder.fsPath, { recursive: true });
  });

  /** What is found for it, once it was looked for. */
  async function of(name: string): Promise<Attachment | undefined> {
    files.dispose();
    files = new InstructionFiles({ selectedEditor, settings });
    let over = false;
    files.onDidChange(() => (over = true));
    const found = files.of(composed(name));
    assert.equal(found, undefined, "nothing is waited for");
    await Promise.race([until("it is found", () => over), new Promise((r) => setTimeout(r, 1500))]);
    return files.of(composed(name));
  }
  const textOf = async (name: string) => (await of(name))?.text;

  it("E2 are the nearest AGENTS.md, else CLAUDE.md, else those of Copilot, up to the open folder", async () => {
    assert.equal(await textOf("a.ts"), undefined);
    await write(".github/copilot-instructions.md", "copilot");
    assert.equal(await textOf("deep/er/a.ts"), "copilot");
    await write("deep/CLAUDE.md", "claude");
    assert.equal(await textOf("deep/er/a.ts"), "claude");
    await write("AGENTS.md", "agents");
    assert.equal(await textOf("deep/er/a.ts"), "agents");
    await write("deep/AGENTS.md", "nearest");
    const found = await of("deep/er/a.ts");
    assert.equal(found?.text, "nearest");
    assert.deepEqual(
      [found.label, found.path, found.detail],
      ["AGENTS.md", "instructed/deep/AGENTS.md", "Instructions · 1 line · Markdown · 7 B"],
    );
    await rm(at("deep/AGENTS.md"));
    await until("it is gone", () => files.of(composed("deep/er/a.ts"))?.text === "agents");
    assert.equal(files.of(composed("deep/er/a.ts", true)), undefined, "taken off");
  });

  it("E2 are at most 32 KB of text in the folder that would be attached without asking", async () => {
    await write("AGENTS.md", "ü".repeat(500_000));
    const large = await of("a.ts");
    assert.equal(large?.text, "ü".repeat(16 * 1024));
    assert.match(large.detail, /· the first 32 KB of 976\.6 KB$/);
    await write("AGENTS.md", Uint8Array.of(0, 1, 2));
    assert.equal(await textOf("a.ts"), undefined);
    await write("AGENTS.md", "  \n");
    assert.equal(await textOf("a.ts"), undefined);
    await rm(at("AGENTS.md"));
    await symlink("/etc/passwd", at("AGENTS.md"));
    assert.equal(await textOf("a.ts"), undefined);
    await write(".env", "TOKEN=canary");
    await rm(at("AGENTS.md"));
    await symlink(".env", at("AGENTS.md"));
    settings.exclude = ["**/.env"];
    assert.equal(await textOf("a.ts"), undefined);
    await rm(at("AGENTS.md"));
    await mkdir(at("AGENTS.md"));
    assert.equal(await textOf("a.ts"), undefined);
    await write("CLAUDE.md", "inside");
    await rm(at("AGENTS.md"), { recursive: true });
    await symlink("CLAUDE.md", at("AGENTS.md"));
    assert.equal(await textOf("a.ts"), "inside");
    settings.exclude = ["**/*.md"];
    assert.equal(await textOf("a.ts"), undefined);
  });

  it("E2 are none in Restricted Mode, and none where they are turned off", async () => {
    await write("AGENTS.md", "agents");
    assert.equal(await textOf("a.ts"), "agents");
    await withProperty(vscode.workspace, "isTrusted", false, async () => {
      assert.deepEqual([files.areOn, files.of(composed("a.ts"))], [false, undefined]);
    });
    settings.instructions = false;
    assert.deepEqual([files.areOn, files.of(composed("a.ts"))], [false, undefined]);
  });
});
