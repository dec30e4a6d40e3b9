import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import {
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
  appendFile,
  chmod,
  truncate,
  stat,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { inputData } from "../../../../../src/features/conversation/core/inputData";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import type { Quarantined } from "../../../../../src/features/conversation/core/conversationFile";
import { WindowConversations } from "../../../../support/windowConversations";
import { DiskFiles } from "../../../../../src/platform/editor/diskFiles";
import { HubError } from "../../../../../src/contract/errors";
import { sized } from "../../../../support/testSize";
import { until } from "../../../../support/until";
import { done, scope, turn } from "./savedTurns";

async function opened(conversations: WindowConversations, id: string): Promise<Conversation> {
  const conversation = await conversations.open(id);
  assert.ok(conversation, "it cannot be opened");
  return conversation;
}

/** The number of zero bytes in a file that contains nothing else. */
async function zerosIn(file: string): Promise<number> {
  const zeros = Buffer.alloc(1024 * 1024);
  let count = 0;
  const chunks = createReadStream(file, { highWaterMark: zeros.length });
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    assert.ok(chunk.equals(zeros.subarray(0, chunk.length)));
    count += chunk.length;
  }
  return count;
}

const failing = () => Promise.reject(new Error("broken"));

const outputs = ({ turns }: Conversation): string[] =>
  turns.map(({ result }) =>
    result.state === "done" ? result.received.value.output : result.state,
  );

