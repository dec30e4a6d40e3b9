import assert from "node:assert/strict";
import { optionIn, withMenu } from "../../../../src/platform/editor/commandArguments";
import { fromSideMenu, sideMenu } from "../../../../src/platform/editor/manifest";

describe("the arguments of a command", () => {
  it("hold the options of keys and of former ids wherever they stand", () => {
    assert.equal(optionIn([{ direction: "up" }], "direction"), "up");
    assert.equal(optionIn([undefined, null, 7, { direction: "up" }], "direction"), "up");
    assert.equal(optionIn([{}, "direction"], "direction"), undefined);
    assert.equal(optionIn([Object.create({ direction: "up" })], "direction"), undefined);
  });

  it("Q5 say that the menu above the side bar's chat was used, and no other", () => {
    for (const id of Object.values(sideMenu)) {
      for (const args of [[undefined], [null], [{ preserveFocus: false }]])
        assert.deepEqual(withMenu(id, args), [fromSideMenu], JSON.stringify(args));
      for (const args of [[], ["id"], [{ focused: true }], [{}, { groupId: 0 }], [undefined, []]])
        assert.equal(withMenu(id, args), args, JSON.stringify(args));
    }
    const args = [undefined];
    assert.equal(withMenu("expertHub.newConversation", args), args);
  });
});
