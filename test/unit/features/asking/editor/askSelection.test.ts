import assert from "node:assert/strict";
import type { Attachment } from "../../../../../src/features/conversation/core/attachment";
import { Chat } from "../../../../../src/features/asking/core/chat";
import type { OpenChats } from "../../../../../src/features/asking/core/openChats";
import type { QuestionToAsk } from "../../../../../src/features/asking/core/preparedQuestion";
import type { QuestionSender } from "../../../../../src/features/asking/core/questionSender";
import type { Setup } from "../../../../../src/features/experts/core/setup";
import {
  askSelection,
  askSelectionElsewhere,
} from "../../../../../src/features/asking/editor/askSelection";
import type { ChatPanels } from "../../../../../src/features/chat/editor/chatPanels";
import type {
  AttachmentList,
  SelectionAttacher,
} from "../../../../../src/features/attachments/editor/selectionAttacher";
import type { SetupStep } from "../../../../../src/contract/vocabulary";

const selected = { id: "a", text: "1", languageId: "ts", label: "a.ts:1", detail: "1 line" };

function fixture() {
  const did: string[] = [];
  const sent: { chat: Chat; shown: unknown; attachment: unknown }[] = [];
  const alone: unknown[] = [];
  let side = new Chat();
  const settings: { askSelection: "compose" | "send" } = { askSelection: "send" };
  const state: {
    isSelected: boolean;
    isTaken: boolean;
    isOther: boolean;
    missing: SetupStep | undefined;
    shown: object | undefined;
  } = {
    isSelected: true,
    isTaken: false,
    isOther: false,
    missing: undefined,
    shown: undefined,
  };
  /** VS Code shows a view a moment later. */
  const shown = async (how: string) => {
    await new Promise(setImmediate);
    did.push(how);
  };
  const parts = {
    attacher: {
      get hasSelection() {
        return state.isSelected;
      },
      selected: async () => selected,
      join: (before: readonly Attachment[], added: Attachment) => [...before, added],
    } as unknown as SelectionAttacher,
    attachOpen: async (chat: AttachmentList) => {
      did.push("attach");
      chat.attachments = [...chat.attachments, selected];
    },
    chats: {
      get side() {
        return side;
      },
      renewSide: () => (side = new Chat()),
    } as unknown as OpenChats,
    panels: {
      openSide: () => shown("open"),
      revealSide: () => shown("reveal"),
      get shownInSide() {
        return state.shown;
      },
    } as unknown as ChatPanels,
    sender: {
      availableSideChat: () => {
        if (state.isTaken || state.isOther) side = new Chat();
        return side;
      },
      hubInUse: undefined,
      hubs: { otherHub: () => (state.isOther ? { label: "Work" } : undefined) },
      send: async (chat: Chat, { shown }: { shown: unknown }) => {
        did.push("send");
        sent.push({ chat, shown, attachment: chat.attachments[0] });
      },
      ask: async (_: Chat, { attachments, shown }: Partial<QuestionToAsk>) => {
        did.push(`ask alone, shown ${JSON.stringify(shown)}`);
        alone.push(attachments);
      },
    } as unknown as QuestionSender,
    setup: { next: async () => state.missing } as unknown as Setup,
    settings,
  };
  const command = askSelection(parts);
  const elsewhere = askSelectionElsewhere({ ...parts, askAbout: async () => did.push("ask") });
  return { did, sent, alone, settings, state, command, elsewhere, side: () => side };
}

