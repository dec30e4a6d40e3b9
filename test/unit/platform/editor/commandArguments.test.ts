import assert from "node:assert/strict";
import {
  formerCommands,
  fromSideMenu,
  meantCommand,
  sideMenu,
} from "../../../../src/platform/editor/calledCommands";
import { optionIn } from "../../../../src/platform/editor/commandArguments";

describe("the arguments of a command", () => {
  it("hold the options of keys and of former ids wherever they stand", () => {
    assert.equal(optionIn([{ direction: "up" }], "direction"), "up");
    assert.equal(optionIn([undefined, null, 7, { direction: "up" }], "direction"), "up");
    assert.equal(optionIn([{}, "direction"], "direction"), undefined);
    assert.equal(optionIn([Object.create({ direction: "up" })], "direction"), undefined);
  });

  it("Q5 say that the menu above the side bar's chat was used, and no other", () => {
    for (const [former, id] of Object.entries(sideMenu)) {
      assert.deepEqual(meantCommand(former, [{}]), { id, args: [fromSideMenu] });
      for (const args of [[undefined], [null], [{ preserveFocus: false }]])
        assert.deepEqual(meantCommand(id, args), { id, args: [fromSideMenu] });
      for (const args of [[], ["id"], [{ focused: true }], [{}, { groupId: 0 }], [undefined, []]])
        assert.deepEqual(meantCommand(id, args), { id, args });
    }
    const other = { id: "expertHub.newConversation" as const, args: [undefined] };
    assert.deepEqual(meantCommand(other.id, other.args), other);
  });

  it("of a former id hold what it stood for", () => {
    assert.deepEqual(meantCommand("expertHub.nextTurn", ["given"]), {
      id: "expertHub.goToQuestion",
      args: ["given", { direction: "next" }],
    });
    for (const [former, { id }] of Object.entries(formerCommands))
      assert.equal(meantCommand(former, []).id, id);
  });
});
