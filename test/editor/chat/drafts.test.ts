import assert from "node:assert/strict";
import { useFixture, type ChatFixture } from "../support/chatFixture";
import { until } from "../support/inputs";

describe("words in the composer", () => {
  let fixture: ChatFixture;
  useFixture((started) => {
    fixture = started;
  });

  it("are in the new conversation alone, also once the one before is opened again", async () => {
    await fixture.send("1 + 1");
    const { id: conversationId } = fixture.conversation;
    await fixture.call.saveDraft({ conversationId, text: "half a thought" });
    const { conversation } = fixture.chats.renewSide();
    await until("it is let go of", () => fixture.chats.of(conversationId) === undefined);
    assert.equal((await fixture.chats.openSaved(conversationId)).draft, "");
    assert.equal((await fixture.chats.openSaved(conversation.id)).draft, "half a thought");
  });
});
