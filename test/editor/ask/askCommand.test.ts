import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { ask } from "../../../src/features/asking/editor/ask";
import type { ChatPanels } from "../../../src/features/chat/editor/chatPanels";
import type { Disposable, Own } from "../../../src/kit/disposable";
import { chatFeature } from "../support/chatFeature";
import { connectedTo } from "../support/connected";
import { until } from "../support/inputs";
import { soundAnswer, startStubHub, type StubHub } from "../support/stubHub";

/** Types this into the box that opens; returns what the box was given. */
async function typing(text: string | undefined, run: () => unknown) {
  const { showInputBox } = vscode.window;
  let given: vscode.InputBoxOptions | undefined;
  Object.assign(vscode.window, {
    showInputBox: async (options: vscode.InputBoxOptions) => {
      given = options;
      return text;
    },
  });
  try {
    await run();
  } finally {
    Object.assign(vscode.window, { showInputBox });
  }
  return given;
}

describe("the command that asks", () => {
  let hub: StubHub;
  let folder: string;
  let owned: Disposable[] = [];
  let opened = 0;
  let holding: Promise<void> | undefined;

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "expert-hub-ask-"));
    hub = await startStubHub(async (request) => {
      if (request.path.includes("invoke_")) await holding;
      return soundAnswer(request);
    });
  });
  afterEach(() => {
    for (const one of owned.toReversed()) one.dispose();
    owned = [];
    holding = undefined;
  });
  after(async () => {
    await hub.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const own: Own = (one) => {
    owned.push(one);
    return one;
  };

  async function fixture(...ids: number[]) {
    const connected = connectedTo({ baseUrl: hub.baseUrl, key: "KEY-CANARY-ask" });
    const { settings, roster, setup } = connected;
    await roster.add(ids);
    const feature = chatFeature(connected, { settings, folder, own });
    const { chats, sender } = feature;
    opened = 0;
    const panels = { openSide: async () => opened++ } as unknown as ChatPanels;
    const command = ask({ chats, panels, sender, roster, setup });
    return { ...connected, ...feature, command };
  }

  const questions = () => hub.seen.filter(({ path: asked }) => asked.includes("/invoke_"));
  const lastBody = () => JSON.parse(questions().at(-1)?.body ?? "{}") as Record<string, unknown>;

  it("asks an agent for what only an agent can do, whatever is chosen for the expert", async () => {
    const { command, handlerParts } = await fixture(7);
    const { options } = handlerParts;
    await options.choose(7, { ...options.effective(7), mode: "model" });
    await command.run({ input: "one" });
    assert.match(questions().at(-1)?.path ?? "", /invoke_llm$/);
    await command.run({ input: "two", temperature: 1, modelId: 3 });
    assert.match(questions().at(-1)?.path ?? "", /invoke_llm$/);
    for (const more of [
      { tools: { web_search: true } },
      { abilityId: 2 },
      { webSearchMaxResults: 3 },
      { documentUrls: ["https://a.example/"] },
    ]) {
      await command.run({ input: "three", ...more });
      assert.match(questions().at(-1)?.path ?? "", /invoke_agent$/, JSON.stringify(more));
    }
    assert.equal(opened, 0, "a caller's question opens nothing");
  });

  it("asks an expert by id that was never added, but nobody where none is named", async () => {
    const { command } = await fixture();
    await command.run({ input: "one", expertId: 9 });
    assert.equal(lastBody()["expert_id"], 9);
    await assert.rejects(
      async () => command.run({ input: "two" }),
      /There is no expert to ask yet/,
    );
    assert.equal(opened, 0);
    await assert.rejects(async () => command.run(), /There is no expert to ask yet/);
    assert.equal(opened, 1, "the chat says what is missing");
  });

  it("names the expert and the attachment, and starts with the draft", async () => {
    const { command, chats } = await fixture(7);
    chats.side.draft = "half a question";
    const before = questions().length;
    const given = await typing(undefined, () => command.run());
    assert.deepEqual(
      [given?.title, given?.value, given?.prompt, given?.ignoreFocusOut],
      ["Ask Expert 7", "half a question", "The answer appears in the chat.", true],
    );
    assert.equal(questions().length, before, "it was left");
    assert.equal(chats.side.draft, "half a question");
    chats.side.attachments = [
      {
        id: "a",
        text: "1",
        languageId: "",
        label: "a.txt:1",
        detail: "",
      },
    ];
    const box = await typing("the question", () => command.run());
    assert.match(box?.prompt ?? "", /^a\.txt:1 will be attached\. The answer/);
    assert.match(String(lastBody()["input_data"]), /^the question\n\n```\n1\n```$/);
    assert.deepEqual([chats.side.draft, chats.side.attachments[0], opened], ["", undefined, 1]);
  });

  it("gives each of several questions a conversation of its own", async () => {
    const { command, chats } = await fixture(7);
    const released = Promise.withResolvers<void>();
    holding = released.promise;
    const before = questions().length;
    const first = command.run({ input: "one" }) as Promise<{ conversationId: string }>;
    await until("it is out", () => questions().length === before + 1);
    const second = command.run({ input: "two" }) as Promise<{ conversationId: string }>;
    await until("both are out", () => questions().length === before + 2);
    released.resolve();
    const [one, two] = await Promise.all([first, second]);
    assert.notEqual(one.conversationId, two.conversationId);
    assert.equal(chats.side.conversation.id, two.conversationId);
    const third = (await command.run({ input: "three" })) as { conversationId: string };
    assert.equal(third.conversationId, two.conversationId);
  });

  it("tells VS Code once there is an answer to use, for its menus", async () => {
    const { executeCommand } = vscode.commands;
    const told: unknown[] = [];
    Object.assign(vscode.commands, {
      executeCommand: async (id: string, key: string, value: unknown) =>
        id === "setContext" && key === "expertHub.hasAnswer" ? void told.push(value) : undefined,
    });
    try {
      const { command } = await fixture(7);
      const released = Promise.withResolvers<void>();
      holding = released.promise;
      const before = questions().length;
      const asking = command.run({ input: "one" });
      await until("it is out", () => questions().length > before);
      assert.deepEqual(told, []);
      released.resolve();
      await asking;
      assert.deepEqual(told, [true]);
    } finally {
      Object.assign(vscode.commands, { executeCommand });
    }
  });

  it("tells VS Code of an answer about a selection, for the walkthrough", async () => {
    const { executeCommand } = vscode.commands;
    const told: unknown[] = [];
    Object.assign(vscode.commands, {
      executeCommand: async (id: string, key: string, value: unknown) =>
        id === "setContext" && key === "expertHub.hasAskedSelection"
          ? void told.push(value)
          : undefined,
    });
    try {
      const { command, chats } = await fixture(7);
      await command.run({ input: "one" });
      const file = { id: "f", text: "1", languageId: "", label: "a.txt", detail: "" };
      for (const [attachment, wanted] of [
        [file, []],
        [{ ...file, id: "s", label: "a.txt:1", lines: "1" }, [true]],
      ] as const) {
        chats.side.attachments = [attachment];
        await typing("the question", () => command.run());
        assert.deepEqual(told, wanted, attachment.label);
      }
    } finally {
      Object.assign(vscode.commands, { executeCommand });
    }
  });

  it("tells a caller of a failure, and nobody else", async () => {
    const { command } = await fixture(7);
    assert.equal(command.rejects?.(), false);
    assert.equal(command.rejects?.(null), false);
    assert.equal(command.rejects?.({}), true);
    assert.equal(command.rejects?.("text"), true);
  });
});
