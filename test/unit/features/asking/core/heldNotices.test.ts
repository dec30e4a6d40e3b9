import assert from "node:assert/strict";
import { HeldNotices } from "../../../../../src/features/asking/core/heldNotices";

function fixture() {
  const notices = new HeldNotices(3, () => true);
  const settled: string[] = [];
  const tell = (sentence: string, choices: string[] = []): void => {
    void notices
      .tell(sentence, choices)
      .then((chosen) => settled.push(`${sentence} ${chosen ?? "dismissed"}`));
  };
  const sentences = () => notices.shown.map(({ sentence }) => sentence);
  return { notices, settled, tell, sentences };
}

describe("the notices in a chat", () => {
  it("stay below each other while they offer something, and the oldest goes", async () => {
    const { notices, settled, tell, sentences } = fixture();
    for (const name of ["A", "B", "C"]) tell(name, ["Undo"]);
    assert.deepEqual(sentences(), ["A", "B", "C"]);
    tell("D", ["Undo"]);
    assert.deepEqual(sentences(), ["B", "C", "D"]);
    notices.answer(notices.shown[1]!.id, 0);
    await new Promise(setImmediate);
    assert.deepEqual(
      [sentences(), settled],
      [
        ["B", "D"],
        ["A dismissed", "C Undo"],
      ],
    );
    notices.dispose();
    await new Promise(setImmediate);
    assert.deepEqual(settled.slice(2), ["B dismissed", "D dismissed"]);
    assert.equal(notices.canAsk, false);
  });

  it("stand there once, however often the same happens, and give way if they offer nothing", () => {
    const { notices, tell, sentences } = fixture();
    tell("Exported.");
    tell("No key.", ["Retry"]);
    tell("No key.", ["Retry"]);
    tell("Exported.");
    assert.deepEqual(sentences(), ["No key.", "Exported."]);
    notices.dispose();
  });
});
