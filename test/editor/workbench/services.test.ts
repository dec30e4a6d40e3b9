import assert from "node:assert/strict";
import * as vscode from "vscode";
import { setupError } from "../../../src/features/experts/core/setup";
import type { Connection } from "../../../src/features/connection/core/connection";
import { PendingConfirmations } from "../../../src/features/asking/core/pendingConfirmations";
import { LastEditor } from "../../../src/platform/editor/lastEditor";
import { Notify, perform } from "../../../src/platform/editor/notify";
import { buildWorkbench } from "../../../src/platform/editor";
import { ChannelLog } from "../../../src/platform/editor/log";
import { Commands } from "../../../src/platform/editor/commands";
import { withProgress } from "../../../src/platform/editor/progress";
import { Snapshots } from "../../../src/platform/editor/snapshots";
import { HubError } from "../../../src/contract/errors";
import type { Retry } from "../../../src/client/retry";
import { Emitter } from "../../../src/kit/event";
import { remedies } from "../../../src/contract/vocabulary";
import { until } from "../support/inputs";
import { Messages } from "../support/messages";
import { recordCommands } from "../support/standIns";
import { itWithAll } from "../../support/testSize";

const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);

describe("the progress of a task", () => {
  it("says when the hub is asked again, and no longer once it is", async () => {
    const retrying = new Emitter<Retry>();
    const said: (string | undefined)[] = [];
    const { withProgress: original } = vscode.window;
    const { token } = new vscode.CancellationTokenSource();
    Object.assign(vscode.window, {
      withProgress: (_: unknown, task: (...args: unknown[]) => unknown) =>
        task({ report: ({ message }: { message?: string }) => said.push(message) }, token),
    });
    const connection = { onWillRetry: retrying.event } as unknown as Connection;
    const options = { location: vscode.ProgressLocation.Window };
    try {
      const task = async () => {
        retrying.fire({ waitMs: 30 } as Retry);
        assert.deepEqual(said, ["Asking again in 1 second"]);
        await until("the wait is over", () => said.length > 1);
        assert.equal(said[1], "");
        return 7;
      };
      assert.equal(await withProgress(options, task, connection), 7);
      await assert.rejects(
        async () => withProgress(options, () => Promise.reject(new Error("failed")), connection),
        /^Error: failed$/,
      );
      retrying.fire({ waitMs: 30 } as Retry);
      assert.equal(said.length, 2, "it is over");
    } finally {
      Object.assign(vscode.window, { withProgress: original });
    }
  });
});

async function show(document: vscode.TextDocument): Promise<vscode.TextEditor> {
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  await until("it is active", () => vscode.window.activeTextEditor?.document === document);
  return editor;
}

const untitled = async (content: string) =>
  show(await vscode.workspace.openTextDocument({ content }));

describe("the editors that the user was in", () => {
  let last: LastEditor;
  beforeEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    last = new LastEditor();
  });
  afterEach(async () => {
    last.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  const texts = () => last.used.map(({ document }) => document.getText());

  it("are known newest first, each document once, however often it is shown", async () => {
    const one = await untitled("one");
    await untitled("two");
    assert.deepEqual(texts(), ["two", "one"]);
    await show(one.document);
    assert.deepEqual(texts(), ["one", "two"]);
    await untitled("three");
    assert.deepEqual(texts(), ["three", "one", "two"]);
  });

  it("leave out what nobody writes into: descriptions, proposals, snapshots, Git and output", async () => {
    await untitled("a file");
    for (const scheme of [
      "output",
      "expert-hub",
      "expert-hub-review",
      "expert-hub-snapshot",
      "git",
    ]) {
      const provided = vscode.workspace.registerTextDocumentContentProvider(scheme, {
        provideTextDocumentContent: () => scheme,
      });
      const uri = vscode.Uri.from({ scheme, path: "/x.txt", query: crypto.randomUUID() });
      try {
        await show(await vscode.workspace.openTextDocument(uri));
        assert.deepEqual(texts(), ["a file"], scheme);
      } finally {
        provided.dispose();
      }
    }
  });

  itWithAll("are forgotten beyond the newest twenty", async () => {
    for (let at = 0; at < 22; at++) await untitled(`file ${at}`);
    assert.equal(last.used.length, 20);
    assert.equal(texts()[0], "file 21");
    assert.equal(texts().at(-1), "file 2");
  });
});