describe("saved conversations", () => {
  let folder: string;
  const windows: WindowConversations[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "conversations-"));
  });
  afterEach(async () => {
    for (const window of windows.splice(0)) window.dispose();
    await chmod(folder, 0o700);
    // What was being written when the windows closed may still arrive.
    await rm(folder, { recursive: true, maxRetries: 5 });
  });

  function window(): WindowConversations {
    const opened = new WindowConversations(new DiskFiles(folder));
    windows.push(opened);
    return opened;
  }

  /** A conversation of two answered questions, on disk. */
  async function saved(): Promise<string> {
    const conversations = window();
    const conversation = new Conversation();
    conversations.keep(conversation);
    conversation.put(turn("1", { state: "waiting" }));
    conversation.put(turn("1", done("one")));
    conversation.put(turn("2", done("two")));
    await conversations.saved.settle();
    conversations.dispose();
    return conversation.id;
  }

  const fileOf = (id: string): string => path.join(folder, `${id}.jsonl`);

  it("come back with their turns, title and session", async () => {
    const first = window();
    const conversation = new Conversation();
    first.keep(conversation);
    const session = conversation.sessionFor(scope);
    conversation.put(turn("1", done("one")));
    conversation.rename("Leaks");
    conversation.put(
      turn("2", {
        state: "failed",
        error: new HubError("rate-limited", "Slow down.", { status: 429, retryAfterSeconds: 2 }),
      }),
    );
    conversation.put(turn("3", done("three")));
    conversation.remove("3");
    await first.saved.settle();
    const back = await opened(window(), conversation.id);
    assert.equal(back.title, "Leaks");
    assert.equal(back.sessionFor(scope), session);
    assert.deepEqual(back.turns, conversation.turns);
    const failed = back.get("2")?.result;
    assert.ok(failed?.state === "failed" && failed.error instanceof HubError);
    assert.deepEqual(failed.error.toJSON(), {
      kind: "rate-limited",
      message: "Slow down.",
      status: 429,
      retryAfterSeconds: 2,
    });
  });

  it("P4 come back as interrupted where the window closed on a question", async () => {
    const first = window();
    const conversation = new Conversation();
    first.keep(conversation);
    conversation.put(turn("1", { state: "waiting" }));
    await first.saved.settle();
    assert.deepEqual(outputs(await opened(window(), conversation.id)), ["interrupted"]);
  });

  it("have no file before their first question, and touch nothing before they are asked for", async () => {
    await rm(folder, { recursive: true });
    const conversations = window();
    const conversation = new Conversation();
    conversations.keep(conversation);
    conversation.rename("Nothing yet");
    await conversations.saved.settle();
    await assert.rejects(readdir(folder));
    conversation.put(turn("1", done("one")));
    await conversations.saved.settle();
    assert.equal((await opened(window(), conversation.id)).title, "Nothing yet");
    assert.equal((await stat(fileOf(conversation.id))).mode & 0o077, 0);
  });

  it("perf E1 cost the same for each turn however long the conversation is", async () => {
    const conversations = window();
    const conversation = new Conversation();
    conversations.keep(conversation);
    const settings = { historyTurns: 20, roles: { user: "user", assistant: "assistant" } };
    const costs: number[] = [];
    const turns = sized(2_000, 10_000);
    for (let n = 0; n < turns; n++) {
      const id = String(n).padStart(5, "0");
      const measured = n === 40 || n === turns - 1;
      const before = measured
        ? (await conversations.saved.settle(), (await stat(fileOf(conversation.id))).size)
        : 0;
      conversation.put(
        turn(id, done(`answer ${id}`), {
          sent: {
            endpoint: "invoke_agent",
            body: { expert_id: 1, conversation_history: conversation.history(scope, settings) },
          },
        }),
      );
      if (!measured) continue;
      await conversations.saved.settle();
      costs.push((await stat(fileOf(conversation.id))).size - before);
    }
    const [early = 0, late = 0] = costs;
    assert.ok(early > 200 && late <= early * 1.05, `${early} bytes, then ${late}`);
    const back = await opened(window(), conversation.id);
    assert.deepEqual(back.turns.at(-1), conversation.turns.at(-1));
  }).timeout(30_000);

  it("lose only the line that a crash cut", async () => {
    const id = await saved();
    const whole = await readFile(fileOf(id));
    const lastLine = whole.lastIndexOf("\n");
    for (const end of [lastLine, lastLine + 1, lastLine + 40, whole.length - 1]) {
      await writeFile(fileOf(id), whole.subarray(0, end));
      assert.deepEqual(outputs(await opened(window(), id)), ["one"], `cut at ${end}`);
    }
  });

  it("go on after a line that a crash cut", async () => {
    const id = await saved();
    const whole = await readFile(fileOf(id));
    await writeFile(fileOf(id), whole.subarray(0, whole.length - 5));
    const conversations = window();
    (await opened(conversations, id)).put(turn("3", done("three")));
    await conversations.saved.settle();
    assert.deepEqual(outputs(await opened(window(), id)), ["one", "three"]);
  });

  /** The content of the file, or its number of zero bytes. */
  const megabytes = sized(20, 200);
  const broken: [string, Buffer | string | number][] = [
    ["empty", ""],
    ["binary", Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 37) % 256))],
    ["of a wrong shape", '{"format":"something else"}\n{}'],
    [
      "without records",
      '{"format":"expert-hub-conversation","version":2,"id":"x","createdAt":1}\n{"turn":{"id":7}}\n',
    ],
    [`${megabytes} MB of nothing`, megabytes * 1024 * 1024],
  ];
  for (const [name, content] of broken)
    it(`D1 set a file aside that is ${name}, tell once, and show the others`, async () => {
      const good = await saved();
      const bad = crypto.randomUUID();
      const isNothing = typeof content === "number";
      await writeFile(fileOf(bad), isNothing ? "" : content);
      if (isNothing) await truncate(fileOf(bad), content);
      const conversations = window();
      const told: Quarantined[] = [];
      conversations.onDidQuarantine((quarantined) => told.push(...quarantined));
      const listed = await conversations.saved.list();
      await conversations.saved.refresh();
      assert.deepEqual(
        listed.map(({ id }) => id),
        [good],
      );
      assert.equal(told.length, 1);
      assert.equal(told[0]?.reason, "broken");
      const [kept = ""] = told[0]?.names ?? [];
      const quarantined = path.join(folder, kept);
      if (isNothing) assert.equal(await zerosIn(quarantined), content);
      else assert.ok(Buffer.from(content).equals(await readFile(quarantined)));
      assert.equal((await readdir(folder)).includes(`${bad}.jsonl`), false);
    }).timeout(20_000);

  it("D4 keep a file of a newer version as it is, and use it again once it is understood", async () => {
    const id = await saved();
    const understood = await readFile(fileOf(id), "utf8");
    const newer = understood.replace('"version":2', '"version":3');
    await writeFile(fileOf(id), newer);
    await rm(path.join(folder, "index.jsonl"));
    const conversations = window();
    const told: Quarantined[] = [];
    conversations.onDidQuarantine((quarantined) => told.push(...quarantined));
    assert.deepEqual(await conversations.saved.list(), []);
    assert.deepEqual(
      told.map(({ reason }) => reason),
      ["newer"],
    );
    const quarantined = path.join(folder, told[0]?.names[0] ?? "");
    assert.equal(await readFile(quarantined, "utf8"), newer);
    await writeFile(quarantined, understood);
    assert.deepEqual(
      (await window().saved.list()).map((one) => one.id),
      [id],
    );
  });

  it("D4 read a file as it was written when the format was frozen", async () => {
    const id = "0b6f3c1e-1111-4222-8333-444455556666";
    await writeFile(
      fileOf(id),
      await readFile("test/unit/features/conversation/core/conversation-v2.jsonl"),
    );
    const back = await opened(window(), id);
    assert.equal(back.title, "Sizes");
    const [first, second, ...others] = outputs(back);
    assert.match(first ?? "", /^\*\*16 GiB\*\*, as the function writes/);
    assert.match(second ?? "", /with a table:\n\n```ts\nexport const size/);
    assert.deepEqual(others.slice(0, -1), ["failed", "interrupted", "stopped"]);
    assert.match(others.at(-1) ?? "", /^Here it is, for the same units/);
    const last = back.turns.at(-1);
    assert.deepEqual(
      last?.sent.endpoint === "invoke_agent" &&
        last.sent.body.conversation_history?.map(({ content }) => content),
      back.turns
        .slice(0, 2)
        .flatMap(({ question, result }) => [
          inputData(question),
          result.state === "done" && result.received.value.output,
        ]),
    );
    const [turn] = back.turns;
    assert.equal(turn?.question.attachments?.[0]?.label, "sizes.ts:3–5");
    assert.equal(back.turns[1]?.question.attachments?.length, 2);
    assert.equal(
      turn?.result.state === "done" && turn.result.received.value.intermediate_steps[0]?.[0]?.tool,
      "computation_engine",
    );
    assert.equal(turn?.approximateTokens, 42);
    assert.equal(
      turn?.sent.endpoint === "invoke_agent" && turn.sent.body.input_data,
      turn && inputData(turn.question),
    );
    const [beside] = back.alternatives("t1");
    assert.equal(beside?.result.state === "done" && beside.result.received.value.output, "16 GiB.");
  });

  it("P6 keep the turns of two windows, and show them in both", async () => {
    const id = await saved();
    const [left, right] = [window(), window()];
    const [inLeft, inRight] = [await opened(left, id), await opened(right, id)];
    for (let n = 10; n < 60; n++) {
      inLeft.put(turn(`l${n}`, done(`left ${n} ${"x".repeat(n * 500)}`)));
      inRight.put(turn(`r${n}`, done(`right ${n} ${"y".repeat(n * 500)}`)));
    }
    await Promise.all([left.saved.settle(), right.saved.settle()]);
    await Promise.all([left.saved.refresh(), right.saved.refresh()]);
    assert.equal(inLeft.turns.length, 102);
    assert.deepEqual(outputs(inLeft).toSorted(), outputs(inRight).toSorted());
    assert.deepEqual(outputs(await opened(window(), id)).toSorted(), outputs(inLeft).toSorted());
  });

  it("P6 tell a question that another window has out from their own, until its answer comes", async () => {
    const id = await saved();
    const [asking, open] = [window(), window()];
    const [asked, shown] = [await opened(asking, id), await opened(open, id)];
    asked.put(turn("3", { state: "waiting" }));
    await asking.saved.settle();
    await open.saved.refresh();
    const later = window();
    const shownLater = await opened(later, id);
    for (const one of [shown, shownLater])
      assert.deepEqual(outputs(one), ["one", "two", "interrupted"]);
    assert.deepEqual(outputs(asked), ["one", "two", "waiting"]);
    asked.put(turn("3", done("three")));
    await asking.saved.settle();
    await Promise.all([open.saved.refresh(), later.saved.refresh()]);
    for (const one of [shown, shownLater]) assert.deepEqual(outputs(one), ["one", "two", "three"]);
  });

  it("P6 lose no answer to a question that another window takes out", async () => {
    const id = await saved();
    const [asking, other] = [window(), window()];
    const [asked, shown] = [await opened(asking, id), await opened(other, id)];
    asked.put(turn("3", { state: "waiting" }));
    await asking.saved.settle();
    await other.saved.refresh();
    shown.remove("3");
    await other.saved.settle();
    await asking.saved.refresh();
    assert.deepEqual(outputs(asked), ["one", "two", "waiting"]);
    asked.put(turn("3", done("three")));
    await asking.saved.settle();
    await other.saved.refresh();
    for (const one of [asked, shown, await opened(window(), id)])
      assert.deepEqual(outputs(one), ["one", "two", "three"]);
  });

  it("P6 keep an answer that comes while another window clears the file", async () => {
    const asking = window();
    const asked = new Conversation();
    asking.keep(asked);
    const large = "z".repeat(400_000);
    for (let n = 0; n < 5; n++) asked.put(turn("1", done(`${n}${large}`)));
    asked.put(turn("2", { state: "waiting" }));
    await asking.saved.settle();
    const files = new DiskFiles(folder);
    const replace = files.replace.bind(files);
    files.replace = async (...args) => {
      asked.put(turn("2", done("two")));
      await asking.saved.settle();
      await replace(...args);
    };
    const other = new WindowConversations(files);
    windows.push(other);
    const shown = await opened(other, asked.id);
    assert.ok((await stat(fileOf(asked.id))).size < 1_000_000, "nothing was cleared");
    await Promise.all([asking.saved.refresh(), other.saved.refresh()]);
    for (const one of [asked, shown]) assert.deepEqual(outputs(one).slice(1), ["two"]);
  });

  it("P6 show by themselves what another window adds, renames and deletes", async () => {
    const id = await saved();
    const [left, right] = [window(), window()];
    await right.saved.list();
    const [inLeft, inRight] = [await opened(left, id), await opened(right, id)];
    const removed: string[] = [];
    right.onDidRemove((gone) => removed.push(gone));
    inLeft.put(turn("3", done("three")));
    inLeft.rename("Renamed");
    await until(
      "the other window knows",
      () => inRight.turns.length === 3 && inRight.title === "Renamed",
    );
    await left.saved.remove(id);
    await until("it is gone there", () => removed.length === 1);
    inRight.put(turn("4", done("four")));
    await right.saved.settle();
    assert.equal((await readdir(folder)).includes(`${id}.jsonl`), false, "it came back");
  });

  it("D2 stay on the screen when they cannot be saved, tell it once, and are saved later", async () => {
    const id = await saved();
    const files = new DiskFiles(folder);
    let full = true;
    const append = files.append.bind(files);
    files.append = (...args) =>
      full ? Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" })) : append(...args);
    const conversations = new WindowConversations(files);
    windows.push(conversations);
    const told: HubError[] = [];
    conversations.onDidFail((error) => told.push(error));
    const conversation = await opened(conversations, id);
    conversation.put(turn("3", done("three")));
    await conversations.saved.settle();
    conversation.put(turn("4", done("four")));
    await conversations.saved.settle();
    assert.deepEqual(outputs(conversation), ["one", "two", "three", "four"]);
    assert.deepEqual(
      told.map(({ kind, message }) => [kind, message]),
      [["storage", "The conversation could not be saved: the disk is full."]],
    );
    full = false;
    conversation.put(turn("5", done("five")));
    await conversations.saved.settle();
    assert.deepEqual(outputs(await opened(window(), id)), ["one", "two", "three", "four", "five"]);
    full = true;
    conversation.put(turn("6", done("six")));
    await conversations.saved.settle();
    assert.equal(told.length, 2, "the next failure is another one");
  });

  it("D5 are gone from every file once they are deleted", async () => {
    const conversations = window();
    const conversation = new Conversation();
    conversations.keep(conversation);
    conversation.put(
      turn("1", done("SECRET-WORDS"), { question: { typed: "SECRET-WORDS", expertId: 1 } }),
    );
    await conversations.saved.settle();
    assert.ok((await readFile(path.join(folder, "index.jsonl"), "utf8")).includes("SECRET-WORDS"));
    await conversations.saved.remove(conversation.id);
    for (const name of await readdir(folder))
      assert.equal(
        (await readFile(path.join(folder, name), "utf8")).includes("SECRET-WORDS"),
        false,
        name,
      );
    assert.equal(await conversations.open(conversation.id), undefined);
    assert.deepEqual(await conversations.saved.list(), []);
  });

  it("D5 leave no title behind where two windows delete one each", async () => {
    const ids = [await saved(), await saved()];
    await window().saved.list();
    const windows = [window(), window()];
    for (const one of windows) assert.equal((await one.saved.list()).length, 2);
    for (const [at, one] of windows.entries()) await one.saved.remove(ids[at] ?? "");
    assert.equal(await readFile(path.join(folder, "index.jsonl"), "utf8"), "");
  });

  it("D5 leave no title behind where a window closed before it had deleted it", async () => {
    const [gone, kept] = [await saved(), await saved()];
    await window().saved.list();
    await rm(fileOf(gone));
    await window().saved.list();
    const index = await readFile(path.join(folder, "index.jsonl"), "utf8");
    assert.equal(index.includes(gone), false);
    assert.ok(index.includes(kept));
  });

  it("D5 are gone all at once, with what was set aside, in every window", async () => {
    const ids = [await saved(), await saved()];
    await writeFile(fileOf(crypto.randomUUID()), "question of nobody");
    const [left, right] = [window(), window()];
    await left.saved.list();
    await right.saved.list();
    const gone = new Set<string>();
    left.onDidRemove((id) => gone.add(id));
    const conversation = new Conversation();
    left.keep(conversation);
    conversation.put(turn("1", done("one")));
    await opened(right, ids[0] ?? "");
    assert.equal(await left.saved.countQuarantined(), 1);
    await left.saved.removeAll();
    conversation.put(turn("2", done("two")));
    await left.saved.settle();
    await right.saved.refresh();
    await right.saved.settle();
    assert.deepEqual(gone, new Set([...ids, conversation.id]));
    for (const one of [left, right]) assert.deepEqual(await one.saved.list(), []);
    assert.deepEqual(await readdir(folder), ["index.jsonl"]);
    assert.equal(await readFile(path.join(folder, "index.jsonl"), "utf8"), "");
  });

  it("are listed with the newest first, from the index alone", async () => {
    const ids: string[] = [];
    const conversations = window();
    // So many that the names of their files are in another order.
    for (const n of [3, 7, 1, 8, 5, 2, 6, 4]) {
      const conversation = new Conversation();
      conversations.keep(conversation);
      conversation.put(turn(String(n), done("x")));
      ids[n] = conversation.id;
    }
    await conversations.saved.settle();
    const files = new DiskFiles(folder);
    const read: string[] = [];
    const original = files.read.bind(files);
    files.read = (name, ...rest) => {
      read.push(name);
      return original(name, ...rest);
    };
    const other = new WindowConversations(files);
    windows.push(other);
    assert.deepEqual(
      (await other.saved.list()).map(({ id, title }) => [id, title]),
      [8, 7, 6, 5, 4, 3, 2, 1].map((n) => [ids[n], `question ${n}`]),
    );
    assert.deepEqual(read, ["index.jsonl"]);
    await appendFile(fileOf(ids[1] ?? ""), '\n{"by":"x","title":"Another"}');
    const titles = (await window().saved.list()).map(({ title }) => title);
    assert.deepEqual(titles.slice(-2), ["question 2", "Another"], "out of date");
  });

  it("are listed from an index with fields that this version does not know", async () => {
    const id = await saved();
    await window().saved.list();
    const index = path.join(folder, "index.jsonl");
    const { summary, size } = JSON.parse(await readFile(index, "utf8"));
    const tokens = { exact: 1, about: 2, counted: 1, answers: 2 };
    await writeFile(index, JSON.stringify({ summary: { ...summary, title: "T", tokens }, size }));
    const listed = await window().saved.list();
    assert.deepEqual(
      listed.map((each) => [each.id, each.title]),
      [[id, "T"]],
    );
  });

  it("are not read again to be listed while they are open", async () => {
    const id = await saved();
    const files = new DiskFiles(folder);
    const conversations = new WindowConversations(files);
    windows.push(conversations);
    const conversation = await opened(conversations, id);
    const read: string[] = [];
    const original = files.read.bind(files);
    files.read = (name, ...rest) => {
      read.push(name);
      return original(name, ...rest);
    };
    conversation.put(turn("3", done("three")));
    await conversations.saved.list();
    assert.deepEqual(
      read.filter((name) => name.startsWith(id)),
      [],
    );
  });

  it("D2 are listed where the index cannot be written, or not be read", async () => {
    const [gone, id] = [await saved(), await saved()];
    await window().saved.list();
    await rm(fileOf(gone));
    const files = new DiskFiles(folder);
    const read = files.read.bind(files);
    files.read = (name, ...rest) => (name === "index.jsonl" ? failing() : read(name, ...rest));
    const unwritable = new DiskFiles(folder);
    unwritable.replace = failing;
    unwritable.append = failing;
    for (const one of [unwritable, files]) {
      const conversations = new WindowConversations(one);
      windows.push(conversations);
      assert.deepEqual(
        (await conversations.saved.list()).map((summary) => summary.id),
        [id],
      );
    }
  });

  it("have an index that is cleared of what was superseded once that is a thousand lines", async () => {
    const id = await saved();
    await window().saved.list();
    const index = path.join(folder, "index.jsonl");
    const [, line = ""] = (await readFile(index, "utf8")).split("\n");
    const linesOf = async () => (await readFile(index, "utf8")).split("\n").length;
    for (const [superseded, left] of [
      [999, 1001],
      [1000, 2],
    ] as const) {
      await writeFile(index, `\n${line}`.repeat(superseded + 1));
      assert.deepEqual(
        (await window().saved.list()).map((one) => one.id),
        [id],
      );
      assert.equal(await linesOf(), left);
    }
  });

  it("are cleared of what was superseded, all or nothing, with what others add meanwhile", async () => {
    const conversations = window();
    const conversation = new Conversation();
    conversations.keep(conversation);
    const large = "z".repeat(400_000);
    for (let n = 0; n < 5; n++) conversation.put(turn("1", done(`${n}${large}`)));
    await conversations.saved.settle();
    const before = (await stat(fileOf(conversation.id))).size;
    const files = new DiskFiles(folder);
    const replace = files.replace.bind(files);
    files.replace = async (...args) => {
      conversation.put(turn("2", done("meanwhile")));
      await conversations.saved.settle();
      await replace(...args);
    };
    const other = new WindowConversations(files);
    windows.push(other);
    const back = await opened(other, conversation.id);
    assert.ok((await stat(fileOf(conversation.id))).size < before / 2);
    conversation.put(turn("3", done("after")));
    await conversations.saved.settle();
    await other.saved.refresh();
    assert.deepEqual(outputs(back).slice(1), ["meanwhile", "after"]);
    assert.deepEqual(outputs(await opened(window(), conversation.id)).slice(1), [
      "meanwhile",
      "after",
    ]);
  });
});
