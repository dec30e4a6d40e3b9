import assert from "node:assert/strict";
import { useFixture, type ChatFixture } from "../support/chatFixture";
import { until } from "../support/inputs";
import { Messages } from "../support/messages";
import * as vscode from "vscode";

describe("queued questions and unseen answers", () => {
  let fixture: ChatFixture;
  useFixture((started) => {
    fixture = started;
  });

  it("are shown to the page, asked in order, and noticed once", async () => {
    const messages = new Messages();
    const { getConfiguration } = vscode.workspace;
    // Off in this window otherwise.
    Object.assign(vscode.workspace, { getConfiguration: () => ({ get: () => true }) });
    try {
      await fixture.call.send({ text: "1 + 1" });
      await fixture.call.enqueue({ text: "2 + 2" });
      await fixture.call.enqueue({ text: "3 + 3" });
      const { queue, draft } = (await fixture.view()).pageState;
      assert.deepEqual(
        queue?.questions.map(({ text }) => text),
        ["2 + 2", "3 + 3"],
      );
      assert.equal(draft, "");
      await until(
        "all are answered",
        () =>
          fixture.conversation.turns.length === 3 &&
          fixture.conversation.turns.every(({ result }) => result.state === "done"),
      );
      assert.equal((await fixture.view()).pageState.queue, undefined);
      await until("the notification is shown", () => messages.told.length > 0);
      const [{ message, buttons } = assert.fail()] = messages.told;
      assert.match(message, /in “1 \+ 1”\.$/);
      assert.deepEqual(buttons, ["Show"]);
    } finally {
      Object.assign(vscode.workspace, { getConfiguration });
      messages.restore();
    }
  });
});
