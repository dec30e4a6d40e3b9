import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  draftCommitMessage,
  type CommitMessageParts,
} from "../../../src/features/askAbout/editor/commitMessage";
import { untracked, type Repository } from "../../../src/platform/editor/gitApi";
import { ChatFixture } from "../support/chatFixture";
import { until } from "../support/inputs";
import { Messages } from "../support/messages";
import { soundAnswer, startStubHub, type StubHub } from "../support/stubHub";

const [{ uri: folder }] = vscode.workspace.workspaceFolders as [vscode.WorkspaceFolder];
const change = (name: string, status = 5) => ({
  uri: vscode.Uri.joinPath(folder, name),
  status,
});

/** Picks from the next list in place of the user. */
async function picking<T>(
  pick: (rows: readonly vscode.QuickPickItem[]) => vscode.QuickPickItem | undefined,
  run: () => Promise<T>,
): Promise<T> {
  const { showQuickPick } = vscode.window;
  Object.assign(vscode.window, {
    showQuickPick: async (rows: readonly vscode.QuickPickItem[]) => pick(rows),
  });
  try {
    return await run();
  } finally {
    Object.assign(vscode.window, { showQuickPick });
  }
}

describe("drafting a commit message", () => {
  let fixture: ChatFixture;
  let hub: StubHub;
  let messages: Messages;
  let box: { value: string };
  let state: Repository["state"];
  let output: string;
  let waiting: Promise<void> | undefined;
  let running = 0;
  let most = 0;
  before(async () => {
    hub = await startStubHub(async (request) => {
      if (!request.path.includes("invoke")) return soundAnswer(request);
      await waiting;
      return { body: { output } };
    });
  });
  after(() => hub.close());
  beforeEach(async () => {
    fixture = await ChatFixture.start({ baseUrl: hub.baseUrl, key: "key" }, [1]);
    output = "Add numbers";
    messages = new Messages();
    box = { value: "wip" };
    state = {
      indexChanges: [change("a.ts"), change(".env")],
      workingTreeChanges: [change("b.ts")],
    };
  });
  afterEach(async () => {
    messages.restore();
    await fixture.end();
  });

  const questions = () =>
    hub.seen
      .filter(({ path }) => path.includes("invoke"))
      .map(({ body }) => String((JSON.parse(body) as { input_data: unknown }).input_data));

  const bodies = () =>
    hub.seen
      .filter(({ path }) => path.includes("invoke"))
      .map(({ body }) => JSON.parse(body) as { expert_id: number });

  /** Git's API in version 1, as VS Code's extension exports it. */
  function repository(): Repository {
    return {
      rootUri: folder,
      inputBox: box,
      get state() {
        return state;
      },
      async diffIndexWithHEAD(path) {
        assert.ok(this.rootUri, "called as a method");
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running--;
        return `+staged ${path.split("/").at(-1)}: 1 + 1`;
      },
      diffWithHEAD: async (path) => `+changed ${path.split("/").at(-1)}: 1 + 1`,
      diffBetween: async () => [],
      log: async () => [],
    };
  }

  interface RunWith {
    readonly given?: unknown;
    readonly repositories?: readonly Repository[];
  }

  function run({
    given = { rootUri: folder },
    repositories = [repository()],
  }: RunWith = {}): Promise<unknown> {
    const parts: CommitMessageParts = {
      chats: fixture.chats,
      panels: { openSide: async () => {}, revealSide: async () => {} },
      sender: fixture.sender,
      setup: { next: async () => undefined },
      isExcluded: ({ path }) => path.endsWith(".env"),
      git: async () => ({ repositories, getRepository: () => null }),
    };
    return draftCommitMessage(parts, given);
  }

  it("asks in a conversation of its own, and leaves the open one with what is typed there", async () => {
    await fixture.roster.add([2]);
    const first = fixture.chats.side;
    fixture.sender.pick(first, 2);
    await (
      await fixture.sender.ask(first, { typed: "an earlier question" })
    ).settled;
    first.draft = "half a question";
    await run();
    const sent = bodies().at(-1);
    assert.equal(sent?.expert_id, 2);
    assert.doesNotMatch(JSON.stringify(sent), /an earlier question/);
    assert.equal(fixture.chats.side, first, "the conversation in view stays");
    assert.deepEqual([first.draft, first.conversation.turns.length], ["half a question", 1]);
  });

  it("asks the expert that it names while the open conversation waits for an answer", async () => {
    await fixture.roster.add([2]);
    await fixture.roster.use(1);
    fixture.sender.pick(fixture.chats.side, 2);
    const slow = Promise.withResolvers<void>();
    waiting = slow.promise;
    const { settled } = await fixture.sender.ask(fixture.chats.side, { typed: "a slow question" });
    await until("it is sent", () => questions().at(-1) === "a slow question");
    waiting = undefined;
    await run();
    slow.resolve();
    await settled;
    assert.equal(bodies().at(-1)?.expert_id, 2);
  });

  it("asks which of several repositories is meant, and names it", async () => {
    const other = { value: "" };
    const rootUri = vscode.Uri.joinPath(folder, "nested", "library");
    const repositories = [repository(), { ...repository(), rootUri, inputBox: other }];
    await picking(
      (rows) => rows.find(({ label }) => label === "library"),
      () => run({ given: {}, repositories }),
    );
    assert.deepEqual([box.value, other.value], ["wip", "Add numbers"]);
    const before = questions().length;
    await picking(
      () => undefined,
      () => run({ given: {}, repositories }),
    );
    assert.equal(questions().length, before);
  });

  it("fills the box without another question, and says nothing where the box was empty", async () => {
    box.value = "";
    output = "Here it is:\n\n```\nAdd numbers\n\nThey were\u200B missing.\n```";
    await run();
    assert.match(questions().at(-1) ?? "", /```diff\n\+staged a\.ts: 1 \+ 1\n```$/);
    assert.equal(box.value, "Add numbers\n\nThey were missing.");
    assert.deepEqual(messages.told, []);
  });

  it("brings back by Undo what the box contained", async () => {
    messages.press = () => "Undo";
    await run();
    assert.equal(messages.last?.message, "The commit message was replaced.");
    await until("it is undone", () => box.value === "wip");
  });

  it("leaves what was typed into the box in the meantime", async () => {
    const slow = Promise.withResolvers<void>();
    waiting = slow.promise;
    const before = questions().length;
    const drafting = run();
    await until("it is sent", () => questions().length > before);
    box.value = "typed meanwhile";
    slow.resolve();
    waiting = undefined;
    await assert.rejects(drafting, /changed in the meantime/);
    assert.equal(box.value, "typed meanwhile");
  });

  it("says why there is no message", async () => {
    output = "\u200B";
    await assert.rejects(run(), /contains no commit message/);
    assert.equal(box.value, "wip");
  });

  it("takes all changes if nothing is staged, and refuses if there are none", async () => {
    state = { indexChanges: [], workingTreeChanges: [change("b.ts")] };
    await run();
    assert.match(questions().at(-1) ?? "", /\+changed b\.ts/);
    state = { indexChanges: [], workingTreeChanges: [change(".env")] };
    await assert.rejects(run(), /There are no changes to describe/);
  });

  it("names no file that Git does not track: there is no diff of it", async () => {
    const workingTreeChanges = [change("b.ts"), change("new.ts", untracked)];
    state = { indexChanges: [], workingTreeChanges };
    await run();
    assert.match(questions().at(-1) ?? "", /changed b\.ts/);
    assert.doesNotMatch(questions().at(-1) ?? "", /new\.ts/);
  });

  it("asks Git about a few of many files at once", async () => {
    const indexChanges = Array.from({ length: 500 }, (_, at) => change(`${at}.ts`));
    state = { indexChanges, workingTreeChanges: [] };
    await run();
    assert.equal(most, 4);
  });
});
