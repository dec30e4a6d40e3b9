import assert from "node:assert/strict";
import { mkdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { Attachment } from "../../../src/features/conversation/core/attachment";
import { Conversation } from "../../../src/features/conversation/core/conversation";
import type { Disposable, Own } from "../../../src/kit/disposable";
import type { Confirmer } from "../../../src/platform/core/confirmer";
import { until } from "./inputs";
import { insertionFeature, reviewsAreFree, type TestInsertion } from "./insertionFeature";
import { at, discardAll, useSettings } from "./inserting";
import { Messages } from "./messages";

export const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\`\n\n`;
export const textOf = async (name: string) =>
  (await vscode.workspace.openTextDocument(at(name))).getText();
export const tab = () => vscode.window.tabGroups.activeTabGroup.activeTab;
export const creationOf = (name: string) =>
  `--- /dev/null\n+++ b/inserting/${name}\n@@ -0,0 +1 @@\n+three\n`;
export const diffOf = (name: string, from: string, to: string) =>
  `--- a/inserting/${name}\n+++ b/inserting/${name}\n@@ -1 +1 @@\n-${from}\n+${to}\n`;

export const unnumbered = (path: string, from: string, to: string) =>
  fence("diff", `--- ${path}\n+++ ${path}\n@@ @@\n-${from}\n+${to}\n`);

/** The document of the right side for a file. */
export const right = async (name: string) => {
  const path = at(name).path;
  const isIt = ({ uri }: vscode.TextDocument) =>
    uri.scheme === "expert-hub-review" && uri.path === path && uri.authority.endsWith("-new");
  await until("its right side is there", () => vscode.workspace.textDocuments.some(isIt));
  return vscode.workspace.textDocuments.find(isIt)!;
};
/** As a user does by typing, or with the arrow beside a hunk. */
export const type = async (document: vscode.TextDocument, from: string, to: string) => {
  const start = document.getText().indexOf(from);
  assert.notEqual(start, -1, document.getText());
  const range = new vscode.Range(
    document.positionAt(start),
    document.positionAt(start + from.length),
  );
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, to);
  assert.ok(await vscode.workspace.applyEdit(edit));
};
export const saved = () =>
  until("the review has saved itself", () =>
    vscode.workspace.textDocuments.every(
      ({ uri, isDirty }) => !isDirty || uri.scheme !== "expert-hub-review",
    ),
  );

/** Answers whose changes are reviewed, in a folder that each test finds empty. */
export class Reviewing {
  readonly messages = new Messages();
  feature: TestInsertion;
  /** Where the user is asked, if that is in a chat. */
  chat: Confirmer | undefined;
  /** Disposed after the test. */
  readonly owned: Disposable[] = [];

  /** Sets up the surrounding suite. */
  static inSuite(): () => Reviewing {
    let reviewing: Reviewing | undefined;
    // As on the desktop, where VS Code saves nothing by itself.
    before(() => useSettings("quiet"));
    after(() => useSettings("default"));
    beforeEach(async () => {
      await reviewsAreFree();
      reviewing = new Reviewing();
      await mkdir(path.dirname(at("x").fsPath), { recursive: true });
    });
    afterEach(async () => {
      reviewing?.messages.restore();
      if (reviewing) reviewing.#end();
      await discardAll();
      for (const folder of [path.dirname(at("x").fsPath), reviewing!.undoFolder])
        await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    });
    return () => {
      assert.ok(reviewing);
      return reviewing;
    };
  }

  /** What can be undone after a reload. */
  readonly undoFolder = path.join(os.tmpdir(), `expert-hub-undo-${crypto.randomUUID()}`);
  historyDays: number | undefined;

  private constructor() {
    this.feature = this.#build();
  }

  /** As after a reload: what it knows of the places that were asked about is gone. */
  forget(): void {
    this.#end();
    this.feature = this.#build();
  }

  #build(): TestInsertion {
    const own: Own = (one) => {
      this.owned.push(one);
      return one;
    };
    const kept = { folder: this.undoFolder, historyDays: () => this.historyDays };
    return insertionFeature(own, () => this.chat, kept);
  }

  #end(): void {
    for (const one of this.owned.splice(0)) one.dispose();
  }

  review(
    output: string,
    attachment?: Attachment | readonly Attachment[],
    turnId = "t",
  ): Promise<boolean> {
    return this.feature.answerFiles.review(answerOf(output, attachment, turnId), { turnId });
  }

  apply(): Promise<unknown> {
    return this.settle("expertHub.applyChanges");
  }

  async settle(id: string): Promise<unknown> {
    return this.feature.commands.find((command) => command.id === id)!.run();
  }

  get question() {
    return this.messages.told.find(({ message }) => message.startsWith("Apply these changes?"));
  }

  isShown(): Promise<void> {
    return until("the review is shown", () => {
      const isOpen = tab()?.label.startsWith("Changes by Engineer") === true;
      return isOpen && this.question !== undefined;
    });
  }

  told(what: RegExp): Promise<void> {
    return until("it is said", () => this.messages.told.some(({ message }) => what.test(message)));
  }

  view() {
    return this.feature.progress.get(conversationId, "t");
  }
}

const conversationId = "conversation";

export function answerOf(
  output: string,
  attachment: Attachment | readonly Attachment[] = [],
  turnId = "t",
): Conversation {
  const value = { output, intermediate_steps: [] };
  const conversation = new Conversation({ id: conversationId, changes: [] });
  conversation.put({
    id: turnId,
    question: { typed: "", expertId: 2, attachments: [attachment].flat() },
    sent: { endpoint: "invoke_agent", body: {} },
    askedAt: 0,
    asked: { expertId: 2, expertName: "Engineer", hubScope: "", builtIn: false },
    result: { state: "done", received: { value, raw: value, bytes: 1, elapsedMs: 1 } },
  });
  return conversation;
}
