import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { BuiltInHub } from "../../../src/features/connection/core/builtInHub";
import type { BuiltInHubModule } from "../../../src/contract/builtInHubApi";
import { FileExperts } from "../../../src/features/experts/core/fileExperts";
import { FileProblems } from "../../../src/features/experts/editor/fileProblems";
import { ExpertNode } from "../../../src/features/experts/editor/expertRows";
import { newExpert } from "../../../src/features/experts/editor/newExpertFile";
import { openExpertFile, removeExpert } from "../../../src/features/experts/editor/commands";
import { ChannelLog } from "../../../src/platform/editor/log";
import { Notify } from "../../../src/platform/editor/notify";
import { trustedFolders } from "../../../src/platform/editor/restricted";
import { connectedTo } from "../support/connected";
import { extension } from "../support/hub";
import { answering, nextMessage, until } from "../support/inputs";

describe("experts from files", () => {
  const { uri: root } = vscode.workspace.workspaceFolders![0]!;
  const place = (name: string) => vscode.Uri.joinPath(root, name);
  const write = (name: string, text: string) =>
    vscode.workspace.fs.writeFile(place(name), new TextEncoder().encode(text));
  const notify = new Notify(new ChannelLog());
  const bundle = path.join(extension().extensionPath, "dist", "builtInHub.cjs");
  const builtInHub = new BuiltInHub({
    load: async () => (await import(bundle)) as BuiltInHubModule,
    folders: trustedFolders,
  });
  const { connection, roster } = connectedTo({ baseUrl: "", key: "" }, undefined, builtInHub);
  const fileExperts = new FileExperts({ connection, builtInHub, roster });
  const problems = new FileProblems(fileExperts);
  const names = () => roster.list.map(({ expert }) => expert?.name);
  const problemsOf = (name: string) =>
    vscode.languages
      .getDiagnostics(place(name))
      .filter(({ source }) => source === "Expert Hub")
      .map(({ range, message, severity }) => ({ line: range.start.line, message, severity }));

  const begin = () => answering(["Release Notes"], async () => newExpert(connection, notify).run());

  before(async () => {
    await connection.useBuiltIn(true);
    await fileExperts.refresh();
  });
  after(async () => {
    for (const one of [problems, fileExperts, roster, connection, builtInHub]) one.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    for (const name of [".github", ".claude"])
      await vscode.workspace.fs.delete(place(name), { recursive: true });
  });

  it("appear, change and disappear in the tree with their files", async () => {
    const file = ".github/agents/reviewer.agent.md";
    await write(file, "---\nname: Reviewer\n---\nYou review.");
    await until("the expert is there", () => names().includes("Reviewer"));
    await write(file, "---\nname: Critic\n---\nYou review.");
    await until("the expert has its new name", () => names().join() === "Critic");
    const item = new ExpertNode(roster, roster.list[0]!.id).item();
    assert.equal(item.contextValue, "expert.file");
    assert.match(String(item.description), /from a file/);
    await vscode.workspace.fs.delete(place(".github"), { recursive: true });
    await until("the expert is gone", () => names().length === 0);
  });

  it("have their errors among the problems of VS Code, until they are repaired", async () => {
    const file = ".claude/agents/bad.md";
    await write(file, "---\nname: bad\ntools: [read\n---\nYou review.");
    await until("the problem is there", () => problemsOf(file).length === 1);
    const [problem] = problemsOf(file);
    assert.equal(problem?.severity, vscode.DiagnosticSeverity.Error);
    assert.match(problem.message, /^The front matter is not valid YAML: /);
    assert.ok(problem.line === 2 || problem.line === 3);
    await connection.useBuiltIn(false);
    await until("another hub has no problem", () => problemsOf(file).length === 0);
    await connection.useBuiltIn(true);
    await until("the problem is back", () => problemsOf(file).length === 1);
    await write(file, "---\nname: good\ntools: [read]\n---\nYou review.");
    await until("the problem is gone", () => problemsOf(file).length === 0);
  });

  it("begin with a file of their own, which is opened and never replaced", async () => {
    const file = place(".github/agents/release-notes.agent.md");
    await begin();
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.fsPath, file.fsPath);
    assert.match(editor.document.getText(editor.selection), /^In one sentence/);
    await until("the expert is there", () => names().includes("Release Notes"));
    assert.deepEqual(problemsOf(".github/agents/release-notes.agent.md"), []);

    await write(".github/agents/release-notes.agent.md", "Mine");
    await begin();
    assert.equal(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)), "Mine");
  });

  it("can be opened, but not removed, from their rows", async () => {
    const file = ".github/agents/opened.agent.md";
    await write(file, "---\nname: Opened\n---\nYou open.");
    await until("the expert is there", () => names().includes("Opened"));
    const { id } = roster.list.find(({ expert }) => expert?.name === "Opened")!;
    const node = new ExpertNode(roster, id);
    await openExpertFile(fileExperts).run(node);
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, place(file).fsPath);
    const told = nextMessage("showInformationMessage");
    await removeExpert(roster, notify, { selection: [] }).run(node);
    assert.match(await told, /delete its file/);
    assert.ok(roster.get(id));
  });
});

describe("experts from files of the window", () => {
  const file = vscode.Uri.joinPath(
    vscode.workspace.workspaceFolders![0]!.uri,
    ".github/agents/broken.agent.md",
  );
  const ours = () =>
    vscode.languages.getDiagnostics(file).filter(({ source }) => source === "Expert Hub");

  after(() => vscode.workspace.fs.delete(vscode.Uri.joinPath(file, "../.."), { recursive: true }));

  it("are read from when the built-in hub is started until it is stopped", async () => {
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode("---\nname: ["));
    assert.deepEqual(ours(), []);
    await vscode.commands.executeCommand("expertHub.startLocalHub");
    try {
      await until("the problem is there", () => ours().length === 1);
    } finally {
      await vscode.commands.executeCommand("expertHub.stopLocalHub");
    }
    await until("the problem is gone", () => ours().length === 0);
  });
});
