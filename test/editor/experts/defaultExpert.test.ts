import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Chat } from "../../../src/features/asking/core/chat";
import type { OpenChats } from "../../../src/features/asking/core/openChats";
import { builtInHub, type Hub } from "../../../src/features/connection/core/hub";
import type { Roster } from "../../../src/features/experts/core/roster";
import { DefaultExpertSetting } from "../../../src/features/experts/editor/defaultExpertSetting";
import { EditorSettings } from "../../../src/platform/editor/settings";
import type { ChatPanels } from "../../../src/features/chat/editor/chatPanels";
import { newConversation } from "../../../src/features/chat/editor/commands";
import { ExpertNode } from "../../../src/features/experts/editor/expertRows";
import { setDefaultExpert } from "../../../src/features/experts/editor/setDefaultExpert";
import { Notify } from "../../../src/platform/editor/notify";
import { Emitter } from "../../../src/kit/event";
import { connectedTo } from "../support/connected";
import { until } from "../support/inputs";
import { Messages } from "../support/messages";
import { commandsDuring, withProperty } from "../support/standIns";
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

const configured = () => vscode.workspace.getConfiguration("expertHub");

describe("the default expert", () => {
  let messages: Messages;
  let settings: EditorSettings;
  let connection: HubInUse;
  let defaultExpert: DefaultExpertSetting;

  beforeEach(() => {
    messages = new Messages();
    settings = new EditorSettings();
    connection = new HubInUse();
    defaultExpert = new DefaultExpertSetting({ settings, connection, roster });
  });
  afterEach(async () => {
    messages.restore();
    defaultExpert.dispose();
    settings.dispose();
    await configured().update("defaultExpert", undefined, Workspace);
    await configured().update("defaultExpert", undefined, Global);
  });

  const set = (id: number) =>
    setDefaultExpert({ connection, roster, notify }).run(new ExpertNode(roster, id));

  it("is that of the workspace; a second call removes it", async () => {
    await set(7);
    assert.equal(defaultExpert.current?.id, 7);
    assert.deepEqual(configured().inspect("defaultExpert")?.workspaceValue, {
      "https://one.example": 7,
    });
    await set(7);
    assert.deepEqual([defaultExpert.id, defaultExpert.current], [undefined, undefined]);
    assert.equal(configured().inspect("defaultExpert")?.workspaceValue, undefined);
    assert.deepEqual(
      messages.told.map(({ message }) => message),
      [
        "New conversations in this workspace ask Nr. 7.",
        "New conversations in this workspace no longer have a default expert.",
      ],
    );
  });

  it("of the workspace comes before that of the user, for each hub", async () => {
    const [one, two] = ["https://one.example", "https://two.example"];
    await configured().update("defaultExpert", { [one]: 3, [two]: 4 }, Global);
    await set(7);
    assert.equal(defaultExpert.id, 7);
    connection.use(hubAt(two));
    assert.equal(defaultExpert.id, 4);
    await configured().update("defaultExpert", null, Workspace);
    assert.equal(defaultExpert.id, undefined);
  });

  it("is marked in its row", async () => {
    const known = {
      get: roster.get,
      getOrViewed: roster.get,
      problemOf: () => undefined,
      list: [],
    };
    const marks = (id: number) => {
      const node = new ExpertNode(known as unknown as Roster, id, defaultExpert);
      return [node.item().description, node.tooltip().split("\n\n").slice(1).join()];
    };
    assert.deepEqual(marks(7), ["", ""]);
    await set(7);
    assert.deepEqual(marks(7), ["default", "New conversations ask this expert"]);
    assert.deepEqual(marks(8), ["", ""]);
    assert.deepEqual(marks(700), ["recommended", ""]);
  });

  it("is the one from before on Undo", async () => {
    await set(7);
    messages.answer("Undo");
    await set(8);
    assert.equal(defaultExpert.id, 7);
  });

  it("T1 is not that of a workspace in Restricted Mode, which recommends it once trusted", async () => {
    await configured().update("defaultExpert", { "https://one.example": 8 }, Global);
    await set(7);
    assert.deepEqual([defaultExpert.id, defaultExpert.idOfWorkspace], [7, 7]);
    await withProperty(vscode.workspace, "isTrusted", false, async () => {
      // The user's value, which was known before, is read again.
      const untrusted = new EditorSettings();
      const restricted = new DefaultExpertSetting({ settings: untrusted, connection, roster });
      assert.deepEqual([restricted.id, restricted.idOfWorkspace], [8, undefined]);
      restricted.dispose();
      untrusted.dispose();
      await set(9);
    });
    assert.match(messages.last?.message ?? "", /^Trust this workspace first/);
    assert.equal(defaultExpert.id, 7);
  });

  it("follows the settings and the hub, and says so only if it is another one", async () => {
    const changed = new Emitter<void>();
    let experts: unknown;
    const followed = new DefaultExpertSetting({
      settings: {
        get defaultExperts() {
          return experts;
        },
        defaultExpertsOfWorkspace: undefined,
        onDidChange: changed.event,
      },
      connection,
      roster,
    });
    const seen: (number | undefined)[] = [];
    followed.onDidChange(() => seen.push(followed.current?.id));
    changed.fire();
    assert.deepEqual([seen, followed.current], [[], undefined]);
    experts = { "https://one.example": 8 };
    changed.fire();
    changed.fire();
    connection.use(hubAt("https://two.example"));
    connection.use(undefined);
    connection.use(hubAt("https://one.example"));
    assert.deepEqual(seen, [8, undefined, 8]);
    followed.dispose();
    experts = undefined;
    changed.fire();
    assert.deepEqual(seen, [8, undefined, 8]);
  });

  it("is offered once where the user does not have it, and asked by new conversations otherwise", async () => {
    const picked = { id: 3, hubScope: "hub" };
    const chat = { picked } as Chat;
    const chats = { renewSide: () => chat } as unknown as OpenChats;
    const panels = { openSide: async () => {} } as ChatPanels;
    const command = newConversation(chats, panels, defaultExpert, notify);
    await configured().update("defaultExpert", { "https://one.example": 700 }, Workspace);
    messages.answer("Add Expert");
    const commands = await commandsDuring(async () => {
      await command.run();
      await command.run();
      await until("it is offered", () => messages.told.length > 0);
    });
    assert.deepEqual(commands, [["expertHub.addExpert", 700]]);
    assert.match(messages.last?.message ?? "", /^The default expert 700 is not among your experts/);
    assert.equal(chat.picked, picked);
    await configured().update("defaultExpert", { "https://one.example": 7 }, Workspace);
    await command.run();
    assert.deepEqual([chat.picked, messages.told.length], [undefined, 1]);
  });

  itWithAll("is not added at another hub that came into use while it was offered", async () => {
    const [one, two] = ["https://one.example", "https://two.example"];
    await configured().update("defaultExpert", { [one]: 700, [two]: 700 }, Workspace);
    messages.press = () => {
      if (messages.told.length > 1) return undefined;
      connection.use(hubAt(two));
      return "Add Expert";
    };
    const commands = await commandsDuring(async () => {
      defaultExpert.offerMissing(notify);
      await until("it is offered", () => messages.told.length > 0);
      defaultExpert.offerMissing(notify);
      await until("it is offered at the other hub", () => messages.told.length > 1);
    });
    assert.deepEqual(commands, []);
  });

  it("is the expert of the hub it was chosen at, not another one with the same ID", async () => {
    const fixture = connectedTo({ baseUrl: "https://one.example", key: "k" });
    const bound = new DefaultExpertSetting({ ...fixture, settings });
    const one = fixture.connection.ownHub!;
    await fixture.roster.add([7, 8]);
    const use = (id: number) =>
      setDefaultExpert({ ...fixture, notify }).run(new ExpertNode(fixture.roster, id));
    await use(7);
    assert.equal(bound.current?.id, 7);
    await fixture.connection.use(builtInHub);
    await fixture.roster.add([7, 8]);
    assert.deepEqual(
      [bound.current, bound.id, bound.idOfWorkspace],
      [undefined, undefined, undefined],
    );
    await use(8);
    assert.deepEqual([bound.current?.id, bound.id], [8, 8]);
    await fixture.connection.use(one);
    assert.deepEqual([bound.current?.id, bound.id], [7, 7]);
    await use(7);
    assert.deepEqual([bound.current, bound.id], [undefined, undefined]);
    await fixture.connection.use(builtInHub);
    assert.equal(bound.current?.id, 8);
    bound.dispose();
  });

  it("is nobody for an ID without its hub", async () => {
    await configured().update("defaultExpert", 7, Workspace);
    assert.equal(defaultExpert.id, undefined);
  });
});
