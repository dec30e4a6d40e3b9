import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Chat } from "../../../src/app/chat/chat";
import type { OpenChats } from "../../../src/app/chat/openChats";
import type { Roster } from "../../../src/app/experts/roster";
import { EditorSettings } from "../../../src/editor/adapters/settings";
import type { ChatPanels } from "../../../src/editor/chat/chatPanels";
import { newConversation } from "../../../src/editor/chat/newConversation";
import { ConfiguredExpert } from "../../../src/editor/experts/configuredExpert";
import { ExpertNode } from "../../../src/editor/experts/nodes";
import { useAsDefault, useAsDefaultForLanguage } from "../../../src/editor/experts/useAsDefault";
import { Notify } from "../../../src/editor/workbench/notify";
import { Emitter } from "../../../src/kit/event";
import { until } from "../support/inputs";
import { Messages } from "../support/messages";
import { commandsDuring, withProperty, withWindow } from "../support/standIns";

const { Global, Workspace } = vscode.ConfigurationTarget;

const roster = {
  get: (id: number) => (id < 10 ? { id, expert: { id, name: `Nr. ${id}` } } : undefined),
} as unknown as Roster;
const notify = new Notify({ info: () => {}, warn: () => {}, error: () => {} });

const forWorkspace = (id: number) => useAsDefault(roster, notify).run(new ExpertNode(roster, id));

