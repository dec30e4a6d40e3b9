import assert from "node:assert/strict";
import * as vscode from "vscode";
import { PageFocus } from "../../../src/features/chat/editor/pageFocus";
import { inputs } from "../../../src/platform/editor/inputs";
import { until } from "../support/inputs";

/** What closing the input leads to has happened. */
async function settled(): Promise<void> {
  await until("no input is open", () => !inputs.isOpen);
  await new Promise((resolve) => setTimeout(resolve, 50));
}

describe("the focus of a chat page", () => {
  let focus: PageFocus;
  let given: number;
  const page = { focus: () => given++, run: () => undefined };
  beforeEach(() => {
    given = 0;
    focus = new PageFocus();
    focus.set(page, "question");
  });
  afterEach(async () => {
    focus.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  /** An input was closed, and what was chosen in it still runs. */
  function chosen(): { readonly over: Promise<void>; end(): void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const over = inputs.leadTo(() => promise);
    focus.set(page, undefined);
    return { over, end: resolve };
  }

  it("N12 comes back once what was chosen in an input is over", async () => {
    const { over, end } = chosen();
    end();
    await over;
    await settled();
    assert.equal(given, 1);
  });

  it("N12 stays in the editor to which the user has gone by then", async () => {
    const editor = await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ content: "one two" }),
    );
    for (const go of [
      () => vscode.commands.executeCommand("cursorMove", { to: "right" }),
      async () => {
        const document = await vscode.workspace.openTextDocument({ content: "another" });
        await vscode.window.showTextDocument(document);
      },
    ]) {
      focus.set(page, "question");
      const { over, end } = chosen();
      const before = editor.selection;
      await go();
      await until(
        "it is there",
        () =>
          !editor.selection.isEqual(before) ||
          vscode.window.activeTextEditor?.document !== editor.document,
      );
      end();
      await over;
      await settled();
      assert.equal(given, 0);
    }
  });
});