describe("documents with a fixed text", () => {
  let snapshots: Snapshots;
  beforeEach(() => {
    snapshots = new Snapshots();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    snapshots.dispose();
  });

  async function shown(name: string, text: string, of?: string): Promise<vscode.Uri> {
    const uri = snapshots.add(name, text, of);
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.getText(), text);
    await vscode.window.showTextDocument(document, { preview: false });
    return uri;
  }

  it("are two where they have the same name", async () => {
    const [one, two] = [snapshots.add("a.txt", "one"), snapshots.add("a.txt", "two")];
    assert.equal(snapshots.provideTextDocumentContent(one), "one");
    assert.equal(snapshots.provideTextDocumentContent(two), "two");
  });

  it("are forgotten once they are closed", () => {
    const closed = new vscode.EventEmitter<{ uri: vscode.Uri }>();
    const { onDidCloseTextDocument } = vscode.workspace;
    Object.assign(vscode.workspace, { onDidCloseTextDocument: closed.event });
    const own = new Snapshots();
    Object.assign(vscode.workspace, { onDidCloseTextDocument });
    const [one, two] = [own.add("a.txt", "one"), own.add("b.txt", "two")];
    closed.fire({ uri: one });
    assert.equal(own.provideTextDocumentContent(one), undefined);
    assert.equal(own.provideTextDocumentContent(two), "two");
    own.dispose();
  });

  it("D5 are closed and forgotten with their conversation, and no others", async () => {
    const [mine, other, none] = [
      await shown("Mine.json", "1", "c1"),
      await shown("Other.json", "2", "c2"),
      await shown("None.md", "3"),
    ];
    const behind = snapshots.add("Behind.json", "4", "c1");
    await snapshots.forget("c1");
    await until("its tab is closed", () => tabs().length === 2);
    assert.deepEqual(
      tabs()
        .map(({ label }) => label)
        .toSorted(),
      ["None.md", "Other.json"],
    );
    assert.deepEqual(
      [mine, other, none, behind].map((uri) => snapshots.provideTextDocumentContent(uri)),
      [undefined, "2", "3", undefined],
    );
  });
});

