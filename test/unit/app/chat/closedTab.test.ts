import assert from "node:assert/strict";
import type { Chat } from "../../../../src/app/chat/chat";
import { OpenChats } from "../../../../src/app/chat/openChats";
import { atEnd, closeAll } from "../../hub/hubStage";
import { TestStore } from "../appStage";
import { savedFolder } from "../savedConversations/savedFolder";
import { done, turn } from "../savedConversations/savedTurns";

const selected = { id: "a", text: "1", languageId: "ts", label: "a.ts:1", detail: "1 line" };

/** A chat with a draft in a tab, beside an empty side bar. */
async function stage() {
  const { window, saved } = await savedFolder();
  const conversations = window();
  const chats = new OpenChats(new TestStore(), conversations);
  atEnd(async () => chats.dispose());
  const { side } = chats;
  const { chat, hold } = await chats.take(undefined);
  await chats.saveDraft(chat, "half a thought");
  const shown = (panelType: string) =>
    chats.places.add({ chat, panelType, isVisible: true, find: () => {} });
  const place = shown("tab");
  const close = (): Chat => {
    place.dispose();
    chats.closedTab(chat);
    hold.dispose();
    return chats.side;
  };
  return { chats, conversations, saved, side, chat, shown, close };
}

describe("a tab with words that were not sent", () => {
  afterEach(closeAll);

  it("leaves them in an empty side bar when it is closed", async () => {
    const { chats, chat, close } = await stage();
    assert.equal(close(), chat);
    assert.equal(chats.side.draft, "half a thought");
  });

  it("leaves a selection there, too", async () => {
    const { chats, chat, close } = await stage();
    await chats.saveDraft(chat, "");
    chat.attachments = [selected];
    assert.equal(close(), chat);
  });

  const others: Record<string, (on: Awaited<ReturnType<typeof stage>>) => unknown> = {
    "there are words in the side bar": ({ side }) => (side.draft = "others"),
    "there is a selection in the side bar": ({ side }) => (side.attachments = [selected]),
    "the side bar shows a conversation": ({ side }) =>
      side.conversation.put(turn("1", done("one"))),
    "the conversation is in the list": ({ chat }) => chat.conversation.put(turn("1", done("one"))),
    "there are no words in the tab": ({ chat, chats }) => chats.saveDraft(chat, ""),
    "another tab shows it": ({ shown }) => shown("other"),
    "its conversation was deleted": ({ conversations, chat }) =>
      conversations.remove(chat.conversation.id),
  };
  for (const [name, change] of Object.entries(others))
    it(`leaves the side bar alone where ${name}`, async () => {
      const on = await stage();
      await change(on);
      assert.equal(on.close(), on.side);
    });
});