describe("the commands for the selection", () => {
  it("ask about it in the side bar, and leave the cursor in the editor", async () => {
    const { command, did, sent, side } = fixture();
    await command.run();
    assert.deepEqual(did, ["reveal", "send"]);
    assert.deepEqual(sent, [{ chat: side(), shown: undefined, attachment: selected }]);
    assert.equal(side().picked, undefined);
  });

  it("send with what the side bar showed, this selection in this conversation", async () => {
    const { command, sent, state, side } = fixture();
    state.shown = { hub: "h", expert: "7", conversation: "before", attachment: "" };
    await command.run({ scheme: "file" });
    const { id } = side().conversation;
    const shown = { hub: "h", expert: "7", conversation: id, attachment: "a" };
    assert.deepEqual(sent[0]?.shown, shown);
  });

  it("send with what the side bar showed where that is behind what is attached", async () => {
    const { command, sent, state, side } = fixture();
    side().attachments = [{ ...selected, id: "new" }];
    state.shown = { hub: "h", expert: "7", conversation: "before", attachment: "old" };
    await command.run();
    const { id } = side().conversation;
    assert.deepEqual(sent[0]?.shown, { ...state.shown, conversation: id });
  });

  it("Q3 ask about it alone where the user does not see what else is in the composer", async () => {
    const { command, alone, did, sent, side, state } = fixture();
    const other = { ...selected, id: "other" };
    for (const composed of [{ attachments: [other] }, { draft: "half a thought" }]) {
      Object.assign(side(), { attachments: [], draft: "" }, composed);
      await command.run();
      assert.deepEqual(alone.splice(0), [[selected]]);
      const { attachments, draft } = side();
      assert.deepEqual({ attachments: [], draft: "", ...composed }, { attachments, draft });
    }
    await command.run({ expertId: 7, hub: "h" });
    assert.deepEqual(did.slice(-2), ["reveal", 'ask alone, shown {"hub":"h"}']);
    assert.deepEqual(sent, []);
    state.shown = { attachment: "", conversation: "" };
    await command.run();
    assert.equal(sent.length, 1);
  });

  it("ask in a conversation of its own while a question is out, or another hub is in use", async () => {
    const { command, sent, state, side } = fixture();
    for (const reason of [{ isTaken: true }, { isTaken: false, isOther: true }]) {
      const before = side();
      Object.assign(state, reason);
      await command.run();
      assert.notEqual(sent.at(-1)?.chat, before);
      assert.equal(side().attachments[0], selected);
    }
  });

  it("ask the expert that was named, at the hub where it was", async () => {
    const { command, sent, side } = fixture();
    const hub = "https://a.example";
    const named = { id: 7, hubScope: hub };
    await command.run({ expertId: 7, hub });
    assert.deepEqual([side().picked, sent[0]?.shown], [named, { hub }]);
    for (const wrong of [{ expertId: "7", hub: "h" }, { expertId: 8 }]) {
      await command.run(wrong);
      assert.deepEqual(side().picked, named);
    }
  });

  it("show what is missing, and keep the selection until then", async () => {
    const { command, elsewhere, did, state, side } = fixture();
    state.missing = "key";
    await command.run();
    assert.deepEqual([did, side().attachments[0]], [["reveal", "open"], selected]);
    side().attachments = [];
    await elsewhere.run();
    assert.deepEqual([did.at(-1), side().attachments[0]], ["open", selected]);
    Object.assign(side(), { attachments: [], draft: "half a thought" });
    await command.run();
    assert.deepEqual([side().attachments[0], side().draft], [selected, "half a thought"]);
  });

  it("open the chat for a question, and send nothing, where the setting says so", async () => {
    const { command, elsewhere, did, settings, sent, side, state } = fixture();
    settings.askSelection = "compose";
    Object.assign(side(), { draft: "half a thought" });
    await command.run();
    assert.deepEqual(did.splice(0), ["open", "attach"]);
    assert.deepEqual([side().attachments, side().draft], [[selected], "half a thought"]);
    const hub = "https://a.example";
    await command.run({ expertId: 7, hub });
    assert.deepEqual(side().picked, { id: 7, hubScope: hub });
    await elsewhere.run();
    assert.equal(side().attachments.length, 3);
    // Other questions are asked after the one that is out; those to another hub have their own chat.
    const before = side();
    state.isTaken = true;
    await command.run();
    assert.equal(side(), before);
    state.isOther = true;
    await command.run();
    assert.notEqual(side(), before);
    assert.deepEqual(side().attachments, [selected]);
    await assert.rejects(async () => elsewhere.run({ outsideEditor: true }), {
      kind: "invalid-request",
    });
    assert.deepEqual([new Set(did), sent], [new Set(["open", "attach"]), []]);
  });

  it("attach the file and send nothing where nothing is selected", async () => {
    const { command, elsewhere, did, sent, state } = fixture();
    state.isSelected = false;
    for (const one of [command, elsewhere]) {
      await one.run();
      assert.deepEqual([did.splice(0), sent], [["open", "attach"], []]);
    }
  });

  it("take nothing from where VS Code keeps the text to itself", async () => {
    const { command, elsewhere, did, settings, side } = fixture();
    for (const askSelection of ["send", "compose"] as const)
      for (const one of [command, elsewhere]) {
        settings.askSelection = askSelection;
        await assert.rejects(async () => one.run({ outsideEditor: true }), {
          kind: "invalid-request",
          message: /does not let extensions read the selection here/,
        });
      }
    assert.deepEqual([did, side().attachments[0]], [[], undefined]);
  });
});
