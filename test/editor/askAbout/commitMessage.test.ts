import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  draftCommitMessage,
  type CommitMessageParts,
} from "../../../src/features/askAbout/editor/commitMessage";
import { ChangeSets } from "../../../src/features/attachments/editor/changeSets";
import type { GitApi, Repository } from "../../../src/platform/editor/gitApi";
import { git, makeRepository } from "../../support/gitRepository";
import { ChatFixture } from "../support/chatFixture";
import { until } from "../support/inputs";
import { Messages } from "../support/messages";
import { soundAnswer, startStubHub, type StubHub } from "../support/stubHub";

const [{ uri: workspace }] = vscode.workspace.workspaceFolders as [vscode.WorkspaceFolder];
const folder = vscode.Uri.joinPath(workspace, "committing");
const write = (name: string, text: string) =>
  vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, name), Buffer.from(text));

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
  let output: string;
  let waiting: Promise<void> | undefined;
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
    for (const name of ["a.ts", "b.ts", ".env"]) await write(name, "");
    makeRepository(folder.fsPath, ".");
    for (const name of ["a.ts", "b.ts", ".env"]) await write(name, `${name}: 1 + 1\n`);
    git(folder.fsPath, "add", "a.ts", ".env");
  });
  afterEach(async () => {
    messages.restore();
    await vscode.workspace.fs.delete(folder, { recursive: true });
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

  /** What is used of it: all the rest is Git. */
  const repository = () => ({ rootUri: folder, inputBox: box }) as unknown as Repository;

  interface RunWith {
    readonly given?: unknown;
    readonly repositories?: readonly Repository[];
  }

  function run({
    given = { rootUri: folder },
    repositories = [repository()],
  }: RunWith = {}): Promise<unknown> {
    const api = { repositories, getRepository: () => null } satisfies GitApi;
    const gitApi = async () => api;
    const settings = { exclude: ["**/.env"] };
    const parts: CommitMessageParts = {
      chats: fixture.chats,
      panels: { openSide: async () => {}, revealSide: async () => {} },
      sender: fixture.sender,
      setup: { next: async () => undefined },
      changeSets: new ChangeSets({ settings, git: gitApi }),
      git: gitApi,
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
    const rootUri = vscode.Uri.joinPath(folder, "library");
    await write("library/c.ts", "");
    makeRepository(rootUri.fsPath, "c.ts");
    await write("library/c.ts", "c\n");
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
    assert.match(questions().at(-1) ?? "", /```diff\ndiff --git [^]*\n\+a\.ts: 1 \+ 1\n```$/);
    assert.doesNotMatch(questions().at(-1) ?? "", /\.env|b\.ts/);
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

  it("takes all changes of tracked files if nothing is staged, and refuses if there are none", async () => {
    git(folder.fsPath, "reset", "--quiet");
    await write("new.ts", "new\n");
    await run();
    assert.match(questions().at(-1) ?? "", /\+a\.ts: 1 \+ 1[^]*\+b\.ts: 1 \+ 1/);
    assert.doesNotMatch(questions().at(-1) ?? "", /new|\.env/);
    git(folder.fsPath, "checkout", "--quiet", "--", "a.ts", "b.ts");
    await assert.rejects(
      run(),
      /In committing, only files that are left out have changed: \.env\./,
    );
    git(folder.fsPath, "checkout", "--quiet", "--", ".");
    await assert.rejects(run(), /Nothing has changed in committing\./);
  });
});
