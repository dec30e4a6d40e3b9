import assert from "node:assert/strict";
import { useFixture, type ChatFixture } from "../support/chatFixture";

describe("words in the composer", () => {
  let fixture: ChatFixture;
  useFixture((started) => {
    fixture = started;
  });

  it("stay in their conversation, also while another one is begun", async () => {
    await fixture.send("1 + 1");
    const { id: conversationId } = fixture.conversation;
    await fixture.call.saveDraft({ conversationId, text: "half a thought" });
    const { conversation } = fixture.chats.renewSide();
    assert.equal(fixture.chats.of(conversation.id)?.draft, "");
    assert.equal((await fixture.chats.openSaved(conversationId)).draft, "half a thought");
  });
});
