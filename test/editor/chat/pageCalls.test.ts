import assert from "node:assert/strict";
import { Chat } from "../../../src/features/asking/core/chat";
import { ChatPlaces } from "../../../src/features/asking/core/chatPlaces";
import {
  handlersFor,
  type HandlerParts,
  type PageHandle,
} from "../../../src/features/chat/editor/handlers";
import { HubError } from "../../../src/contract/errors";
import type { ShownState } from "../../../src/contract/vocabulary";
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
  const chat = new Chat();
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
    },
    sender: {
      send: step("send"),
      retry: step("retry"),
      assertShown: (_: Chat, shown: unknown) => did.push(["expect", shown]),
      expertOf: () => ({ id: 7 }),
    },
    options: { choose: step("choose") },
    choices: {
      useAbility: step("ability"),
      pickModel: step("picked"),
    },
    turnActions: { use: step("use"), refreshExpert: step("refresh") },
  } as unknown as HandlerParts;
  return { calls: handlersFor(page, parts), did, chat, page };
}

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
});
