import assert from "node:assert/strict";
import * as vscode from "vscode";
import { workbench } from "../../support/builtInExperts";
import { ChatTab, outputOf, sentenceOf } from "../support/chatTab";
import { RecordingProxy } from "../support/recordingProxy";
import { startHub, type TestHub } from "../support/hub";
import { answering, pause, until } from "../support/inputs";
import { Messages } from "../support/messages";
import { sendsSelections } from "../support/sendsSelections";
import { itWithAll } from "../../support/testSize";

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

interface Answer {
  conversationId: string;
  output: string;
}

interface Late {
  conversationId: string;
  ended: PromiseLike<string>;
}

describe("questions side by side", () => {
  sendsSelections();
  let hub: TestHub;
  let door: RecordingProxy;
  const tabs: ChatTab[] = [];
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  /** A question that is never answered, alongside all others; the last test checks its result. */
  let late: Late;

  before(async () => {
    hub = await startHub();
    door = await RecordingProxy.before(hub);
    await door.connect([workbench]);
    process.on("unhandledRejection", note);
    late = await askLate();
  });
  beforeEach(async () => {
    await run("expertHub.newConversation");
    door.count();
    unhandled.length = 0;
  });
  afterEach(() => {
    door.letThrough();
    door.answers = () => false;
    for (const tab of tabs.splice(0)) tab.close();
    assert.deepEqual(unhandled, []);
  });
  after(async () => {
    process.off("unhandledRejection", note);
    await run("workbench.action.closeAllEditors");
    await door.close();
    await hub.close();
  });

  /** Resolves once it has been sent. */
  async function askLate(): Promise<Late> {
    const own = vscode.workspace.getConfiguration("expertHub");
    const { Global } = vscode.ConfigurationTarget;
    await run("expertHub.newConversation");
    const tab = await openTab();
    const { conversationId } = (await tab.view()).pageState;
    await own.update("timeoutSeconds", 10, Global);
    const ended = run("expertHub.ask", { expertId: 2005, input: "x" }).then(
      () => "it was answered",
      ({ message }: Error) => message,
    );
    await until("it is out", () => door.questions.length === 1);
    await own.update("timeoutSeconds", undefined, Global);
    // A test must not find it as the active chat.
    for (const each of tabs.splice(0)) each.close();
    return { conversationId, ended };
  }

  const out = () => hub.journal().findLast(({ path }) => path.endsWith("/invoke_agent"));

  async function openTab(options?: { speaking?: boolean }): Promise<ChatTab> {
    const tab = await ChatTab.open(options);
    tabs.push(tab);
    return tab;
  }

  it("P1 one chat sends one question, however often Send is pressed meanwhile", async () => {
    const tab = await openTab();
    door.holdBack(/1 \+ 1/);
    const args = { text: "1 + 1" };
    await tab.say(Array.from({ length: 50 }, (_, id) => ({ call: "send", id, args })));
    await until("all are answered", () => tab.heard.filter((m) => "reply" in m).length === 50);
    await pause(100);
    door.letThrough();
    assert.match(outputOf(await tab.settled()), /2/);
    assert.equal(door.questions.length, 1);
    assert.equal((await tab.view()).turns.length, 1);
    assert.equal(tab.heard.filter((message) => "failure" in message).length, 49);
  });

  it("P1 a command that is run twice asks once for each text, and a selection once", async () => {
    const document = await vscode.workspace.openTextDocument({ content: "6 * 7" });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(0, 0, 0, 5);
    door.holdBack(/6 \* 7/);
    await Promise.all([run("expertHub.askSelection"), run("expertHub.askSelection")]);
    await until("one is out", () => door.held > 0);
    await pause(300);
    assert.equal(door.questions.length, 1);
  });

  it("P2 each answer comes into its own chat, the fast one before the slow one", async () => {
    const slow = await openTab();
    await run("expertHub.newConversation");
    const fast = await openTab();
    door.holdBack(/^2000 \+ 1$/);
    await slow.send("2000 + 1");
    await fast.send("3000 + 2");
    assert.match(outputOf(await fast.settled()), /3002/);
    assert.equal((await slow.last())?.result.state, "waiting");
    door.letThrough();
    assert.match(outputOf(await slow.settled()), /2001/);
    const [one, other] = [await slow.view(), await fast.view()];
    assert.deepEqual(
      [one, other].map(({ turns }) => turns.map(({ question }) => question)),
      [["2000 + 1"], ["3000 + 2"]],
    );
    const sessions = door.questions.map((body) => body["session_id"]);
    assert.equal(new Set(sessions).size, 2);
    assert.notEqual(one.pageState.conversationId, other.pageState.conversationId);
  });

  it("P3 a tab that is closed on a question loses nothing: the answer is kept", async () => {
    const tab = await openTab();
    const shown: string[] = [];
    const { showErrorMessage } = vscode.window;
    Object.assign(vscode.window, {
      showErrorMessage: async (sentence: string) => void shown.push(sentence),
    });
    try {
      const { conversationId } = (await tab.view()).pageState;
      door.holdBack(/41 \+ 1/);
      await tab.send("41 + 1");
      await until("it is out", () => door.held === 1);
      tab.close();
      await run("expertHub.newConversation");
      door.letThrough();
      await run("expertHub.openConversation", conversationId);
      const again = await openTab();
      assert.match(outputOf(await again.settled()), /42/);
      assert.equal(door.questions.length, 1);
      assert.deepEqual(shown, []);
    } finally {
      Object.assign(vscode.window, { showErrorMessage });
    }
  });

  it("D5 a conversation that is deleted takes its question back from the hub", async () => {
    const tab = await openTab();
    const { conversationId } = (await tab.view()).pageState;
    door.holdBack(/43 \+ 1/);
    await tab.send("43 + 1");
    await until("it is out", () => door.held === 1);
    const messages = new Messages(() => "Delete");
    try {
      await run("expertHub.deleteConversation", conversationId);
    } finally {
      messages.restore();
    }
    await until("it is given up", () => door.held === 0);
  });

  it("P5 a page that was hidden all the while has the answer when it is shown again", async () => {
    const tab = await openTab({ speaking: false });
    const chats = () => tab.heard.filter((message) => "reply" in message && "result" in message);
    await until("the page is up", () => chats().length > 0);
    const { conversationId } = (await chatOf(tab)) ?? {};
    door.holdBack(/51 \+ 4/);
    const runner = run<Answer>("expertHub.ask", { expertId: workbench, input: "51 + 4" });
    await until("it is out", () => door.held === 1);
    const column = tab.panel.viewColumn ?? vscode.ViewColumn.One;
    await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ content: "in front" }),
      column,
    );
    await until("the page is hidden", () => !tab.panel.visible);
    door.letThrough();
    assert.equal((await runner).conversationId, conversationId);
    tab.heard.length = 0;
    tab.panel.reveal();
    await until("the page asked for everything and has the answer", async () => {
      const [turn] = (await turnsIn(tab)) ?? [];
      return turn !== undefined && /55/.test(outputOf(turn));
    });
    assert.equal(door.questions.length, 1);
  });

  it("P7 an answer of the hub before stays its own, and its session ends there", async () => {
    const other = await startHub();
    const next = await RecordingProxy.before(other);
    const tab = await openTab();
    try {
      await tab.send("70 + 1");
      await tab.settled();
      door.holdBack(/70 \+ 7/);
      await tab.send("70 + 7");
      await until("it is out", () => door.held === 1);
      await next.connect([workbench]);
      door.letThrough();
      const late = await tab.settled();
      assert.match(outputOf(late), /77/);
      const { turns, pageState: state } = await tab.view();
      const [hostBefore, hostNow] = [door, next].map(({ baseUrl }) => new URL(baseUrl).host);
      assert.equal(state.hubLabel, hostNow);
      assert.deepEqual(
        turns.map(({ otherHub }) => otherHub),
        [hostBefore, hostBefore],
      );
      assert.equal(state.setupStep, "otherHub");
      await assert.rejects(tab.send("70 + 8"), /this conversation is with/);
      await tab.call("resolveProblem", { action: "continueHere" });
      await tab.send("70 + 8");
      assert.equal((await tab.settled()).otherHub, undefined);
      const again = { turnId: late.id, action: "askAgain" } as const;
      await assert.rejects(tab.call("useTurn", again), /this question was for/);
      const [before, after] = [door.questions.at(-1), next.questions.at(-1)];
      assert.ok(before?.["session_id"] && after?.["session_id"]);
      assert.notEqual(before["session_id"], after["session_id"]);
      assert.equal(after["conversation_history"], undefined);
      assert.equal(door.questions.length, 2);
    } finally {
      await door.connect([]);
      await next.close();
      await other.close();
    }
  });

  it("P8 an expert that is gone meanwhile is told as such, and stays in the list marked", async () => {
    const tab = await openTab();
    let looked = 0;
    door.answers = ({ path, body }, response) => {
      if (path.endsWith(`/get_expert/${workbench}`)) looked++;
      const gone = path.endsWith(`/get_expert/${workbench}`) || path.endsWith("/invoke_agent");
      if (gone && (body === "" || body.includes(`"expert_id":${workbench},`))) {
        const error = { error: 404, message: "There is no such expert." };
        response.writeHead(404, { "content-type": "application/json" }).end(JSON.stringify(error));
        return true;
      }
      return false;
    };
    await tab.send("1 + 1");
    const turn = await tab.settled();
    assert.match(sentenceOf(turn), new RegExp(`expert ${workbench}`));
    assert.deepEqual(
      turn.result.state === "failed" && turn.result.problem.remedies.map(({ action }) => action),
      ["refreshExpert", "retry"],
    );
    await until("its row is looked after", () => looked > 0);
    assert.equal((await tab.view()).pageState.expert?.id, workbench);
    assert.equal(door.questions.length, 1);
  });

  itWithAll(
    "P8 an ability that is gone is the hub's to refuse, and is not sent once we know",
    async () => {
      const tab = await openTab();
      await tab.call("useAbility", { abilityId: 21 });
      const { abilityName } = (await tab.view()).pageState.expert ?? {};
      assert.ok(abilityName, "no ability was chosen");
      const json = { "content-type": "application/json" };
      door.answers = ({ path, body }, answer) => {
        if (!path.endsWith("/invoke_agent") || !body.includes('"ability_id"')) return false;
        const error = { error: 404, message: "There is no such ability." };
        answer.writeHead(404, json).end(JSON.stringify(error));
        return true;
      };
      await tab.send("1 + 2");
      const { id: refused } = await tab.settled();
      assert.match(sentenceOf(await tab.settled()), /ability \d+/);
      const [record] = await readExpert(hub, workbench);
      const refuse = door.answers;
      door.answers = (passing, answer) => {
        if (!passing.path.includes("/get_expert")) return refuse(passing, answer);
        answer.writeHead(200, json).end(JSON.stringify([{ ...record, abilities: [] }]));
        return true;
      };
      await run("expertHub.refreshExperts");
      assert.equal((await tab.view()).pageState.expert?.abilityName, undefined);
      await tab.send("1 + 3");
      assert.match(outputOf(await tab.settled()), /4/);
      assert.equal("ability_id" in (door.questions.at(-1) ?? {}), false);
      const sent = door.questions.length;
      await assert.rejects(
        async () => tab.call("resolveProblem", { turnId: refused, action: "retry" }),
        /no longer has the ability/,
      );
      assert.equal(door.questions.length, sent);
      door.answers = () => false;
      await run("expertHub.refreshExperts");
    },
  );

  it("P9 a question on its way is left alone by settings, themes and moved views", async () => {
    const tab = await openTab();
    const workbench = vscode.workspace.getConfiguration("workbench");
    const own = vscode.workspace.getConfiguration("expertHub");
    const { Global } = vscode.ConfigurationTarget;
    const theme = workbench.inspect("colorTheme")?.globalValue;
    door.holdBack(/90 \+ 9/);
    await tab.send("90 + 9");
    await until("it is out", () => door.held === 1);
    try {
      await workbench.update("colorTheme", "Default High Contrast", Global);
      await own.update("timeoutSeconds", 20, Global);
      await own.update("historyTurns", 3, Global);
      await own.update("memory", "none", Global);
      await run("workbench.action.moveEditorToNextGroup");
      await run("workbench.action.toggleSidebarPosition");
      await run("workbench.action.closeSidebar");
      await pause(200);
      assert.equal((await tab.last())?.result.state, "waiting");
      assert.equal(door.held, 1);
      door.letThrough();
      assert.match(outputOf(await tab.settled()), /99/);
      assert.equal(door.questions.length, 1);
    } finally {
      await workbench.update("colorTheme", theme, Global);
      for (const name of ["timeoutSeconds", "historyTurns", "memory"])
        await own.update(name, undefined, Global);
      await run("workbench.action.toggleSidebarPosition");
    }
  });

  it("C1 Stop at one second: the hub sees it, and the words are back", async () => {
    const tab = await openTab();
    const runner = run("expertHub.ask", { expertId: 2006, input: "Answered late" });
    const told = assert.rejects(async () => runner, /was stopped/);
    await until("it is out", () => door.questions.length === 1);
    await pause(1000);
    await tab.call("stop");
    // The answer would come five seconds later.
    await until("it is not waited for", async () => !(await tab.view()).pageState.busy, 4000);
    await told;
    await until("the hub sees it", () => out()?.outcome === "left", 4000);
    assert.equal((await tab.last())?.result.state, "stopped");
  });

  it("C1 what was typed is in the composer again once it was stopped", async () => {
    const tab = await openTab();
    door.holdBack(/to be stopped/);
    await tab.send("to be stopped");
    await until("it is out", () => door.held === 1);
    assert.equal((await tab.view()).pageState.draft, "");
    await tab.call("stop");
    await tab.settled();
    await until("the words are back", async () => {
      const { draft, busy } = (await tab.view()).pageState;
      return draft === "to be stopped" && !busy;
    });
  });

  it("M14 a question that was typed into its box is stopped, or fails, in the chat alone", async () => {
    const tab = await openTab();
    door.holdBack(/typed and stopped/);
    const runner = answering(["typed and stopped"], () => run("expertHub.ask"));
    await until("it is out", () => door.held === 1);
    await tab.call("stop");
    assert.equal((await runner).result, undefined);
    assert.equal((await tab.settled()).result.state, "stopped");
    // Nor is a failure reported twice: the chat shows it.
    const { result } = await answering(["typed and refused"], () =>
      run("expertHub.ask", { expertId: 400 }),
    );
    assert.equal(result, undefined);
    assert.equal((await tab.settled()).result.state, "failed");
  });

  it("C4 the deadline says how long it was, where to change it, and what it means", async () => {
    const message = await late.ended;
    assert.match(message, /\b10 s/);
    assert.match(message, /expertHub\.timeoutSeconds/);
    assert.match(message, /may still be working/);
    await run("expertHub.openConversation", late.conversationId);
    const tab = await openTab();
    const turn = await tab.last();
    assert.deepEqual(
      turn?.result.state === "failed" && turn.result.problem.remedies.map(({ action }) => action),
      ["retry", "openSettings"],
    );
    const asked = hub.journal().filter(({ body }) => body?.includes('"expert_id":2005,'));
    assert.equal(asked.length, 1);
  });
});

/** The turns that the page received when it requested everything. */
async function turnsIn(tab: ChatTab) {
  return tab.heard
    .flatMap((message) =>
      "reply" in message && "result" in message && isView(message.result)
        ? [message.result.turns]
        : "event" in message && message.event === "chat"
          ? [message.chat.turns]
          : [],
    )
    .at(-1);
}

async function chatOf(tab: ChatTab) {
  return tab.heard
    .flatMap((message) =>
      "reply" in message && "result" in message && isView(message.result)
        ? [message.result.pageState]
        : [],
    )
    .at(-1);
}

type View = Awaited<ReturnType<ChatTab["view"]>>;

function isView(result: unknown): result is View {
  return typeof result === "object" && result !== null && "turns" in result;
}

async function readExpert(hub: TestHub, id: number): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${hub.baseUrl}/api/v1/get_expert/${id}`, {
    headers: { "svc-api-key": hub.key },
  });
  return (await response.json()) as Record<string, unknown>[];
}
