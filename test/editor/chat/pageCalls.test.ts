import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Chat } from "../../../src/features/asking/core/chat";
import { ChatPlaces } from "../../../src/features/asking/core/chatPlaces";
import {
  handlersFor,
  type HandlerParts,
  type PageHandle,
} from "../../../src/features/chat/editor/handlers";
import { HubError, type ErrorKind } from "../../../src/contract/errors";
import type { Remedy, ShownState } from "../../../src/contract/vocabulary";
import type { OptionsView } from "../../../src/page/protocol/views";
import { commandsDuring } from "../support/standIns";

const marks = { hub: "h", expert: "7", conversation: "shown" } as ShownState;

/** The calls of a page that has shown one conversation; `fails` is what every action ends with. */
function calling(fails?: Error) {
  const did: unknown[][] = [];
  const step =
    (name: string) =>
    async (...args: unknown[]) => {
      did.push([name, ...args]);
      if (fails) throw fails;
    };
  const [chat, fresh] = [new Chat(), new Chat()];
  const page: PageHandle = {
    chat,
    view: () => assert.fail(),
    redraw: async () => void did.push(["redraw"]),
    sendEarlier: () => {},
    entered: () => {},
    focus: () => void did.push(["focus"]),
    run: () => {},
    hasShown: (id) => id === "shown" || id === chat.conversation.id,
  };
  const parts = {
    chats: {
      saveTyped: async (...args: unknown[]) => void did.push(["save", ...args]),
      places: new ChatPlaces(),
      renewSide: () => fresh,
    },
    sender: {
      send: step("send"),
      retry: step("retry"),
      assertShown: (_: Chat, shown: unknown) => did.push(["expect", shown]),
      askAgain: step("again"),
      expertOf: () => ({ id: 7 }),
      attachmentsOf: () => [{ id: "instructions", source: { kind: "instructions" } }],
    },
    options: { choose: step("choose") },
    choices: {
      useAbility: step("ability"),
      pickModel: step("picked"),
    },
    pictures: { read: step("read"), removeUnused: step("unused") },
    presenter: { turn: (turn: object) => ["view", turn] },
    roster: { get: () => ({ modelId: 9 }) },
    turnActions: { use: step("use"), refreshExpert: step("refresh") },
  } as unknown as HandlerParts;
  return { calls: handlersFor(page, parts), did, chat, fresh, page };
}

const attachment = (id: string) => ({
  id,
  text: "",
  languageId: "",
  label: `${id}.ts`,
  detail: "",
});

const names = (did: readonly unknown[][]) => did.map(([name]) => name);

