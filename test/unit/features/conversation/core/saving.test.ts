import assert from "node:assert/strict";
import type { AgentRequest, LlmRequest, ToolConfig } from "../../../../../src/contract/types";
import { appendFile, readFile, stat, writeFile } from "node:fs/promises";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import type { Turn } from "../../../../../src/features/conversation/core/turn";
import { fromJson, toJson } from "../../../../../src/features/history/core/conversationExport";
import { DiskFiles } from "../../../../../src/platform/editor/diskFiles";
import { HubError } from "../../../../../src/contract/errors";
import { closeAll } from "../../../client/hubFixture";
import { done, scope, turn } from "./savedTurns";
import { savedFolder, type SavedFolder } from "./savedFolder";

const outputs = ({ turns }: Conversation): string[] =>
  turns.map(({ result }) =>
    result.state === "done" ? result.received.value.output : result.state,
  );

/** The same turn, three times over. */
const versions = (text: string): Turn[] =>
  ["0", "1", "2"].map((at) => turn("1", done(`${at}${text}`)));

describe("the file of a conversation", () => {
  let folder: SavedFolder["folder"];
  let window: SavedFolder["window"];
  let opened: SavedFolder["opened"];
  let saved: SavedFolder["saved"];
  let fileOf: SavedFolder["fileOf"];

  beforeEach(async () => {
    ({ folder, window, opened, saved, fileOf } = await savedFolder());
  });
  afterEach(closeAll);

  it("D4 stays as it is until something is added, and keeps what was there", async () => {
    const id = "0b6f3c1e-1111-4222-8333-444455556666";
    const before = await readFile(
      "test/unit/features/conversation/core/conversation-v2.jsonl",
      "utf8",
    );
    await writeFile(fileOf(id), before);
    const conversations = window();
    const conversation = await opened(id, conversations);
    assert.equal(await readFile(fileOf(id), "utf8"), before);
    conversation.put(turn("t9", done("nine")));
    await conversations.saved.settle();
    assert.ok((await readFile(fileOf(id), "utf8")).startsWith(before), "what was there is lost");
    assert.deepEqual((await opened(id)).turns, conversation.turns);
    assert.equal(conversation.turns.length, 7);
  });

  it("brings back every field of a turn", async () => {
    const every: Partial<Turn> = {
      question: {
        typed: "Why?",
        attachments: [
          {
            id: "a",
            text: "1",
            languageId: "ts",
            label: "a.ts:1",
            detail: "1 line",
            origin: { uri: "file:///a.ts", start: 0, end: 1, single: true },
          },
          {
            id: "b",
            text: "2",
            languageId: "ts",
            label: "b.ts:2",
            detail: "1 line",
            path: "src/b.ts",
            lines: "2",
          },
        ],
        expertId: 1,
        abilityId: 2,
        modelId: 3,
        temperature: 0.5,
        tools: { web_search: true, workspace_connector: false },
        webSearchMaxResults: 4,
        documentUrls: ["https://a.example/1"],
        mode: "agent",
        memory: "both",
        maxTokens: 5,
      },
      sent: {
        endpoint: "invoke_agent",
        body: {
          expert_id: 1,
          ability_id: 2,
          model_id: 3,
          session_id: "s",
          input_data: "Why?",
          temperature: 0.5,
          user_id: "u",
          document_urls: ["https://a.example/1"],
          conversation_history: [{ role: "user", content: "earlier" }],
          reasoning_effort: "low",
          tool_config: {
            web_search_max_results: 4,
            editor_tools: ["github/list"],
          } satisfies Required<ToolConfig>,
          tool_activation: { computation_engine: true, document_retriever: false },
        } satisfies Required<AgentRequest>,
      },
      asked: {
        expertId: 1,
        expertName: "One",
        abilityId: 2,
        abilityName: "Two",
        modelId: 3,
        modelName: "Three",
        hubScope: "https://a.example",
        builtIn: true,
      },
      approximateTokens: 6,
    };
    const details = {
      status: 429,
      code: 7,
      hubMessage: "no",
      about: "model" as const,
      retryAfterSeconds: 8,
      deadlineSeconds: 9,
      mayHaveRun: true,
    };
    const error = new HubError("rate-limited", "Slow down.", details);
    const body = {
      expert_id: 1,
      model_id: 3,
      temperature: 0.5,
      reasoning_effort: "high",
      msx_tokens: 5,
    } satisfies Required<Omit<LlmRequest, "input_data">>;
    const raw = { tool: "web_search", tool_input: { query: "one" }, log: "two" };
    const step = { ...raw, raw };
    const turns = [
      turn("1", done("one"), every),
      turn("2", { state: "failed", error }, every),
      turn("3", { state: "stopped" }, { ...every, sent: { endpoint: "invoke_llm", body } }),
      turn("4", { state: "stopped", soFar: { output: "half", intermediate_steps: [[step]] } }),
    ];
    const back = await opened(await saved(...turns));
    assert.deepEqual(back.turns, turns);
    const failed = back.get("2")?.result;
    assert.deepEqual(failed?.state === "failed" && failed.error.details, details);
  });

  it("is saved under another id where a conversation with its own is open, or saved", async () => {
    const conversations = window();
    const open = new Conversation();
    conversations.keep(open);
    const closed = await saved(turn("1", done("one")));
    for (const id of [open.id, closed, "../x"]) {
      const changes = [{ kind: "turn" as const, turn: turn("2", done("two")) }];
      const added = await conversations.add({ id, changes });
      assert.notEqual(added.id, id);
      assert.deepEqual(outputs(await opened(added.id)), ["two"]);
    }
    assert.deepEqual(outputs(await opened(closed)), ["one"]);
    const fresh = crypto.randomUUID();
    const changes = [{ kind: "turn" as const, turn: turn("3", done("three")) }];
    assert.equal((await conversations.add({ id: fresh, changes })).id, fresh);
  });

  it("has the title of its first question again, also after it was opened anew", async () => {
    const id = await saved(turn("1", done("one")));
    const conversations = window();
    for (const [title, expected] of [
      ["Mine", "Mine"],
      ["  ", "question 1"],
      ["Again", "Again"],
      ["", "question 1"],
    ] as const) {
      await conversations.rename(id, title);
      assert.equal((await opened(id, conversations)).title, expected);
      assert.equal((await opened(id)).title, expected);
    }
  });

  /** The folder on a disk that takes nothing more while it is full. */
  function fullDisk(): { files: DiskFiles; isFull: boolean } {
    const files = new DiskFiles(folder);
    const disk = { files, isFull: true };
    const append = files.append.bind(files);
    files.append = async (...given) => {
      if (disk.isFull) throw Object.assign(new Error("full"), { code: "ENOSPC" });
      return append(...given);
    };
    return disk;
  }

  it("D2 is saved at the next look where it could not be at first, without another change", async () => {
    const id = await saved(turn("1", done("one")));
    const disk = fullDisk();
    const conversations = window(disk.files);
    await conversations.saved.list();
    const conversation = await opened(id, conversations);
    conversation.put(turn("2", done("two")));
    await conversations.saved.settle();
    assert.deepEqual(outputs(await opened(id)), ["one"]);
    disk.isFull = false;
    await conversations.saved.refresh();
    assert.deepEqual(outputs(await opened(id)), ["one", "two"]);
  });

  it("D1 is no longer listed once it cannot be read", async () => {
    const [id, other] = [await saved(turn("1", done("one"))), await saved(turn("2", done("two")))];
    const conversations = window();
    const listed = async () => (await conversations.saved.list()).map((summary) => summary.id);
    assert.deepEqual((await listed()).toSorted(), [id, other].toSorted());
    await writeFile(fileOf(id), "broken by somebody");
    assert.deepEqual(await listed(), [other]);
    await assert.rejects(stat(fileOf(id)), { code: "ENOENT" });
  });

  it("writes what became of a question without the question", async () => {
    const conversations = window();
    const conversation = new Conversation();
    conversations.keep(conversation);
    const typed = "x".repeat(100_000);
    conversation.put(turn("1", { state: "waiting" }, { question: { typed, expertId: 1 } }));
    await conversations.saved.settle();
    const before = (await stat(fileOf(conversation.id))).size;
    const again = { why: "rate-limited" as const, at: 1 };
    conversation.settle("1", { state: "waiting", again });
    conversation.settle("1", done("one"));
    await conversations.saved.settle();
    assert.ok((await stat(fileOf(conversation.id))).size - before < 1000);
    assert.deepEqual((await opened(conversation.id)).turns, conversation.turns);
  });

  it("brings back what a hub adds to its answer", async () => {
    const conversations = window();
    const conversation = new Conversation();
    conversations.keep(conversation);
    const added = "A note that stands in no question and in no other answer.";
    for (const id of ["1", "2"]) {
      conversation.put(turn(id, { state: "waiting" }));
      const received = { value: { output: id, intermediate_steps: [] }, bytes: 1, elapsedMs: 1 };
      const raw = { ...received.value, note: `${added} ${id}`, again: added };
      conversation.settle(id, { state: "done", received: { ...received, raw } });
    }
    await conversations.saved.settle();
    assert.deepEqual((await opened(conversation.id)).turns, conversation.turns);
  });

  it("refers to no text of a question that was removed, which clearing the file drops", async () => {
    const conversations = window();
    const conversation = new Conversation();
    conversations.keep(conversation);
    const typed =
      "A question that is long enough to be worth a reference to the turn that it is from. ".repeat(
        2,
      );
    const question = { typed, expertId: 1 };
    conversation.put(turn("1", done("one"), { question }));
    conversation.remove("1");
    const messages = [{ role: "user", content: typed }];
    const body = { expert_id: 1, conversation_history: messages };
    conversation.put(turn("2", done("two"), { sent: { endpoint: "invoke_agent", body } }));
    await conversations.saved.settle();
    const lines = (await readFile(fileOf(conversation.id), "utf8")).split("\n");
    const left = lines.filter((line) => !/"turn":\{"id":"1"|"removed"/.test(line));
    assert.equal(left.length, lines.length - 2);
    const cleared = crypto.randomUUID();
    await writeFile(fileOf(cleared), left.join("\n"));
    assert.deepEqual((await opened(cleared)).turns, conversation.turns);
  });

  it("brings back what was sent where the same is asked again", async () => {
    const conversations = window();
    const conversation = new Conversation();
    conversations.keep(conversation);
    const typed = "A question that is asked twice, and is worth a reference to its turn. ".repeat(
      2,
    );
    const settings = { historyTurns: 20, roles: { user: "user", assistant: "assistant" } };
    for (const id of ["1", "2"]) {
      const history = conversation.history(scope, settings);
      const body = { expert_id: 1, input_data: typed, conversation_history: history };
      const question = { typed, expertId: 1 };
      const sent = { endpoint: "invoke_agent", body } as const;
      conversation.put(turn(id, { state: "waiting" }, { question, sent }));
      conversation.settle(id, done(`${id} ${typed}`));
    }
    await conversations.saved.settle();
    assert.deepEqual((await opened(conversation.id)).turns, conversation.turns);
    const text = await readFile(fileOf(conversation.id), "utf8");
    assert.equal(text.split(typed).length - 1, 4, "a question and an answer each are stored once");
  });

  it("brings back what was sent where an answer that it repeats was replaced since", async () => {
    const conversations = window();
    const conversation = new Conversation();
    conversations.keep(conversation);
    const content =
      "An answer that is long enough to be worth a reference to the turn that it is from. ".repeat(
        2,
      );
    conversation.put(turn("1", done(content)));
    conversation.settle("1", done("Another answer."));
    const messages = [{ role: "assistant", content }];
    const body = { expert_id: 1, conversation_history: messages };
    conversation.put(turn("2", done("two"), { sent: { endpoint: "invoke_agent", body } }));
    await conversations.saved.settle();
    assert.deepEqual((await opened(conversation.id)).turns, conversation.turns);
  });

  it("brings back an answer that is nested as deeply as a hub may send it", async () => {
    const conversations = window();
    const conversation = new Conversation();
    conversations.keep(conversation);
    let deep: unknown = "deep";
    for (let depth = 1; depth < 64; depth++) deep = [deep];
    const raw = { output: "Fine.", intermediate_steps: [], deep };
    const value = { output: raw.output, intermediate_steps: [] };
    const received = { value, raw, bytes: 1, elapsedMs: 1 };
    conversation.put(turn("1", { state: "waiting" }));
    conversation.settle("1", { state: "done", received });
    await conversations.saved.settle();
    assert.deepEqual((await opened(conversation.id)).turns, conversation.turns);
    const back = new Conversation(fromJson(Buffer.from(toJson(conversation))));
    assert.deepEqual(back.turns, conversation.turns);
  });

  it("is not cleared of little, nor of less than there is to keep", async () => {
    const large = "z".repeat(700_000);
    const kept = ["2", "3", "4"].map((at) => turn(at, done(`${at}${large}`)));
    for (const turns of [versions("few"), [...versions(large), ...kept]]) {
      const id = await saved(...turns);
      const before = await readFile(fileOf(id));
      await opened(id);
      assert.ok(before.equals(await readFile(fileOf(id))), "it was cleared");
    }
  });

  it("D2 has a question before its answer where it could not be saved at first", async () => {
    const id = await saved(turn("1", done("one")));
    const files = new DiskFiles(folder);
    const append = files.append.bind(files);
    let isFull = true;
    const conversations = window(files);
    const conversation = await opened(id, conversations);
    files.append = async (...given) => {
      if (!isFull) return append(...given);
      // The answer arrives while the question is still being written.
      if (conversation.get("2")?.result.state === "waiting") conversation.settle("2", done("two"));
      throw Object.assign(new Error("full"), { code: "ENOSPC" });
    };
    conversation.put(turn("2", { state: "waiting" }));
    await conversations.saved.settle();
    isFull = false;
    conversation.rename("Saved");
    await conversations.saved.settle();
    const back = await opened(id);
    assert.deepEqual([outputs(back), back.title], [["one", "two"], "Saved"]);
  });

  it("D2 is not let go of before it could be written", async () => {
    const id = await saved(turn("1", done("one")));
    const disk = fullDisk();
    const conversations = window(disk.files);
    const conversation = await opened(id, conversations);
    conversation.put(turn("2", done("two")));
    assert.equal(await conversations.unload(id, () => true), false);
    assert.equal(await opened(id, conversations), conversation);
    disk.isFull = false;
    conversation.rename("Saved");
    assert.equal(await conversations.unload(id, () => true), true);
    assert.deepEqual(outputs(await opened(id, conversations)), ["one", "two"]);
  });

  it("is cleared of what was superseded, but of no line that this version does not understand", async () => {
    const large = "z".repeat(400_000);
    const five = Array.from({ length: 5 }, (_, at) => turn("1", done(`${at}${large}`)));
    const [cleared, kept] = [await saved(...five), await saved(...five)];
    const unknown = '\n{"by":"later","bookmark":{"turnId":"1"}}';
    await appendFile(fileOf(kept), `${unknown}\n{"by":"later","title":"Later"}`);
    const headOf = async () => (await readFile(fileOf(cleared), "utf8")).split("\n")[0];
    const head = await headOf();
    for (const id of [cleared, kept]) {
      const conversations = window();
      (await opened(id, conversations)).put(turn("2", done("two")));
      await conversations.saved.settle();
      assert.deepEqual(outputs(await opened(id)), [`4${large}`, "two"]);
    }
    assert.ok((await stat(fileOf(cleared))).size < 500_000, "nothing was cleared");
    assert.equal(await headOf(), head);
    assert.ok((await readFile(fileOf(kept), "utf8")).includes(unknown), "a line is lost");
  });
});
