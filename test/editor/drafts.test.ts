import assert from "node:assert/strict";
import { ChatStage } from "./chatStage";
import { startHub, type TestHub } from "./hub";
import { until } from "./inputs";

describe("words in the composer", () => {
  let hub: TestHub;
  let stage: ChatStage;
  before(async () => {
    hub = await startHub();
  });
  after(() => hub.close());
  beforeEach(async () => {
    stage = await ChatStage.start(hub, [hub.expertIds[1] ?? 2]);
  });
  afterEach(() => stage.end());

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