describe("the default expert", () => {
  let messages: Messages;
  let settings: EditorSettings;
  let json: vscode.TextDocument;
  let text: vscode.TextDocument;

  before(async () => {
    json = await vscode.workspace.openTextDocument({ content: "{}", language: "json" });
    text = await vscode.workspace.openTextDocument({ content: "", language: "plaintext" });
  });
  beforeEach(() => {
    messages = new Messages();
    settings = new EditorSettings();
  });
  afterEach(async () => {
    messages.restore();
    settings.dispose();
    const configuration = vscode.workspace.getConfiguration("expertHub", { languageId: "json" });
    await configuration.update("defaultExpert", undefined, Workspace);
    await configuration.update("defaultExpert", undefined, Global, true);
  });

  const changed = () => new Promise<void>((resolve) => settings.onDidChange(() => resolve()));

  const forJson = (id: number) =>
    withWindow(
      {
        showQuickPick: async (items: (vscode.QuickPickItem & { id: string })[]) => {
          assert.deepEqual(
            [items[0]?.label, items[0]?.description],
            ["JSON", "json · the file in use"],
          );
          return items[0];
        },
      },
      async () =>
        useAsDefaultForLanguage(roster, {
          current: { document: json } as vscode.TextEditor,
        }).run(new ExpertNode(roster, id)),
    );

  it("is that of the workspace, or that of the user for the language of the file", async () => {
    await forWorkspace(7);
    assert.deepEqual([settings.defaultExpert(), settings.defaultExpert(json)], [7, 7]);
    await forJson(8);
    assert.deepEqual(
      [settings.defaultExpert(), settings.defaultExpert(text), settings.defaultExpert(json)],
      [7, 7, 8],
    );
    assert.deepEqual(
      messages.told.map(({ message }) => message),
      [
        "New conversations in this workspace ask Nr. 7.",
        "New conversations about JSON files ask Nr. 8.",
      ],
    );
    await forJson(8);
    await forWorkspace(7);
    assert.deepEqual(
      [settings.defaultExpert(), settings.defaultExpert(json)],
      [undefined, undefined],
    );
    assert.equal(messages.last?.message.endsWith("no longer have a default expert."), true);
  });

  it("is marked in its row, for everything or for the languages that have their own", async () => {
    const known = { get: roster.get, known: roster.get, problemOf: () => undefined, list: [] };
    const marks = (id: number) => {
      const node = new ExpertNode(known as unknown as Roster, id, () => settings.defaultExperts);
      return [node.item().description, node.tooltip().split("\n\n").slice(1).join()];
    };
    assert.deepEqual(marks(7), ["", ""]);
    const byWorkspace = changed();
    await forWorkspace(7);
    await byWorkspace;
    const byLanguage = changed();
    await forJson(8);
    await byLanguage;
    assert.deepEqual(marks(7), ["default", "New conversations ask this expert"]);
    assert.deepEqual(marks(8), [
      "default for JSON",
      "New conversations about JSON files ask this expert",
    ]);
    assert.deepEqual(marks(700), ["recommended", ""]);
    await withProperty(vscode.workspace, "isTrusted", false, async () => {
      const untrusted = new EditorSettings();
      assert.deepEqual(
        [untrusted.defaultExperts.general, [...untrusted.defaultExperts.byLanguage]],
        [undefined, [["json", 8]]],
      );
      untrusted.dispose();
    });
  });

  it("is as before after Undo", async () => {
    await forWorkspace(7);
    messages.answer("Undo");
    await forWorkspace(8);
    assert.equal(settings.defaultExpert(), 7);
  });

  it("T1 is not that of a workspace in Restricted Mode, which recommends it once trusted", async () => {
    await forWorkspace(700);
    await forWorkspace(7);
    assert.ok(settings.recommended.includes(7));
    await forJson(8);
    assert.equal(settings.recommended.includes(8), false);
    await withProperty(vscode.workspace, "isTrusted", false, async () => {
      assert.deepEqual([settings.defaultExpert(), settings.defaultExpert(json)], [undefined, 8]);
      assert.equal(settings.recommended.includes(7), false);
      await forWorkspace(9);
    });
    assert.match(messages.last?.message ?? "", /^Trust this workspace first/);
    assert.equal(settings.defaultExpert(), 7);
  });

  it("follows the settings and the file in use, and says so only if it is another one", async () => {
    const [changed, moved] = [new Emitter<void>(), new vscode.EventEmitter<void>()];
    let document = text;
    let ofJson = 8;
    const configured = await withWindow(
      { onDidChangeActiveTextEditor: moved.event },
      async () =>
        new ConfiguredExpert(
          {
            defaultExpert: (used) => (used === json ? ofJson : undefined),
            onDidChange: changed.event,
          },
          roster,
          {
            get current() {
              return { document } as vscode.TextEditor;
            },
          },
        ),
    );
    const seen: (number | undefined)[] = [];
    configured.onDidChange(() => seen.push(configured.current?.id));
    changed.fire();
    moved.fire();
    assert.deepEqual([seen, configured.current], [[], undefined]);
    document = json;
    moved.fire();
    moved.fire();
    ofJson = 9;
    changed.fire();
    changed.fire();
    assert.deepEqual(seen, [8, 9]);
    configured.dispose();
    document = text;
    moved.fire();
    assert.deepEqual(seen, [8, 9]);
  });

  it("is offered once where the user does not have it, and asked by new conversations otherwise", async () => {
    let id: number | undefined = 700;
    const configured = new ConfiguredExpert(
      { defaultExpert: () => id, onDidChange: () => ({ dispose: () => {} }) },
      roster,
      { current: undefined },
    );
    const picked = { id: 3, hubScope: "hub" };
    const chat = { picked } as Chat;
    const chats = { renewSide: () => chat } as unknown as OpenChats;
    const command = newConversation(chats, { openSide: async () => {} } as ChatPanels, configured);
    messages.answer("Add Expert");
    const commands = await commandsDuring(async () => {
      await command.run();
      await command.run();
      await until("it is offered", () => messages.told.length > 0);
    });
    assert.deepEqual(commands, [["expertHub.addExpert", 700]]);
    assert.match(messages.last?.message ?? "", /^The default expert 700 is not among your experts/);
    assert.equal(chat.picked, picked);
    id = 7;
    await command.run();
    assert.deepEqual([chat.picked, messages.told.length], [undefined, 1]);
    configured.dispose();
  });
});
