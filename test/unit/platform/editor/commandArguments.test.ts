import assert from "node:assert/strict";
import { optionIn } from "../../../../src/platform/editor/commandArguments";
import { fromSideMenu, withMenu } from "../../../../src/platform/editor/sideMenu";

describe("the arguments of a command", () => {
  it("hold the options of keys wherever they stand", () => {
    assert.equal(optionIn([{ direction: "up" }], "direction"), "up");
    assert.equal(optionIn([undefined, null, 7, { direction: "up" }], "direction"), "up");
    assert.equal(optionIn([{}, "direction"], "direction"), undefined);
    assert.equal(optionIn([Object.create({ direction: "up" })], "direction"), undefined);
  });

  it("Q5 say that the menu above the side bar's chat was used, and no other", () => {
    for (const id of [
      "expertHub.deleteConversation",
      "expertHub.exportConversation",
      "expertHub.findConversation",
      "expertHub.openChatInEditor",
      "expertHub.renameConversation",
      "expertHub.startWithSummary",
    ] as const) {
      for (const args of [[undefined], [null], [{ preserveFocus: false }]])
        assert.deepEqual(withMenu(id, args), [fromSideMenu]);
      for (const args of [[], ["id"], [{ focused: true }], [{}, { groupId: 0 }], [undefined, []]])
        assert.equal(withMenu(id, args), args);
    }
    const args = [undefined];
    assert.equal(withMenu("expertHub.newConversation", args), args);
  });
});
