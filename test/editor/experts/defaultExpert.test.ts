import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Chat } from "../../../src/features/asking/core/chat";
import type { OpenChats } from "../../../src/features/asking/core/openChats";
import { builtInHub, type Hub } from "../../../src/features/connection/core/hub";
import type { Roster } from "../../../src/features/experts/core/roster";
import {
  DefaultExpertSetting,
  type SettingOwner,
} from "../../../src/features/experts/editor/defaultExpertSetting";
import { EditorSettings } from "../../../src/platform/editor/settings";
import type { ChatPanels } from "../../../src/features/chat/editor/chatPanels";
import { newConversation } from "../../../src/features/chat/editor/commands";
import { ConfiguredExpert } from "../../../src/features/experts/editor/configuredExpert";
import { ExpertNode } from "../../../src/features/experts/editor/nodes";
import {
  setDefaultExpert,
  useAsDefault,
  useAsDefaultForLanguage,
} from "../../../src/features/experts/editor/useAsDefault";
import { Notify } from "../../../src/platform/editor/notify";
import { Emitter } from "../../../src/kit/event";
import { connectedTo, MemoryStore } from "../support/connected";
import { until } from "../support/inputs";
import { Messages } from "../support/messages";
import { commandsDuring, withProperty, withWindow } from "../support/standIns";
import { itWithAll } from "../../support/testSize";

const { Global, Workspace } = vscode.ConfigurationTarget;

const roster = {
  list: [],
  get: (id: number) => (id < 10 ? { id, expert: { id, name: `Nr. ${id}` } } : undefined),
} as unknown as Roster;
const notify = new Notify({ info: () => {}, warn: () => {}, error: () => {} });

/** A hub in use that a test can change. */
class HubInUse {
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  hub: Hub | undefined = hubAt("https://one.example");

  use(hub: Hub | undefined): void {
    this.hub = hub;
    this.#changed.fire();
  }
}

const hubAt = (scope: string): Hub => ({ scope, label: scope, builtIn: false });

