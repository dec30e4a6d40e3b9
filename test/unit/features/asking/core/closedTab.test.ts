import assert from "node:assert/strict";
import { OpenChats } from "../../../../../src/features/asking/core/openChats";
import { atEnd, closeAll } from "../../../client/hubFixture";
import { TestStore } from "../../../support/appFixture";
import { savedFolder } from "../../conversation/core/savedFolder";

const selected = { id: "a", text: "1", languageId: "ts", label: "a.ts:1", detail: "1 line" };

describe("a tab with words that were not sent", () => {
  afterEach(closeAll);

  it("leaves them in the list when it is closed, and the side bar alone", async () => {
    const { window } = await savedFolder();
    const conversations = window();
    const chats = new OpenChats(new TestStore(), conversations);
    atEnd(async () => chats.dispose());
    const { side } = chats;
    const { chat, hold } = await chats.acquire(undefined);
    chat.attachments = [selected];
    chat.draft = "half a thought";
    await conversations.settle();
    const place = chats.places.add({ chat, panelType: "tab", isVisible: true, find: () => {} });
    place.dispose();
    chats.closedTab(chat);
    hold.dispose();
    assert.equal(chats.side, side);
    const [row, ...others] = await conversations.saved.list();
    assert.deepEqual([row?.title, row?.isDraft, others], ["half a thought", true, []]);
    const opened = await chats.openSaved(row!.id);
    assert.deepEqual([opened.draft, opened.attachments], ["half a thought", [selected]]);
  });
});
