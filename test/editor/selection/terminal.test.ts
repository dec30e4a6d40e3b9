import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Chat } from "../../../src/features/asking/core/chat";
import { buildAttachments } from "../../../src/features/attachments/editor";
import { askAboutLastCommand } from "../../../src/features/askAbout/editor/commands";
import type { OpenChats } from "../../../src/features/asking/core/openChats";
import { LastEditor } from "../../../src/platform/editor/lastEditor";
import type { EditorSettings } from "../../../src/platform/editor/settings";
import { until } from "../support/inputs";

describe("the last command of the terminal", () => {
  const owned: vscode.Disposable[] = [];
  const own = <T extends vscode.Disposable>(one: T): T => (owned.push(one), one);
  afterEach(() => {
    for (const one of owned.splice(0)) one.dispose();
  });

  it("E1 #terminal attaches it with its output and exit code, without the clipboard", async () => {
    const settings = { exclude: [], neverSent: [] as readonly string[] } as unknown;
    const selection = buildAttachments(settings as EditorSettings, own(new LastEditor()), own);
    const chat = own(new Chat());
    await vscode.env.clipboard.writeText("mine");
    const terminal = own(vscode.window.createTerminal({ shellPath: "/bin/bash", name: "Test" }));
    terminal.show(true);
    await until("shell integration is on", () => terminal.shellIntegration !== undefined);
    const run = async (line: string): Promise<void> => {
      const ended = new Promise<void>((resolve) =>
        own(vscode.window.onDidEndTerminalShellExecution(() => resolve())),
      );
      terminal.shellIntegration!.executeCommand(line);
      await ended;
    };
    await run("echo earlier");
    // VS Code loses what comes in the same turn as the start of the command.
    await run(String.raw`sleep 0.3; printf '\033[31mred\033[0m\nslow\rfast\n'; (exit 3)`);
    await until("it is the active one", () => vscode.window.activeTerminal === terminal);
    const { found } = await (await selection.attachables()).find("terminal", () => false);
    assert.equal(found[0]?.label, "Last terminal command");
    await found[0].attach(chat);
    const [{ text, label, detail } = assert.fail()] = chat.attachments;
    assert.match(text, /^\$ sleep .*\nred\nfast\nExit code: 3$/);
    assert.deepEqual([label, await vscode.env.clipboard.readText()], ["Last command", "mine"]);
    assert.match(detail, /^4 lines · \d+ B · exit code 3$/);
    const parts = {
      chats: { side: chat } as OpenChats,
      panels: { openSide: async () => {} },
      attacher: selection.attacher,
      lastCommands: selection.lastCommands,
    };
    await askAboutLastCommand(parts).run();
    assert.equal(chat.attachments.length, 1, "the same text");
    assert.match(chat.draft, /^Explain what this command printed/);
    assert.equal(await vscode.env.clipboard.readText(), "mine");
    terminal.dispose();
    await until("it is gone", () => vscode.window.activeTerminal !== terminal);
    assert.equal(selection.lastCommands.lineIn(terminal), undefined);
    await assert.rejects(selection.lastCommands.attachment(terminal), /is not known/);
  });
});