describe("the calls of a page", () => {
  it("Q2 update it where what it showed no longer holds, and not for other refusals", async () => {
    const options = {} as OptionsView;
    const all = (calls: ReturnType<typeof calling>["calls"]) => [
      () => calls.send({ text: "x" }, marks),
      () => calls.setOptions({ options }, marks),
      () => calls.useTurn({ turnId: "t", action: "askAgain" }, marks),
      () => calls.resolveProblem({ turnId: "t", action: "retry" }, marks),
    ];
    for (const [kind, updates] of [
      ["conflict", 1],
      ["cancelled", 0],
    ] as const) {
      const { calls, did } = calling(new HubError(kind, "No."));
      for (const call of all(calls)) {
        did.length = 0;
        await assert.rejects(async () => call(), { kind });
        assert.equal(names(did).filter((name) => name === "redraw").length, updates, String(call));
      }
    }
  });

  it("Z1 lead to the key of the model that was asked, or to an address where none is known", async () => {
    const { calls, chat } = calling();
    const turn = { id: "t", question: {}, sent: {}, asked: { modelId: 7 }, result: {} };
    Object.assign(chat.conversation, { get: (id: string) => (id === "t" ? turn : undefined) });
    const ran = await commandsDuring(async () => {
      await calls.resolveProblem({ turnId: "t", action: "enterModelKey" }, marks);
      await calls.resolveProblem({ turnId: "gone", action: "enterModelKey" }, marks);
      await calls.resolveProblem({ action: "enterModelKey" }, marks);
    });
    assert.deepEqual(ran, [
      ["expertHub.useModelAddress", 7],
      ["expertHub.useModelAddress", undefined],
      ["expertHub.useModelAddress"],
    ]);
  });

  it("P10 take words only for a conversation that it has shown", async () => {
    const { calls, did, chat, page } = calling();
    const elsewhere = { ...marks, conversation: "elsewhere" };
    await assert.rejects(async () => calls.send({ text: "x" }, elsewhere), { kind: "internal" });
    await assert.rejects(async () => calls.saveDraft({ conversationId: "elsewhere", text: "x" }));
    assert.deepEqual(did, []);
    await calls.send({ text: "x" }, marks);
    await calls.send({ text: "y" });
    assert.deepEqual(did, [
      ["save", "shown", "x", page],
      ["send", chat, { typed: "x", shown: marks }],
      ["redraw"],
      ["save", chat.conversation.id, "y", page],
      ["send", chat, { typed: "y", shown: undefined }],
      ["redraw"],
    ]);
  });

  it("refresh the expert of a question, and run the command where there is none", async () => {
    const { calls, did, chat } = calling();
    const commands = await commandsDuring(async () => {
      await calls.resolveProblem({ turnId: "t", action: "refreshExpert" });
      assert.deepEqual(did, [["refresh", chat, "t"]]);
      await calls.resolveProblem({ action: "refreshExpert" });
      await calls.resolveProblem({ turnId: "t", action: "connect" });
    });
    assert.deepEqual(commands, [["expertHub.refreshExperts"], ["expertHub.connect"]]);
    assert.equal(did.length, 1);
  });

  it("choose an ability of the expert that it showed, and update it before they are answered", async () => {
    const { calls, did, chat } = calling();
    await calls.useAbility({ abilityId: 3 }, marks);
    assert.deepEqual(did, [
      ["expect", { hub: "h", expert: "7" }],
      ["ability", chat, 3],
      ["redraw"],
    ]);
  });

  it("Q2 show the page what was picked before they are answered", async () => {
    const { calls, did } = calling();
    await calls.pickModel(undefined);
    assert.deepEqual(names(did), ["picked", "redraw"]);
  });

  it("set options for the expert and hub that it showed, whatever the conversation", async () => {
    const { calls, did } = calling();
    const options = { mode: "agent" } as OptionsView;
    await calls.setOptions({ options }, marks);
    assert.deepEqual(did, [
      ["expect", { hub: "h", expert: "7" }],
      ["choose", 7, options, "Expert 7"],
      ["redraw"],
    ]);
  });

  it("ask in a new conversation with what was composed, which stays there if it is not sent", async () => {
    const { calls, did, chat, fresh } = calling();
    chat.draft = "x";
    const attachments = [attachment("a")];
    chat.attachments = attachments;
    chat.picked = { id: 7, hubScope: "h" };
    const ran = await commandsDuring(() => calls.sendInNew({ text: "x" }, marks));
    assert.deepEqual(ran, [["expertHub.openChat"]]);
    assert.deepEqual(did.slice(1), [
      ["expect", marks],
      ["send", fresh, { typed: "x" }],
      ["redraw"],
    ]);
    assert.deepEqual([chat.draft, chat.attachments], ["", []]);
    assert.deepEqual(
      [fresh.draft, fresh.attachments, fresh.picked],
      ["x", attachments, { id: 7, hubScope: "h" }],
    );
  });

  it("take off an attachment with its picture, and instructions for this question alone", async () => {
    const picture = { digest: "d" } as never;
    const { calls, did, chat } = calling();
    chat.attachments = [attachment("a"), { ...attachment("b"), picture }];
    await calls.removeAttachment({ id: "instructions" });
    assert.deepEqual([chat.withoutInstructions, chat.attachments.length], [true, 2]);
    await calls.removeAttachment({ id: "a" });
    await calls.removeAttachment({ id: "b" });
    assert.deepEqual(chat.attachments, []);
    assert.deepEqual(did, [["redraw"], ["redraw"], ["redraw"], ["unused", chat, picture]]);
  });

  it("give the data of a picture that is attached, and of no other", async () => {
    const { calls, did, chat } = calling();
    const picture = { digest: "d" } as never;
    chat.attachments = [attachment("a"), { ...attachment("b"), picture }];
    for (const id of ["a", "gone"])
      await assert.rejects(async () => calls.attachedPicture({ id }), { kind: "internal" });
    await calls.attachedPicture({ id: "b" });
    assert.deepEqual(did, [["read", chat.conversation.id, picture, "b.ts"]]);
    assert.equal(await calls.readPicture({ id: "gone" }), null);
  });

  it("show the reason of the question that is open, and of no other", async () => {
    const { calls, did, chat } = calling();
    const show = async () => void did.push(["shown"]);
    const current = { id: "q", reasons: [{ text: "x" }, { text: "y", show }] };
    Object.defineProperty(chat, "pending", { value: { current } });
    for (const [questionId, index] of [
      ["q", 1],
      ["q", 0],
      ["q", 2],
      ["other", 1],
    ] as const)
      await calls.showReason({ questionId, index });
    assert.equal(did.length, 1);
  });

  it("summarize the conversation, or lead to how much of it is sent", async () => {
    const { calls, chat } = calling();
    const ran = await commandsDuring(async () => {
      await calls.useContext({ action: "summary" });
      await calls.useContext({ action: "settings" } as never);
      await calls.rename(undefined);
      await calls.openComparison({ turnId: "t" });
    });
    const { id: conversationId } = chat.conversation;
    assert.deepEqual(ran, [
      ["expertHub.startWithSummary", { conversationId }],
      ["workbench.action.openSettings", "@id:expertHub.historyTurns"],
      ["expertHub.renameConversation", conversationId],
      ["expertHub.openComparison", { conversationId, turnId: "t" }],
    ]);
  });

  it("draw another answer of the conversation, and none that is gone", async () => {
    const { calls, chat } = calling();
    await assert.rejects(async () => calls.otherAnswer({ turnId: "t" }), { kind: "not-found" });
    const turn = { id: "t" };
    Object.assign(chat.conversation, { get: (id: string) => (id === "t" ? turn : undefined) });
    assert.deepEqual(await calls.otherAnswer({ turnId: "t" }), ["view", turn]);
  });

  it("ask again once what was missing is there, at the model that was chosen for that", async () => {
    const { executeCommand } = vscode.commands;
    const rows: [kind: ErrorKind, action: Remedy, isDone: boolean, asked: object | undefined][] = [
      ["no-key", "setApiKey", true, { replacing: "t" }],
      ["no-key", "setApiKey", false, undefined],
      ["no-key", "addModel", true, { replacing: "t", modelId: 9 }],
      ["server", "setApiKey", true, undefined],
    ];
    for (const [kind, action, isDone, asked] of rows) {
      const { calls, did, chat } = calling();
      const result = { state: "failed", error: new HubError(kind, "No.") };
      const turn = { id: "t", asked: { expertId: 7 }, result };
      Object.assign(chat.conversation, { get: (id: string) => (id === "t" ? turn : undefined) });
      Object.assign(vscode.commands, { executeCommand: async () => isDone });
      try {
        await calls.resolveProblem({ turnId: "t", action });
        await calls.resolveProblem({ turnId: "gone", action });
      } finally {
        Object.assign(vscode.commands, { executeCommand });
      }
      assert.deepEqual(did, asked ? [["again", chat, turn, asked]] : []);
    }
  });

  it("retry a question, or show it in its comparison", async () => {
    const { calls, did, chat } = calling();
    const turns = [{ id: "t" }, { id: "beside", beside: "t" }];
    Object.assign(chat.conversation, { get: (id: string) => turns.find((one) => one.id === id) });
    const ran = await commandsDuring(async () => {
      await calls.resolveProblem({ turnId: "t", action: "retry" }, marks);
      await calls.resolveProblem({ action: "retry" }, marks);
      await calls.resolveProblem({ turnId: "beside", action: "retry" }, marks);
    });
    assert.deepEqual(did, [
      ["retry", chat, "t", marks],
      ["retry", chat, "", marks],
    ]);
    const about = { conversationId: chat.conversation.id, turnId: "beside" };
    assert.deepEqual(ran, [["expertHub.openComparison", about]]);
  });
});
