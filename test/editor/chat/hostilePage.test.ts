import assert from "node:assert/strict";
import { monitorEventLoopDelay } from "node:perf_hooks";
import * as vscode from "vscode";
import { unexpectedErrorSentence } from "../../../src/platform/core/explain";
import { workbench } from "../../support/builtInExperts";
import { ChatTab, outputOf } from "../support/chatTab";
import { RecordingProxy } from "../support/recordingProxy";
import { startHub, type TestHub } from "../support/hub";
import { keepsBudget } from "../../support/machineSpeed";
import { until } from "../support/inputs";

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

/** What a compromised page could send: none of it may have an effect. */
describe("a page that says something else than ours", () => {
  let hub: TestHub;
  let door: RecordingProxy;
  let tab: ChatTab;
  let other: ChatTab;

  before(async () => {
    hub = await startHub();
    door = await RecordingProxy.before(hub);
    await door.connect([workbench]);
    await run("expertHub.newConversation");
    other = await ChatTab.open();
    await other.send("500 + 5");
    await other.settled();
    await run("expertHub.newConversation");
    tab = await ChatTab.open();
    await tab.send("600 + 6");
    await tab.settled();
  });
  after(async () => {
    await run("workbench.action.closeAllEditors");
    await door.close();
    await hub.close();
  });

  const replyTo = (id: number) =>
    tab.heard.find((message) => "reply" in message && message.reply === id);

  const shapeless: unknown[] = [
    null,
    undefined,
    0,
    "send",
    true,
    [],
    {},
    [{ call: "send", id: 1, args: { text: "x" } }],
    { call: "send" },
    { call: "send", id: "1", args: { text: "x" } },
    { call: ["send"], id: 1, args: { text: "x" } },
    { call: { toString: "send" }, id: 1 },
    { reply: 1, result: "x" },
    { event: "chat", chat: {} },
    { call: "unknown", id: 1 },
    ...["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"].map((call) => ({
      call,
      id: 1,
      args: { text: "x" },
    })),
    JSON.parse('{"__proto__":{"call":"send","id":1,"args":{"text":"x"}}}'),
    JSON.parse('{"call":"unknown","id":1,"__proto__":{"polluted":true}}'),
  ];

  it("P10 is not answered where it makes no call", async () => {
    door.count();
    await tab.say(shapeless);
    const { turns } = await tab.view();
    assert.equal(replyTo(1), undefined);
    assert.equal(turns.length, 1);
    assert.deepEqual(door.questions, []);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });

  it("P10 is refused where its arguments are of the wrong kind, and nothing changes", async () => {
    const turnId = (await tab.last())?.id;
    const theirs = (await other.last())?.id;
    const { conversationId } = (await other.view()).pageState;
    const wrong: [call: string, args: unknown][] = [
      ...[undefined, null, 7, "x", [], {}, { text: null }, { text: {} }, { text: ["x"] }].flatMap(
        (args): [string, unknown][] => ["send", "preview", "saveDraft"].map((call) => [call, args]),
      ),
      ...["useTurn", "useOutput", "resolveProblem", "setOptions", "openLink"].flatMap(
        (call): [string, unknown][] => [
          [call, undefined],
          [call, null],
        ],
      ),
      ["saveDraft", { conversationId, text: "OWN" }],
      ["saveDraft", { conversationId: "constructor", text: "OWN" }],
      ["useTurn", { turnId, action: "constructor" }],
      ["useTurn", { turnId, action: "__proto__" }],
      ["useTurn", { turnId: theirs, action: "fork" }],
      ["useTurn", { turnId: theirs, action: "showRaw" }],
      ["useTurn", { turnId: "__proto__", action: "fork" }],
      ["useOutput", { turnId: theirs, action: "copy" }],
      ["useOutput", { turnId: "constructor", action: "copy" }],
      ["useOutput", { turnId, action: "run" }],
      ["useOutput", { turnId, action: "copy", blockIndex: "0" }],
      ["useOutput", { turnId, action: "copy", blockIndex: -1 }],
      ["useOutput", { turnId, action: "copy", blockIndex: 2 ** 40 }],
      ["useOutput", { turnId, action: "replace" }],
      ["resolveProblem", { turnId, action: "retry" }],
      ["resolveProblem", { turnId: theirs, action: "retry" }],
      ["resolveProblem", { action: "toString" }],
      ["setOptions", { options: null }],
      ["setOptions", { options: { mode: "shell" } }],
      ["setOptions", { options: JSON.parse('{"tools":{"__proto__":true}}') as object }],
      ["revealAttachment", { turnId: theirs }],
      ["openLink", { url: "command:workbench.action.reloadWindow" }],
      ["openLink", { url: "file:///etc/passwd" }],
      ["openLink", {}],
      ["openFile", { turnId: theirs, file: "cart.ts" }],
      ["openFile", { turnId, file: "/etc/passwd" }],
      ["openFile", { turnId, file: "../cart.ts" }],
      ["openFile", { turnId, file: "" }],
      ["openFile", { turnId }],
      ["existingFiles", { turnId: theirs, paths: ["cart.ts"] }],
      ["existingFiles", { turnId, paths: [7] }],
      ["existingFiles", { turnId, paths: Array.from({ length: 201 }, () => "cart.ts") }],
      ["existingFiles", { turnId }],
      ["enqueue", {}],
      ["enqueue", { text: "" }],
      ["useQueue", {}],
      ["useQueue", { action: "toString", questionId: "a" }],
      ["useQueue", { action: "remove" }],
      ["useQueue", { action: "edit", questionId: theirs }],
    ];
    await vscode.env.clipboard.writeText("as it was");
    const before = JSON.stringify(await tab.view());
    const tabs = tabCount();
    door.count();
    await tab.say(wrong.map(([call, args], at) => ({ call, id: 1000 + at, args })));
    await until("each is answered", () => wrong.every((_, at) => replyTo(1000 + at)));
    const answered = wrong.filter((_, at) => !("failure" in (replyTo(1000 + at) ?? {})));
    assert.deepEqual(answered, []);
    const unexpected = wrong.filter((_, at) => {
      const reply = replyTo(1000 + at);
      return reply && "failure" in reply && reply.failure.includes(unexpectedErrorSentence);
    });
    assert.deepEqual(unexpected, []);
    assert.equal(JSON.stringify(await tab.view()), before);
    assert.equal((await other.view()).pageState.draft, "");
    assert.deepEqual(door.passed, []);
    assert.equal(tabCount(), tabs);
    assert.equal(await vscode.env.clipboard.readText(), "as it was");
  });

  it("P10 cannot bring in a text of its own: the host takes what the hub had answered", async () => {
    const document = await vscode.workspace.openTextDocument({ content: "" });
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    const turn = await tab.last();
    const output = turn ? outputOf(turn) : "";
    const own = { turnId: turn?.id ?? "", text: "OWN", output: "OWN", code: "OWN", title: "OWN" };
    await tab.call("useOutput", { ...own, action: "copy" });
    assert.equal(await vscode.env.clipboard.readText(), output);
    await tab.call("useOutput", { ...own, action: "insert" });
    await until("it is inserted", () => document.getText() !== "");
    assert.equal(document.getText(), output);
  });

  it("P10 stays without effect ten thousand times in a second, and the host goes on", async () => {
    const { conversationId } = (await tab.view()).pageState;
    const flood = Array.from({ length: 10_000 }, (_, at) =>
      at % 10 === 0
        ? { call: "saveDraft", id: 5_000 + at, args: { conversationId, text: `draft ${at}` } }
        : (shapeless[at % shapeless.length] ?? { call: "useTurn", id: 5_000 + at, args: {} }),
    );
    await keepsBudget(async () => {
      const delay = monitorEventLoopDelay({ resolution: 10 });
      delay.enable();
      door.count();
      await tab.say(flood);
      const answer = run<{ output: string }>("expertHub.ask", { input: "700 + 7" });
      await until(
        "all drafts are taken",
        async () => (await tab.view()).pageState.draft === "draft 9990",
        25_000,
      );
      assert.match((await answer).output, /707/);
      delay.disable();
      assert.equal(door.questions.length, 1);
      await tab.call("saveDraft", { conversationId, text: "" });
      return delay.max / 1e6 / 3_000;
    });
  });
});

function tabCount(): number {
  return vscode.window.tabGroups.all.reduce((sum, { tabs }) => sum + tabs.length, 0);
}
