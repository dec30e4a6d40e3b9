import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { EditorSettings } from "../../../src/platform/editor/settings";
import { askAboutThis } from "../../../src/features/askAbout/editor/askAboutThis";
import {
  askAboutLastCommand,
  askAboutTerminalSelection,
} from "../../../src/features/askAbout/editor/commands";
import { codeAround } from "../../../src/features/attachments/editor/codeAttachment";
import { buildAttachments } from "../../../src/features/attachments/editor";
import { LastEditor } from "../../../src/platform/editor/lastEditor";
import type { Command } from "../../../src/platform/editor/commands";
import { type ChatFixture, useFixture } from "../support/chatFixture";
import { questionsTo, type TestHub } from "../support/hub";
import { discardAll, file } from "../support/inserting";
import { Messages } from "../support/messages";
import { commandsDuring, withWindow } from "../support/standIns";

const symbol = (name: string, range: vscode.Range) =>
  new vscode.DocumentSymbol(name, "", vscode.SymbolKind.Function, range, range);

const code = Array.from({ length: 400 }, (_, at) => `line${at + 1};`);

describe("asking from where a question comes up", () => {
  let fixture: ChatFixture;
  let hub: TestHub;
  let parts: Parameters<typeof askAboutThis>[0] & Parameters<typeof askAboutLastCommand>[0];
  let settings: { exclude: readonly string[]; neverSent: readonly string[] };
  let opened = 0;
  const owned: vscode.Disposable[] = [];
  useFixture((started, its) => {
    [fixture, hub] = [started, its];
    settings = { exclude: [], neverSent: [] };
    opened = 0;
    const own = <T extends vscode.Disposable>(one: T): T => (owned.push(one), one);
    const { attacher, selectedEditor, lastCommands } = buildAttachments(
      settings as EditorSettings,
      own(new LastEditor()),
      own,
    );
    const panels = { openSide: async () => void opened++ };
    parts = { chats: fixture.chats, panels, attacher, selectedEditor, lastCommands };
  });
  afterEach(async () => {
    for (const one of owned.splice(0)) one.dispose();
    await discardAll();
  });

  const composed = () => {
    const { draft, attachments } = fixture.chats.side;
    return { draft, texts: attachments.map(({ text }) => text), attachments };
  };

  /** Sends what is in the composer, which has to be what the preview shows. */
  async function sentAsPreviewed(): Promise<string> {
    const { draft } = composed();
    const { body } = fixture.sender.preview(fixture.chats.side, draft).sent;
    await fixture.send(draft);
    assert.deepEqual(questionsTo(hub).at(-1), JSON.parse(JSON.stringify(body)));
    return String((body as { input_data: unknown }).input_data);
  }

  async function ran(command: Command, ...args: unknown[]): Promise<void> {
    const before = questionsTo(hub).length;
    await command.run(...args);
    assert.equal(questionsTo(hub).length, before, "nothing is sent before the user sends it");
    assert.equal(opened, 1);
  }

  it("N14 composes a problem: its message, and the function that it is in", async () => {
    const uri = await file("problem.txt", code.join("\n"));
    owned.push(
      vscode.languages.registerDocumentSymbolProvider(
        { pattern: "**/problem.txt" },
        {
          provideDocumentSymbols: () => {
            const outer = new vscode.Range(0, 0, 300, 0);
            const inner = new vscode.Range(20, 0, 29, 3);
            const all = symbol("outer", outer);
            all.children = [symbol("inner", inner)];
            return [all];
          },
        },
      ),
    );
    const problem = new vscode.Diagnostic(new vscode.Range(24, 0, 24, 4), "No such name");
    Object.assign(problem, { source: "ts", code: { value: 2304, target: uri } });
    await ran(askAboutThis(parts), uri, problem);
    assert.deepEqual(composed().texts, [code.slice(20, 30).join("\n")]);
    assert.equal(
      composed().draft,
      "Explain this problem in line 25 and how to fix it: No such name (ts 2304)",
    );
    const [{ label, origin } = assert.fail()] = composed().attachments;
    assert.deepEqual([label, origin?.single], ["problem.txt:21–30", true]);
    const input = await sentAsPreviewed();
    assert.ok(input.startsWith("Explain this problem") && input.includes("line25;"));
  });

  it("composes the lines around where no symbol is known, and keeps what was typed", async () => {
    const uri = await file("plain.txt", code.join("\n"));
    fixture.chats.side.draft = "My question";
    await ran(askAboutThis(parts), { uri, lineNumber: 200 });
    assert.deepEqual(composed().texts, [code.slice(189, 210).join("\n")]);
    assert.equal(composed().draft, "My question");
  });

  it("goes on without a language server that does not answer, after a time or when cancelled", async () => {
    const uri = await file("silent.txt", code.join("\n"));
    let asked = 0;
    owned.push(
      vscode.languages.registerDocumentSymbolProvider(
        { pattern: "**/silent.txt" },
        { provideDocumentSymbols: () => (asked++, new Promise<never>(() => {})) },
      ),
    );
    const document = await vscode.workspace.openTextDocument(uri);
    const around = await codeAround(document, new vscode.Range(199, 0, 199, 0), 50);
    assert.deepEqual([around.start.line, around.end.line], [189, 209]);
    const { withProgress } = vscode.window;
    const titles: unknown[] = [];
    const cancelled = new vscode.CancellationTokenSource();
    const cancelling: typeof withProgress = async (options, task) => {
      titles.push(options.title, options.cancellable);
      setTimeout(() => cancelled.cancel(), 10);
      return task({ report: () => {} }, cancelled.token);
    };
    Object.assign(vscode.window, { withProgress: cancelling });
    try {
      await ran(askAboutThis(parts), { uri, lineNumber: 200 });
    } finally {
      Object.assign(vscode.window, { withProgress });
    }
    assert.deepEqual(composed().texts, [code.slice(189, 210).join("\n")]);
    assert.deepEqual(titles, [
      "Waiting for the symbols of silent.txt. Cancel to attach the lines around the place instead.",
      true,
    ]);
    assert.ok(asked > 0);
  });

  it("N2 attaches nothing of an excluded file without asking", async () => {
    const uri = await file("excluded.txt", "secret");
    settings.exclude = ["**/excluded.txt"];
    const messages = new Messages();
    try {
      await assert.rejects(async () => askAboutThis(parts).run({ uri, lineNumber: 1 }), /excluded/);
      assert.match(messages.last?.message ?? "", /is excluded from questions/);
    } finally {
      messages.restore();
    }
    assert.deepEqual([composed().texts, opened], [[], 0]);
  });

  it("N14 composes a failed test: its code and its message", async () => {
    const uri = await file("adds.txt", "one\ntwo");
    const tests = vscode.tests.createTestController("askAbout", "Ask about");
    owned.push(tests);
    const test = tests.createTestItem("adds", "adds numbers", uri);
    test.range = new vscode.Range(0, 0, 1, 3);
    const message = vscode.TestMessage.diff("not equal", "3", "4");
    message.location = new vscode.Location(uri, new vscode.Position(1, 0));
    await ran(askAboutThis(parts), { test, message });
    const [source, failure] = composed().texts;
    assert.equal(source, "one\ntwo");
    assert.match(failure ?? "", /^not equal\n\nExpected:\n3\n\nActual:\n4\n\n.*adds\.txt:2$/s);
    assert.equal(composed().draft, 'The test "adds numbers" fails. Explain why and how to fix it.');
    await sentAsPreviewed();
  });

  it("N14 composes a cell with its error, without pictures", async () => {
    const data = new vscode.NotebookData([
      new vscode.NotebookCellData(vscode.NotebookCellKind.Code, "1 / 0", "python"),
    ]);
    data.cells[0]!.outputs = [
      new vscode.NotebookCellOutput([
        vscode.NotebookCellOutputItem.text("before\n"),
        new vscode.NotebookCellOutputItem(new Uint8Array([1]), "image/png"),
      ]),
      new vscode.NotebookCellOutput([
        vscode.NotebookCellOutputItem.error({
          name: "ZeroDivisionError",
          message: "division by zero",
          stack: "\u001B[31mTraceback\u001B[0m",
        }),
      ]),
    ];
    const notebook = await vscode.workspace.openNotebookDocument("jupyter-notebook", data);
    await ran(askAboutThis(parts), notebook.cellAt(0));
    assert.deepEqual(composed().texts, [
      "1 / 0",
      "before\n\nZeroDivisionError: division by zero\nTraceback",
    ]);
    assert.equal(composed().draft, "Explain the error of this cell and how to fix it.");
    await sentAsPreviewed();
  });

  it("N14 lists what lies open for the palette, and asks about what is picked", async () => {
    const uri = await file("open.txt", code.join("\n"));
    const editor = await vscode.window.showTextDocument(uri);
    editor.selection = new vscode.Selection(299, 0, 299, 4);
    const [seen, picked]: [string[], string[]] = [[], ["Selection", "Line 300", "nothing"]];
    const showQuickPick = async (rows: vscode.QuickPickItem[]) => {
      seen.push(rows.map(({ label, description }) => `${label} | ${description}`).join());
      const label = picked.shift();
      return rows.find((row) => row.label === label);
    };
    const commands = await commandsDuring(() =>
      withWindow({ showQuickPick }, async () => askAboutThis(parts).run()),
    );
    assert.deepEqual(commands, [["expertHub.askSelectionElsewhere"]]);
    await withWindow({ showQuickPick }, async () => {
      await ran(askAboutThis(parts));
      await askAboutThis(parts).run();
    });
    assert.deepEqual(composed().texts, [code.slice(289, 310).join("\n")]);
    assert.ok(
      seen.every((rows) => rows.startsWith("Selection | open.txt:300,Line 300 | open.txt")),
    );
    await discardAll();
    if (!vscode.window.activeTerminal)
      await assert.rejects(async () => askAboutThis(parts).run(), /Open a file or a terminal/);
  });

  it("N14 takes the text of the terminal, and leaves the clipboard as it was", async () => {
    const { clipboard } = vscode.env;
    await clipboard.writeText("mine");
    for (const command of [askAboutTerminalSelection(parts), askAboutLastCommand(parts)])
      await assert.rejects(async () => command.run(), /selected in the terminal|not known/);
    assert.deepEqual([await clipboard.readText(), opened], ["mine", 0]);
    const { executeCommand } = vscode.commands;
    const copying = async (id: string) => clipboard.writeText(`from ${id.split(".").at(-1)}`);
    Object.assign(vscode.commands, { executeCommand: copying });
    try {
      await ran(askAboutLastCommand(parts));
    } finally {
      Object.assign(vscode.commands, { executeCommand });
    }
    assert.deepEqual(composed().texts, ["from copyLastCommandAndLastCommandOutput"]);
    assert.equal(await clipboard.readText(), "mine");
    await sentAsPreviewed();
  });

  it("asks before it replaces what may be a picture on the clipboard", async () => {
    const written: string[] = [];
    let text = "";
    const clipboard: vscode.Clipboard = {
      readText: async () => text,
      writeText: async (value) => void written.push((text = value)),
    };
    const messages = new Messages();
    const { executeCommand } = vscode.commands;
    Object.assign(vscode.commands, { executeCommand: () => clipboard.writeText("selected") });
    try {
      for (const ask of [askAboutTerminalSelection, askAboutLastCommand])
        await ask(parts, clipboard).run();
      assert.deepEqual([written, opened, composed().texts], [[], 0, []]);
      assert.match(messages.last?.detail ?? "", /a picture or files, they will be lost/);
      messages.press = () => "Copy";
      await ran(askAboutTerminalSelection(parts, clipboard));
    } finally {
      Object.assign(vscode.commands, { executeCommand });
      messages.restore();
    }
    assert.deepEqual([composed().texts, text], [["selected"], ""]);
  });
});