describe("the default expert", () => {
  let messages: Messages;
  let settings: EditorSettings;
  let connection: HubInUse;
  let stores: Record<SettingOwner, MemoryStore>;
  let defaults: DefaultExpertSetting;
  let json: vscode.TextDocument;
  let text: vscode.TextDocument;

  before(async () => {
    json = await vscode.workspace.openTextDocument({ content: "{}", language: "json" });
    text = await vscode.workspace.openTextDocument({ content: "", language: "plaintext" });
  });
  beforeEach(() => {
    messages = new Messages();
    settings = new EditorSettings();
    connection = new HubInUse();
    stores = { user: new MemoryStore(), workspace: new MemoryStore() };
    defaults = new DefaultExpertSetting({ settings, connection, stores });
  });
  afterEach(async () => {
    messages.restore();
    defaults.dispose();
    settings.dispose();
    const configuration = vscode.workspace.getConfiguration("expertHub", { languageId: "json" });
    await configuration.update("defaultExpert", undefined, Workspace);
    await configuration.update("defaultExpert", undefined, Global, true);
  });

  const changed = () => new Promise<void>((resolve) => defaults.onDidChange(() => resolve()));

  const forWorkspace = (id: number) =>
    useAsDefault({ connection, defaults, roster, notify }).run(new ExpertNode(roster, id));

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
        useAsDefaultForLanguage({
          connection,
          defaults,
          roster,
          notify,
          selectedEditor: { current: { document: json } as vscode.TextEditor },
        }).run(new ExpertNode(roster, id)),
    );

  it("is that of the workspace, or that of the user for the language of the file", async () => {
    await forWorkspace(7);
    assert.deepEqual([defaults.of(), defaults.of(json)], [7, 7]);
    await forJson(8);
    assert.deepEqual([defaults.of(), defaults.of(text), defaults.of(json)], [7, 7, 8]);
    assert.deepEqual(
      messages.told.map(({ message }) => message),
      [
        "New conversations in this workspace ask Nr. 7.",
        "New conversations about JSON files ask Nr. 8.",
      ],
    );
    await forJson(8);
    await forWorkspace(7);
    assert.deepEqual([defaults.of(), defaults.of(json)], [undefined, undefined]);
    assert.equal(messages.last?.message.endsWith("no longer have a default expert."), true);
  });

  it("is chosen from a list, which says where it is one already", async () => {
    const parts = {
      connection,
      defaults,
      roster,
      notify,
      selectedEditor: { current: { document: json } as vscode.TextEditor },
    };
    const seen: unknown[] = [];
    const picking = (at: number) =>
      withWindow(
        {
          showQuickPick: async (rows: vscode.QuickPickItem[]) => {
            seen.push(rows.map(({ label, description }) => [label, description]));
            return rows[at];
          },
        },
        async () => setDefaultExpert(parts).run(new ExpertNode(roster, 7)),
      );
    const toWorkspace = changed();
    await picking(0);
    await toWorkspace;
    await picking(9);
    const fromWorkspace = changed();
    await picking(0);
    await fromWorkspace;
    assert.equal(defaults.of(), undefined);
    const [label, languages] = [
      "For new conversations in this workspace",
      ["For files of a language…", undefined],
    ];
    const [plain, marked] = [
      [[label, undefined], languages],
      [[label, "is the default now"], languages],
    ];
    assert.deepEqual(seen, [plain, marked, marked]);
  });

  it("is marked in its row, for everything or for the languages that have their own", async () => {
    const known = { get: roster.get, known: roster.get, problemOf: () => undefined, list: [] };
    const marks = (id: number) => {
      const node = new ExpertNode(known as unknown as Roster, id, () => defaults.marked);
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
      const untrusted = new DefaultExpertSetting({ settings, connection, stores });
      const { general, byLanguage } = untrusted.marked;
      assert.deepEqual([general, [...byLanguage]], [undefined, [["json", 8]]]);
      untrusted.dispose();
    });
  });

  it("restores the default expert on Undo", async () => {
    await forWorkspace(7);
    messages.answer("Undo");
    await forWorkspace(8);
    assert.equal(defaults.of(), 7);
  });

  it("T1 is not that of a workspace in Restricted Mode, which recommends it once trusted", async () => {
    await forWorkspace(700);
    await forWorkspace(7);
    assert.ok(defaults.ofWorkspace.includes(7));
    await forJson(8);
    assert.equal(defaults.ofWorkspace.includes(8), false);
    await withProperty(vscode.workspace, "isTrusted", false, async () => {
      assert.deepEqual([defaults.of(), defaults.of(json)], [undefined, 8]);
      assert.equal(defaults.ofWorkspace.includes(7), false);
      await forWorkspace(9);
    });
    assert.match(messages.last?.message ?? "", /^Trust this workspace first/);
    assert.equal(defaults.of(), 7);
  });

  it("follows the settings and the file in use, and says so only if it is another one", async () => {
    const [changed, moved] = [new Emitter<void>(), new vscode.EventEmitter<void>()];
    let document = text;
    let ofJson = 8;
    const configured = await withWindow(
      { onDidChangeActiveTextEditor: moved.event },
      async () =>
        new ConfiguredExpert({
          defaults: {
            of: (used) => (used === json ? ofJson : undefined),
            onDidChange: changed.event,
          },
          connection,
          roster,
          notify,
          editor: {
            get current() {
              return { document } as vscode.TextEditor;
            },
          },
        }),
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
    const configured = new ConfiguredExpert({
      defaults: { of: () => id, onDidChange: () => ({ dispose: () => {} }) },
      connection,
      roster,
      editor: { current: undefined },
      notify,
    });
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

  itWithAll("is not added at another hub that came into use while it was offered", async () => {
    const configured = new ConfiguredExpert({
      defaults: { of: () => 700, onDidChange: () => ({ dispose: () => {} }) },
      connection,
      roster,
      editor: { current: undefined },
      notify,
    });
    messages.press = () => {
      if (messages.told.length > 1) return undefined;
      connection.use(hubAt("https://two.example"));
      return "Add Expert";
    };
    const commands = await commandsDuring(async () => {
      configured.offerMissing();
      await until("it is offered", () => messages.told.length > 0);
      configured.offerMissing();
      await until("it is offered at the other hub", () => messages.told.length > 1);
    });
    assert.deepEqual(commands, []);
    configured.dispose();
  });

  it("is the expert of the hub it was chosen at, not another person with the same ID", async () => {
    const fixture = connectedTo({ baseUrl: "https://one.example", key: "k" });
    const bound = new DefaultExpertSetting({ settings, connection: fixture.connection, stores });
    const configured = new ConfiguredExpert({
      ...fixture,
      defaults: bound,
      editor: { current: undefined },
      notify,
    });
    const one = fixture.connection.ownHub!;
    await fixture.roster.add([7, 8]);
    const use = (id: number) =>
      useAsDefault({ ...fixture, defaults: bound, notify }).run(new ExpertNode(fixture.roster, id));
    await use(7);
    assert.equal(configured.current?.id, 7);
    await fixture.connection.use(builtInHub);
    await fixture.roster.add([7, 8]);
    assert.deepEqual([configured.current, bound.marked.general], [undefined, undefined]);
    assert.deepEqual(bound.ofWorkspace, []);
    await use(8);
    assert.deepEqual([configured.current?.id, bound.marked.general], [8, 8]);
    await fixture.connection.use(one);
    assert.deepEqual([configured.current?.id, bound.marked.general], [7, 7]);
    await use(7);
    assert.deepEqual([configured.current, bound.marked.general], [undefined, undefined]);
    await fixture.connection.use(builtInHub);
    assert.equal(configured.current?.id, 8);
    configured.dispose();
    bound.dispose();
  });

  it("given as an ID alone is for the hub that was in use when it was first read", async () => {
    const configuration = vscode.workspace.getConfiguration("expertHub", { languageId: "json" });
    await configuration.update("defaultExpert", 7, Workspace);
    await configuration.update("defaultExpert", 8, Global, true);
    connection.use(undefined);
    assert.deepEqual([defaults.of(), defaults.of(json)], [undefined, undefined]);
    connection.use(hubAt("https://one.example"));
    assert.equal(defaults.of(), 7);
    connection.use(hubAt("https://two.example"));
    assert.deepEqual([defaults.of(), defaults.of(json)], [undefined, 8]);
    const later = new DefaultExpertSetting({ settings, connection, stores });
    assert.deepEqual([later.of(), later.of(json)], [undefined, 8]);
    connection.use(hubAt("https://one.example"));
    assert.deepEqual([later.of(), later.of(json)], [7, 7]);
    await forWorkspace(9);
    const values = vscode.workspace.getConfiguration("expertHub").inspect("defaultExpert");
    assert.deepEqual(values?.workspaceValue, { "https://one.example": 9 });
    later.dispose();
  });

  itWithAll(
    "given as an ID alone keeps its hub when another hub gets a default expert",
    async () => {
      await vscode.workspace.getConfiguration("expertHub").update("defaultExpert", 7, Workspace);
      assert.equal(defaults.of(), 7);
      connection.use(hubAt("https://two.example"));
      await forWorkspace(8);
      const values = vscode.workspace.getConfiguration("expertHub").inspect("defaultExpert");
      assert.deepEqual(values?.workspaceValue, {
        "https://one.example": 7,
        "https://two.example": 8,
      });
    },
  );
});
