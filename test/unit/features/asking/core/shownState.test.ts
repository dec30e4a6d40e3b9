import assert from "node:assert/strict";
import { assertShown, shownStateOf } from "../../../../../src/features/asking/core/shownState";
import { Chat } from "../../../../../src/features/asking/core/chat";
import type { ShownState } from "../../../../../src/contract/vocabulary";

const options = { mode: "agent", tools: {}, documentUrls: [] } as const;

function shownState(change?: (chat: Chat) => void): ShownState {
  const chat = new Chat();
  change?.(chat);
  return shownStateOf({
    chat,
    attachments: chat.attachments,
    hubScope: "https://a.example",
    expert: { id: 0, modelId: 4 },
    options,
  });
}

describe("what a question would be sent with", () => {
  it("has a mark for each part, an empty one where there is nothing", () => {
    const chat = new Chat();
    assert.deepEqual(
      shownStateOf({
        chat,
        attachments: [],
        hubScope: "https://a.example",
        expert: { id: 0, modelId: 4 },
        options,
      }),
      {
        conversation: chat.conversation.id,
        hub: "https://a.example",
        expert: "0",
        ability: "",
        model: "4",
        options: JSON.stringify(options),
        attachment: "",
      },
    );
    const nothing = shownStateOf({
      chat,
      attachments: [],
      hubScope: undefined,
      expert: undefined,
      options,
    });
    assert.deepEqual([nothing.hub, nothing.expert], ["", ""]);
  });

  it("is something else with another selection, also of the same place", () => {
    const [one, same, other] = ["a", "a", "b"].map(
      (id) =>
        shownState((chat) => {
          chat.attachments = [{ id, text: id, languageId: "ts", label: "a.ts:1", detail: "" }];
        }).attachment,
    );
    assert.equal(one, same);
    assert.notEqual(one, other);
  });

  it("is refused in a sentence that names all that changed, the hub alone where that did", () => {
    const now = shownState();
    const refusal = (shown: Partial<ShownState>) => {
      try {
        assertShown(shown, now);
        return undefined;
      } catch (error) {
        return /because something changed in the meantime: (.*)\. Check/.exec(
          (error as Error).message,
        )?.[1];
      }
    };
    assert.equal(refusal(now), undefined);
    assert.equal(refusal({}), undefined);
    assert.equal(refusal({ expert: "1" }), "the expert");
    assert.equal(refusal({ expert: "1", model: "" }), "the expert, the model");
    assert.equal(
      refusal({ conversation: "x", options: "", attachment: "a" }),
      "the conversation, the options, what is attached",
    );
    assert.equal(refusal({ ...shownState(), hub: "built-in", expert: "1" }), "the hub");
    assert.throws(() => assertShown({ expert: "1" }, now), { kind: "conflict" });
  });
});
