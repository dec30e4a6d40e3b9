import assert from "node:assert/strict";
import * as vscode from "vscode";
import { until } from "../support/inputs";
import { canary, file, Inserting, isDiff, openFile, run } from "../support/inserting";
import { itWithAll } from "../../support/testSize";

const diffs = (): number =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputTextDiff).length;

const question = /as shown in the diff\?/;

describe("a replacement that waits for an answer", () => {
  const fixture = Inserting.inSuite();
  const { executeCommand } = vscode.commands;
  /** The context key that keys and buttons depend on. */
  let reviewing: unknown;
  /** Replacements that have not finished. */
  let waiting: number;
  /** How often notifications were hidden. */
  let hidden: number;

  beforeEach(() => {
    waiting = hidden = 0;
    Object.assign(vscode.commands, {
      executeCommand: (id: string, ...args: unknown[]) => {
        if (id === "setContext" && args[0] === "expertHub.reviewing") reviewing = args[1];
        if (id === "notifications.hideToasts") hidden++;
        return executeCommand(id, ...args);
      },
    });
  });
  afterEach(async () => {
    fixture().messages.press = () => "Discard";
    await run("expertHub.discardChanges");
    Object.assign(vscode.commands, { executeCommand });
  });

  /** A file that was asked about. */
  async function asked(name: string, answer: string): Promise<vscode.TextDocument> {
    const sent = canary();
    const editor = await openFile(await file(name, `${sent}\n`));
    await fixture().ask(editor, sent, answer);
    await fixture().use("expertHub.copyOutput");
    return editor.document;
  }

  /** Like pressing Replace. */
  function press(): Promise<void> {
    waiting++;
    return Promise.resolve(run("expertHub.replaceSelection")).then(() => void waiting--);
  }

  async function inReview(): Promise<void> {
    await until("the diff is in front", () => isDiff(vscode.window.tabGroups.activeTabGroup));
    await until("it is asked about", () =>
      fixture().messages.told.some(({ message }) => question.test(message)),
    );
  }

  async function answered(command = "expertHub.applyChanges"): Promise<void> {
    await run(command);
    await until("all is done", () => waiting === 0);
  }

  it("Q6 is one, however often Replace is pressed", async () => {
    const document = await asked("double.txt", "answer");
    const before = diffs();
    for (let times = 0; times < 3; times++) void press();
    await inReview();
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.isPreview, false);
    await until("the others are over", () => waiting === 1);
    void press();
    await until("that one is over", () => waiting === 1);
    assert.equal(diffs(), before + 1);
    assert.equal(reviewing, true);
    await answered();
    assert.equal(document.getText(), "answer\n");
    assert.equal(diffs(), before);
    assert.deepEqual([reviewing, hidden], [false, 1]);
  });

  it("Q6 stays until it is answered, also while another one is asked for", async () => {
    const first = await asked("first.txt", "one");
    void press();
    await inReview();
    const second = await asked("second.txt", "two");
    fixture().messages.told.length = 0;
    await run("expertHub.replaceSelection");
    assert.match(fixture().messages.last?.message ?? "", /Apply or discard these changes first/);
    assert.ok(isDiff(vscode.window.tabGroups.activeTabGroup));
    assert.equal(waiting, 1);
    assert.equal(reviewing, true);
    await answered();
    assert.equal(first.getText(), "one\n");
    assert.notEqual(second.getText(), "two\n");
    for (const command of ["expertHub.discardChanges", "expertHub.applyChanges"]) {
      fixture().messages.told.length = 0;
      void press();
      await inReview();
      assert.equal(reviewing, true);
      await answered(command);
      assert.equal(reviewing, false, "its keys are free again");
    }
    assert.equal(second.getText(), "two\n");
  });

  itWithAll("Q6 is not settled by the notification of one before", async () => {
    const buttons: ((button: string) => void)[] = [];
    fixture().messages.press = ({ message }) =>
      question.test(message)
        ? new Promise((resolve) => {
            buttons.push(resolve);
          })
        : undefined;
    const first = await asked("notified.txt", "one");
    void press();
    await inReview();
    await answered("expertHub.discardChanges");
    fixture().messages.told.length = 0;
    void press();
    await inReview();
    buttons[0]?.("Discard");
    buttons[1]?.("Replace");
    await until("all is done", () => waiting === 0);
    assert.equal(first.getText(), "one\n");
  });

  itWithAll(
    "Q6 stays where its tab is moved to another group, and where another file is looked at",
    async () => {
      const document = await asked("moved.txt", "answer");
      const other = await file("looked-at.txt", "other\n");
      void press();
      await inReview();
      await run("workbench.action.moveEditorToNextGroup");
      await until("there are two groups", () => vscode.window.tabGroups.all.length === 2);
      assert.ok(isDiff(vscode.window.tabGroups.activeTabGroup));
      // Like a single click in the Explorer.
      await run("vscode.open", other, { preview: true });
      await until(
        "the other file is in front",
        () => String(vscode.window.activeTextEditor?.document.uri) === String(other),
      );
      assert.equal(diffs(), 1);
      assert.equal(waiting, 1);
      assert.equal(reviewing, false, "its keys belong to the other file");
      await answered();
      assert.equal(document.getText(), "answer\n");
      assert.equal(diffs(), 0);
    },
  );

  it("Q6 is a no once its tab is closed", async () => {
    const document = await asked("closed-review.txt", "answer");
    void press();
    await inReview();
    await run("workbench.action.closeActiveEditor");
    await until("all is done", () => waiting === 0);
    assert.notEqual(document.getText(), "answer\n");
    assert.equal(reviewing, false);
  });

  it("I3 overwrites nothing that was changed while the diff was shown", async () => {
    const document = await asked("changed.txt", "answer");
    void press();
    await inReview();
    const change = new vscode.WorkspaceEdit();
    change.insert(document.uri, new vscode.Position(0, 4), "9");
    assert.ok(await vscode.workspace.applyEdit(change));
    const before = document.getText();
    fixture().messages.told.length = 0;
    await run("expertHub.applyChanges");
    await until("it is refused", () =>
      fixture().messages.told.some(({ message }) => /changed at this place since/.test(message)),
    );
    assert.equal(document.getText(), before);
    assert.equal(waiting, 1, "it stays in the review");
    fixture().messages.press = () => "Discard";
    await answered("expertHub.discardChanges");
    assert.equal(document.getText(), before);
  });
});