describe("the notification of a failure", () => {
  let messages: Messages;
  const lines: string[] = [];
  const log = { info: () => {}, warn: () => {}, error: (line: string) => lines.push(line) };
  const commands: unknown[][] = [];
  let restoreCommands: () => void;

  beforeEach(() => {
    messages = new Messages();
    lines.length = commands.length = 0;
    restoreCommands = recordCommands(commands);
  });
  afterEach(() => {
    messages.restore();
    restoreCommands();
  });

  it("offers to try again only where somebody can", async () => {
    const notify = new Notify(log);
    const error = new HubError("network", "No way through.");
    notify.failure(error);
    assert.deepEqual(messages.last?.buttons, ["Show Log"]);
    let tries = 0;
    messages.answer("Retry");
    notify.failure(error, { retry: () => tries++ });
    assert.deepEqual(messages.last?.buttons, ["Retry", "Show Log"]);
    await until("it is tried", () => tries === 1);
    assert.deepEqual(commands, []);
    messages.answer("Show Log");
    notify.failure(error, { retry: () => tries++ });
    await until("the log is shown", () => commands.length > 0);
    assert.deepEqual([commands, tries], [[["expertHub.showLog"]], 1]);
    assert.deepEqual(
      lines,
      Array.from({ length: 3 }, () => "failed, network"),
    );
  });

  it("has the hub's words where a model is missing, and nothing of a charge", () => {
    const hubMessage = "This question needs a language model, and none is chosen.";
    const details = { status: 501, hubMessage, mayHaveRun: true };
    const told = (about: { about?: "model" }) => {
      const { notify, snapshots } = buildWorkbench(new ChannelLog(), {}, (own) => own);
      notify.failure(new HubError("server", "It failed.", { ...details, ...about }));
      snapshots.dispose();
      return messages.last;
    };
    assert.deepEqual(told({ about: "model" })?.message, `The hub says: ${hubMessage}`);
    assert.deepEqual(messages.last?.buttons, ["Choose a Model"]);
    assert.match(told({})?.message ?? "", /It failed\. .*charged twice/);
  });

  it("is told in the chat that is in view, with its buttons; what was done is a notification", async () => {
    let isInView = true;
    const held = new PendingConfirmations(() => isInView);
    const notify = new Notify(log, { chat: () => held });
    const error = new HubError("network", "No way through.");
    const commandOfUser = { id: "expertHub.showLog", run: () => Promise.reject(error) } as const;
    await new Commands([commandOfUser], notify).run("expertHub.showLog", []);
    notify.information("Exported.");
    assert.deepEqual(
      messages.told.map(({ message }) => message),
      ["Exported."],
    );
    const { id, sentence, severity, choices } = held.notice!;
    assert.deepEqual([sentence, severity], ["No way through.", "error"]);
    assert.deepEqual(choices, ["Retry", "Show Log"]);
    held.useNotice(id, 1);
    await until("the log is shown", () => commands.length > 0);
    assert.equal(held.notice, undefined);
    isInView = false;
    notify.failure(error);
    assert.deepEqual([held.notice, messages.told.length], [undefined, 2]);
    isInView = true;
    notify.failure(new TypeError("a bug, perhaps of the chat"));
    assert.deepEqual([held.notice, messages.told.length], [undefined, 3]);
    held.dispose();
  });

  it("leaves the chat with the next command, whatever comes of that", async () => {
    const held = new PendingConfirmations(() => true);
    const notify = new Notify(log, { chat: () => held });
    const said = () => held.notice?.sentence;
    let problem: HubError | undefined = setupError("expert");
    const ask = () => (problem ? Promise.reject(problem) : undefined);
    const all = new Commands(
      [
        { id: "expertHub.ask", run: ask },
        { id: "expertHub.addExpert", run: () => undefined },
      ],
      notify,
    );
    await all.run("expertHub.ask", []);
    assert.equal(said(), problem.message);
    await all.run("expertHub.addExpert", []);
    assert.equal(said(), undefined, "its remedy was carried out");
    problem = new HubError("network", "No way through.");
    await all.run("expertHub.ask", []);
    assert.equal(said(), "No way through.");
    problem = undefined;
    await all.run("expertHub.ask", []);
    assert.equal(said(), undefined, "it did not fail this time");
    held.dispose();
  });

  it("offers to add an expert where there is none to ask", async () => {
    messages.answer("Add Expert");
    new Notify(log).failure(setupError("expert"));
    assert.deepEqual(messages.last?.buttons, ["Add Expert"]);
    await until("it is being added", () => commands.length > 0);
    assert.deepEqual(commands, [["expertHub.addExpert"]]);
  });

  it("is none where the user cancelled", () => {
    new Notify(log).failure(new HubError("cancelled", "Nothing was sent."));
    assert.deepEqual([messages.told, lines], [[], []]);
  });

  it("leads to the command of each remedy", async () => {
    for (const remedy of remedies)
      if (remedy !== "retry" && remedy !== "continueHere") await perform(remedy);
    assert.deepEqual(commands, [
      ["expertHub.connect"],
      ["expertHub.setApiKey"],
      ["expertHub.openHub"],
      ["expertHub.switchHub"],
      ["expertHub.addExpert"],
      ["expertHub.refreshExperts"],
      ["expertHub.startLocalHub"],
      ["expertHub.addModel"],
      ["expertHub.useModelAddress"],
      ["workbench.action.openSettings", "@ext:expert-hub.expert-hub"],
      ["expertHub.showLog"],
    ]);
  });
});

describe("the log", () => {
  it("is one channel, made with the first line, whose levels are those of its lines", () => {
    const { createOutputChannel } = vscode.window;
    const made: unknown[][] = [];
    const said: unknown[][] = [];
    const say =
      (level: string) =>
      (...line: unknown[]) =>
        said.push([level, ...line]);
    Object.assign(vscode.window, {
      createOutputChannel: (...args: unknown[]) => {
        made.push(args);
        return {
          info: say("info"),
          warn: say("warn"),
          error: say("error"),
          show: say("show"),
          dispose: say("dispose"),
        };
      },
    });
    try {
      const log = new ChannelLog();
      assert.deepEqual(made, []);
      log.info("one");
      log.warn("two");
      log.error("three");
      log.show();
      log.dispose();
    } finally {
      Object.assign(vscode.window, { createOutputChannel });
    }
    assert.deepEqual(made, [["Expert Hub", { log: true }]]);
    assert.deepEqual(said, [
      ["info", "one"],
      ["warn", "two"],
      ["error", "three"],
      // The cursor stays where it is.
      ["show", true],
      ["dispose"],
    ]);
  });
});
