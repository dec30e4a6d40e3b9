import assert from "node:assert/strict";
import { useStage, type ChatStage } from "../support/chatStage";
import { until } from "../support/inputs";

describe("words in the composer", () => {
  let stage: ChatStage;
  useStage((started) => {
    stage = started;
  });

  it("are in the new conversation alone, also once the one before is opened again", async () => {
    await stage.send("1 + 1");
    const { id: conversationId } = stage.conversation;
    await stage.call.saveDraft({ conversationId, text: "half a thought" });
    const { conversation } = stage.chats.renewSide();
    await until("it is let go of", () => stage.chats.of(conversationId) === undefined);
    assert.equal((await stage.chats.openSaved(conversationId)).draft, "");
    assert.equal((await stage.chats.openSaved(conversation.id)).draft, "half a thought");
  });
});
