import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Chat } from "../../../src/features/asking/core/chat";
import type { OpenChats } from "../../../src/features/asking/core/openChats";
import type { QuestionSender } from "../../../src/features/asking/core/questionSender";
import type { Roster } from "../../../src/features/experts/core/roster";
import { askExpert } from "../../../src/features/asking/editor/commands";
import type { ChooseInChat } from "../../../src/features/experts/editor/expertsParts";
import type { ChatPanels } from "../../../src/features/chat/editor/chatPanels";
import type { ConnectionPrompts } from "../../../src/features/connection/editor/connectionPrompts";
import { addExpert } from "../../../src/features/experts/editor/addExpert";
import { pickAgain } from "../../../src/features/asking/editor/againPick";
import {
  copyId,
  moveExpert,
  refreshExperts,
  showExpert,
  showExpertChanges,
  useForNextQuestion,
  removeExpert,
} from "../../../src/features/experts/editor/commands";
import { ExpertChoices } from "../../../src/features/asking/editor/expertChoices";
import { ExpertDocuments } from "../../../src/features/experts/editor/expertDocument";
import { pickExpertOrAbility, pickModel } from "../../../src/features/experts/editor/expertPicks";
import {
  AbilityNode,
  ExpertNode,
  ModelNode,
  type Node,
  ExpertRows,
} from "../../../src/features/experts/editor/expertRows";
import { Notify } from "../../../src/platform/editor/notify";
import { Snapshots } from "../../../src/platform/editor/snapshots";
import { Emitter } from "../../../src/kit/event";
import { connectedTo } from "../support/connected";
import { until } from "../support/inputs";
import {
  commandsDuring,
  quickPick,
  textOf,
  withFocusOn,
  withProperty,
  withWindow,
} from "../support/standIns";
import { Messages } from "../support/messages";
import { startStubHub, type StubHub } from "../support/stubHub";

const unused = undefined as never;
const notify = new Notify({ info: () => {}, warn: () => {}, error: () => {} });
const none = { selection: [] };

/** A list that the user leaves at once; `typed` is entered before. */
function leftList(typed?: string) {
  const shown: { items: readonly vscode.QuickPickItem[]; placeholder?: string }[] = [];
  const createQuickPick = () => {
    const hidden = new vscode.EventEmitter<void>();
    const changed = new vscode.EventEmitter<string>();
    const box = {
      items: [] as vscode.QuickPickItem[],
      placeholder: "",
      onDidAccept: () => ({ dispose: () => {} }),
      onDidHide: hidden.event,
      onDidChangeValue: changed.event,
      dispose: () => {},
      show: () => {
        if (typed !== undefined) changed.fire(typed);
        shown.push({ items: box.items, placeholder: box.placeholder });
        hidden.fire();
      },
    };
    return box;
  };
  return { shown, createQuickPick };
}

/** Chooses for one chat, which asks the expert that was picked for it. */
function choosingIn(roster: Roster) {
  const chat = new Chat();
  const sender = {
    pick: (of: Chat, id: number) => (of.picked = { id, hubScope: "hub" }),
    expertOf: ({ picked }: Chat) => (picked && roster.get(picked.id)) ?? roster.current,
  } as unknown as QuestionSender;
  const choices = new ExpertChoices(roster, sender);
  const choose: ChooseInChat = (...choice) => choices.choose(chat, ...choice);
  return { chat, choose };
}

/** The rows of the list that opens, as text. */
async function rowsOf(pick: () => Promise<unknown>) {
  let rows: string[] = [];
  const showQuickPick = async (items: vscode.QuickPickItem[]) => {
    rows = textOf(items);
  };
  const createQuickPick = () => {
    const { box } = quickPick();
    return Object.assign(box, {
      show: () => {
        rows = textOf(box.items);
        box.hide();
      },
    });
  };
  await withWindow({ createQuickPick, showQuickPick }, pick);
  return rows;
}

const ids = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1000);
const order = (roster: Roster): string => roster.list.map(({ id }) => id).join();

/** Picks the row with this label from the next list. */
const picking = <T>(label: string | undefined, pick: () => Promise<T>): Promise<T> =>
  withWindow(
    {
      showQuickPick: async (items: vscode.QuickPickItem[]) =>
        items.find((item) => item.label === label),
      createQuickPick: () => {
        const { accept, box } = quickPick();
        const show = () => (label === undefined ? box.hide() : accept(label));
        return Object.assign(box, { show });
      },
    },
    pick,
  );

/** What a task shows of its progress; `cancel` is called once it has begun. */
async function progressOf(run: () => unknown, isCancelled = false) {
  const shown: vscode.ProgressOptions[] = [];
  let increments = 0;
  const report = ({ increment = 0 }) => void (increments += increment);
  await withWindow(
    {
      withProgress: (options: vscode.ProgressOptions, task: (...args: unknown[]) => unknown) => {
        shown.push(options);
        const token = {
          onCancellationRequested: (listener: () => void) => {
            if (isCancelled) listener();
            return { dispose: () => {} };
          },
        };
        return task({ report }, token);
      },
    },
    async () => run(),
  );
  const [{ location, title, cancellable } = {} as Partial<vscode.ProgressOptions>] = shown;
  return { location, title, cancellable, percent: Math.round(increments) };
}

const rowOf = (row: Node | undefined) => {
  const { label, id, contextValue, iconPath, collapsibleState } = row!.item();
  return [label, id, contextValue, (iconPath as vscode.ThemeIcon)?.id, collapsibleState];
};

/** What VS Code is told to be missing from now on. */
function watchNeeds(): { needs: unknown[]; restore(): void } {
  const { executeCommand } = vscode.commands;
  const needs: unknown[] = [];
  Object.assign(vscode.commands, {
    executeCommand: async (id: string, name: string, value: unknown) =>
      id === "setContext" && name === "expertHub.setupStep" ? void needs.push(value) : undefined,
  });
  return { needs, restore: () => void Object.assign(vscode.commands, { executeCommand }) };
}

describe("the commands for experts", () => {
  let hub: StubHub;
  let name = "";
  const asked = () => hub.seen.map(({ path }) => Number(/\d+$/.exec(path)?.[0]));

  before(async () => {
    hub = await startStubHub(({ path }) => {
      const id = Number(/\d+$/.exec(path)?.[0]);
      if (id >= 400 && id < 410) return { status: 404, body: { error: 404, message: "No." } };
      if (id >= 410 && id < 420) return { status: 403, body: { error: 403, message: "No." } };
      if (id === 420) return { body: [{ id, name: "Bare", abilities: [], expert_llm_models: [] }] };
      return {
        body: [
          {
            id,
            name: `Expert ${id}${name}`,
            abilities: [
              { id: 1, name: "First", text: "does it" },
              { id: 2, name: "Second" },
            ],
            expert_llm_models: [
              { id: 1, name: "Small", identifier: "small-1" },
              { id: 2, name: "Large" },
            ],
          },
        ],
      };
    });
  });
  beforeEach(() => {
    name = "";
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await hub.close();
  });

  async function connected(...ids: number[]) {
    const parts = connectedTo({ baseUrl: hub.baseUrl, key: "k" });
    await parts.roster.add(ids);
    const node = (id: number) => new ExpertNode(parts.roster, id);
    return { ...parts, node };
  }

  async function adding(...kept: number[]) {
    const parts = await connected(...kept);
    const told: string[] = [];
    const retries: (() => unknown)[] = [];
    const notify = {
      information: (sentence: string) => told.push(sentence),
      failure: (error: Error, { retry }: { retry: () => unknown }) => {
        told.push(`failure: ${error.message}`);
        retries.push(retry);
      },
    } as unknown as Notify;
    const missing: string[] = [];
    const prompts = {
      connect: async () => missing.push("hub") === 0,
      setKey: async () => missing.push("key") === 0,
    } as unknown as ConnectionPrompts;
    const revealed: string[] = [];
    const revealChat = async () => void revealed.push(order(parts.roster));
    const command = addExpert({ ...parts, prompts, notify, revealChat });
    return { ...parts, command, revealed, told, retries, missing };
  }

  async function listed(...ids: number[]) {
    const parts = await connected(...ids);
    const changed = new Emitter<void>();
    const settings = { recommended: [] as number[], onDidChange: changed.event };
    const defaultExpert = { id: undefined, idOfWorkspace: undefined as number | undefined };
    const rows = new ExpertRows({ ...parts, settings, defaultExpert });
    const idsOf = async () => rows.idsOf((await rows.list()).rows);
    return { ...parts, rows, recommend: settings, defaultExpert, changed, idsOf };
  }

  it("move the row of the menu, all selected rows, or those selected in the tree", async () => {
    const { roster, node } = await connected(1, 2, 3, 4);
    const selection: ExpertNode[] = [];
    const move = moveExpert(roster, { selection });
    const asked: unknown[] = [];
    const picking = (label: string, ...args: unknown[]) =>
      withWindow(
        {
          showQuickPick: async (rows: vscode.QuickPickItem[]) => {
            asked.push(rows.map((row) => row.label));
            return rows.find((row) => row.label.includes(label));
          },
        },
        async () => move.run(...args),
      );
    await picking("Down", node(1));
    assert.equal(order(roster), "2,1,3,4");
    await picking("Down", node(2), [node(2), node(1)]);
    assert.equal(order(roster), "3,2,1,4");
    await picking("nothing", node(2));
    assert.equal(order(roster), "3,2,1,4");
    assert.deepEqual(asked[0], ["$(arrow-up) Up", "$(arrow-down) Down"]);
    assert.equal(asked.length, 3);
    selection.push(node(4));
    await move.run({ direction: "up" });
    assert.equal(order(roster), "3,2,4,1");
    await move.run({ direction: "down" });
    assert.equal(order(roster), "3,2,1,4");
  });

  it("move and remove nothing where the list is left, and offer no new expert there", async () => {
    const { roster } = await connected(1, 2);
    const { shown, createQuickPick } = leftList("77");
    await withWindow({ createQuickPick }, async () => {
      await moveExpert(roster, { selection: [] }).run({ direction: "down" });
      await removeExpert(roster, notify, none).run();
    });
    assert.equal(order(roster), "1,2");
    assert.equal(shown.length, 2);
    for (const { items, placeholder } of shown)
      assert.deepEqual(
        [items.map(({ label }) => label), placeholder],
        [["Expert 1", "Expert 2"], "Choose an expert"],
      );
  });

  it("remove the row of the menu, or all selected rows", async () => {
    const { roster, node } = await connected(1, 2, 3, 4, 5);
    const messages = new Messages();
    try {
      await removeExpert(roster, notify, none).run(node(2));
      assert.equal(order(roster), "1,3,4,5");
      await removeExpert(roster, notify, none).run(node(1), [node(1), node(4)]);
      assert.equal(order(roster), "3,5");
      const { box, accept } = quickPick();
      await withWindow({ createQuickPick: () => box }, async () => {
        const removed = removeExpert(roster, notify, none).run();
        accept("Expert 3");
        await removed;
      });
      assert.equal(order(roster), "5");
      assert.deepEqual(
        messages.told.map(({ message, buttons }) => [message, ...buttons].join()),
        ["Removed Expert 2.,Undo", "Removed 2 experts.,Undo", "Removed Expert 3.,Undo"],
      );
    } finally {
      messages.restore();
    }
  });

  it("put removed ones back at their places with *Undo*, chosen ability and model included", async () => {
    const { roster, node } = await connected(1, 2, 3, 4);
    await roster.choose(2, { abilityId: 1, modelId: 2 });
    await roster.use(2);
    const before = roster.list;
    const messages = new Messages(() => "Undo");
    try {
      await removeExpert(roster, notify, none).run(node(2), [node(2), node(4), node(1)]);
      await until("they are back", () => order(roster) === "1,2,3,4");
    } finally {
      messages.restore();
    }
    assert.deepEqual(roster.list, before);
    assert.equal(roster.current?.id, 2);
  });

  it("remove by their key what is selected, or the focused row, and no expert of an ability", async () => {
    const { roster, node } = await connected(1, 2, 3);
    const tree = { selection: [node(1), node(2)] as Node[] };
    const messages = new Messages();
    const pressDelete = (focus: Node) =>
      withFocusOn(tree, focus, async () =>
        removeExpert(roster, notify, tree).run({ focused: true }),
      );
    try {
      const [abilities] = await node(1).children();
      await pressDelete(abilities!);
      assert.equal(order(roster), "1,2,3");
      await pressDelete(node(3));
      assert.equal(order(roster), "1,2");
      await pressDelete(node(1));
      assert.equal(order(roster), "");
    } finally {
      messages.restore();
    }
  });

  it("choose an ability or a model, and leave it to the expert again", async () => {
    const { roster, node } = await connected(1);
    const { choose } = choosingIn(roster);
    const choices = async () => {
      const groups = await node(1).children();
      return (await Promise.all(groups.map(async (group) => group.children()))).flat();
    };
    const second = async (kind: typeof AbilityNode | typeof ModelNode) =>
      (await choices()).find((row) => row instanceof kind && row.id === 2);
    const { abilityId, modelId } = roster.get(1) ?? {};
    assert.deepEqual([abilityId, modelId], [undefined, undefined]);
    await useForNextQuestion(choose).run(await second(AbilityNode));
    await useForNextQuestion(choose).run(await second(ModelNode));
    assert.deepEqual([roster.get(1)?.abilityId, roster.get(1)?.modelId], [2, 2]);
    const chosen = (await choices()).filter((row) => row.item().accessibilityInformation);
    assert.deepEqual(
      chosen.map((row) => row.item().accessibilityInformation?.label),
      ["First", "Second, chosen", "Small", "Large, chosen"],
    );
    const icons = chosen.map((row) => (row.item().iconPath as vscode.ThemeIcon).id);
    assert.deepEqual(icons, ["tools", "check", "chip", "check"]);
    await useForNextQuestion(choose).run(await second(AbilityNode));
    assert.deepEqual([roster.get(1)?.abilityId, roster.get(1)?.modelId], [undefined, 2]);
    await useForNextQuestion(choose).run(await second(ModelNode));
    assert.equal(roster.get(1)?.modelId, undefined);
  });

  it("Q2 ask the expert whose ability or model was chosen, and mark no other's", async () => {
    const { roster, node } = await connected(1, 2);
    const { chat, choose } = choosingIn(roster);
    const rows = async () => {
      const groups = await Promise.all([1, 2].map(async (id) => node(id).children()));
      return (await Promise.all(groups.flat().map(async (group) => group.children()))).flat();
    };
    const second = async (expertId: number, kind: typeof AbilityNode | typeof ModelNode) =>
      (await rows()).find(
        (row) => row instanceof kind && row.id === 2 && row.expertId === expertId,
      );
    const marked = async () =>
      (await rows()).flatMap((row) => {
        const { id, iconPath } = row.item();
        return (iconPath as vscode.ThemeIcon | undefined)?.id === "check" ? [id] : [];
      });
    for (const [expertId, marks] of [
      [1, ["expert/1/ability/2"]],
      [2, ["expert/2/ability/2"]],
      // It is asked again, with what was chosen before.
      [1, ["expert/1/ability/2"]],
    ] as const) {
      await useForNextQuestion(choose).run(await second(expertId, AbilityNode));
      assert.deepEqual([chat.picked?.id, roster.current?.id], [expertId, expertId]);
      assert.deepEqual(await marked(), marks);
    }
    await useForNextQuestion(choose).run(await second(2, ModelNode));
    assert.equal(chat.picked?.id, 2);
    assert.deepEqual(await marked(), ["expert/2/ability/2", "expert/2/model/2"]);
    await useForNextQuestion(choose).run(await second(1, AbilityNode));
    assert.deepEqual(await marked(), ["expert/1/ability/2"]);
    await choose(3, "abilityId", 2);
    assert.equal(chat.picked?.id, 1, "one that is not in the list cannot be asked");
  });

  it("copy the id of an expert, an ability or a model", async () => {
    const { node } = await connected(7);
    const [abilities, models] = await node(7).children();
    const rows = [
      node(7),
      (await abilities?.children())?.[1],
      (await models?.children())?.[0],
      abilities,
    ];
    const copied: string[] = [];
    for (const row of rows) {
      await vscode.env.clipboard.writeText("before");
      await copyId().run(row);
      copied.push(await vscode.env.clipboard.readText());
    }
    assert.deepEqual(copied, ["7", "2", "1", "before"]);
  });

  it("ask the expert of a row in this chat and in later ones, and open the chat", async () => {
    const { roster, node } = await connected(1, 2);
    const side = new Chat();
    let opened = 0;
    const ensured: number[] = [];
    const panels = { openSide: async () => opened++ } as unknown as ChatPanels;
    const sender = {
      pick: (chat: Chat, id: number) => (chat.picked = { id, hubScope: "hub" }),
    } as unknown as QuestionSender;
    const choices = new ExpertChoices(roster, sender);
    const command = askExpert({ side } as OpenChats, panels, choices);
    const reads = asked().length;
    Object.assign(roster, { ensure: async (id: number) => void ensured.push(id) });
    await command.run(node(2));
    assert.deepEqual([ensured, asked().length], [[2], reads]);
    assert.deepEqual([side.picked?.id, roster.current?.id, opened], [2, 2, 1]);
    await command.run();
    assert.deepEqual([side.picked?.id, opened], [2, 1]);
  });

  it("refresh the expert of a row alone, or all", async () => {
    const { roster, node, connection } = await connected(1, 2, 3);
    const before = hub.seen.length;
    await refreshExperts(connection, roster).run(node(2));
    assert.deepEqual(asked().slice(before), [2]);
    await refreshExperts(connection, roster).run();
    assert.deepEqual(
      asked()
        .slice(before + 1)
        .toSorted((a, b) => a - b),
      [1, 2, 3],
    );
  });

  const { Notification, Window } = vscode.ProgressLocation;
  const inView = { viewId: "expertHub.experts" };

  it("show how far a refresh is, above the list or, for many, where it can be cancelled", async () => {
    for (const [count, expected] of [
      [20, { location: inView, title: "Refreshing 20 experts", cancellable: false, percent: 100 }],
      [
        21,
        { location: Notification, title: "Refreshing 21 experts", cancellable: true, percent: 100 },
      ],
    ] as const) {
      const { roster, connection, store } = await connected();
      await store.set(`roster:${hub.baseUrl}`, { kept: ids(count).map((id) => ({ id })) });
      const shown = await progressOf(() => refreshExperts(connection, roster).run());
      assert.deepEqual({ ...shown, percent: Math.round(shown.percent) }, expected);
    }
  });

  it("show how far adding is, which can be cancelled where there are several", async () => {
    const { roster, ...rest } = await connected();
    const add = addExpert({
      roster,
      ...rest,
      prompts: unused,
      notify: unused,
      revealChat: async () => {},
    });
    assert.deepEqual(await progressOf(() => add.run(7)), {
      location: Window,
      title: "Adding the expert",
      cancellable: false,
      percent: 100,
    });
    assert.deepEqual(await progressOf(() => add.run("8, 9, 10")), {
      location: Notification,
      title: "Adding 3 experts",
      cancellable: true,
      percent: 100,
    });
    const before = hub.seen.length;
    await progressOf(() => add.run("11, 12"), true);
    assert.equal(hub.seen.length, before);
    assert.equal(order(roster), "7,8,9,10");
    await progressOf(() => refreshExperts(rest.connection, roster).run(), true);
    assert.equal(hub.seen.length, before);
  });

  it("show an expert in a document that follows each refresh", async () => {
    const { roster, node } = await connected(1);
    const documents = new ExpertDocuments(roster);
    try {
      await showExpert(roster, documents).run(node(1));
      const { document } = vscode.window.activeTextEditor ?? {};
      assert.match(document?.getText() ?? "", /^# Expert 1\n/);
      assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.isPreview, true);
      assert.match(
        document?.getText() ?? "",
        /## Abilities \(2\)[^]*### Second[^]*## Models \(2\)/,
      );
      name = " the Second";
      await roster.refresh(1);
      await until(
        "it is shown",
        () => document?.getText().startsWith("# Expert 1 the Second\n") === true,
      );
    } finally {
      documents.dispose();
    }
  });

  it("show a field of several lines as a block of its own in the list", async () => {
    const { roster, store } = await connected(1);
    const [one] = roster.list;
    const expert = { ...one?.expert, system_message: "first\nsecond" };
    await store.set(`roster:${hub.baseUrl}`, { kept: [{ ...one, expert }] });
    const documents = new ExpertDocuments(roster);
    const uri = vscode.Uri.from({ scheme: "test", path: "/x.md", query: "1" });
    const text = await documents.provideTextDocumentContent(uri);
    documents.dispose();
    const block = "\n- **system_message**: \n  \n  ```text\n  first\n  second\n  ```\n";
    assert.ok(text.includes(block), JSON.stringify(text));
  });

  it("say in the document why an expert cannot be shown", async () => {
    const { roster } = await connected(1);
    const documents = new ExpertDocuments(roster);
    try {
      const before = hub.seen.length;
      const textOf410 = () =>
        documents.provideTextDocumentContent(
          vscode.Uri.from({ scheme: "test", path: "/x.md", query: "410" }),
        );
      await textOf410();
      assert.deepEqual(asked().slice(before), [410], "it is read for the document");
      assert.match(await textOf410(), /^# Expert 410\n\n.*(?:allow|refus|forbid|permission)/i);
    } finally {
      documents.dispose();
    }
  });

  describe("that add them", () => {
    it("take a number, a text with numbers, or the selected rows", async () => {
      const { command, roster, node, told } = await adding();
      await command.run(3);
      await command.run("5 and 7-9");
      await command.run(node(11), [node(11), node(12)]);
      assert.equal(order(roster), "3,5,7,8,9,11,12");
      assert.deepEqual(told, []);
    });

    it("bring up the chat with the first expert, and leave it alone after that", async () => {
      const { command, revealed } = await adding();
      await command.run(401);
      assert.deepEqual(revealed, []);
      await command.run("3, 5");
      await command.run(7);
      assert.deepEqual(revealed, ["3,5"]);
    });

    it("tell which were there already, unless others were added", async () => {
      const { command, told } = await adding(1, 2);
      await command.run("1");
      await command.run("1, 2");
      await command.run("1, 3");
      assert.deepEqual(told, [
        "Expert 1 has already been added.",
        "Experts 1, 2 have already been added.",
      ]);
    });

    it("tell which the hub does not have, by number or by count", async () => {
      const { command, told, roster } = await adding();
      await command.run("401");
      await command.run("401-405, 6");
      await command.run("401-406");
      assert.deepEqual(told, [
        "The hub has no expert 401.",
        "The hub has no experts 401, 402, 403, 404, 405.",
        "The hub does not have 6 of these experts.",
      ]);
      assert.equal(order(roster), "6");
    });

    it("tell of one that failed why, and try it again; of several that they did", async () => {
      const { command, told, retries } = await adding();
      await command.run("410");
      assert.match(told[0] ?? "", /^failure: The hub /);
      const before = hub.seen.length;
      await retries[0]?.();
      assert.deepEqual(asked().slice(before), [410]);
      await command.run("411, 412");
      await command.run("413, 1");
      assert.deepEqual(told.slice(1), [
        "Experts 411, 412 could not be read. See the list for the reason.",
        "Expert 413 could not be read. See the list for the reason.",
      ]);
    });

    it("say before Enter how many experts a text names", async () => {
      const { command } = await adding();
      let judge: vscode.InputBoxOptions["validateInput"];
      const showInputBox = async ({ validateInput }: vscode.InputBoxOptions) => {
        judge = validateInput;
      };
      const before = hub.seen.length;
      await withWindow({ showInputBox }, async () => command.run());
      assert.equal(hub.seen.length, before);
      const said = (text: string) => {
        const found = judge?.(text) as string | vscode.InputBoxValidationMessage | undefined;
        return typeof found === "object" ? found.message : found;
      };
      assert.equal(said(" "), "Enter an ID.");
      assert.equal(said("none"), "This text contains no ID. An ID is a whole number.");
      assert.equal(said("7"), "Expert 7");
      assert.equal(said("7, 8"), "2 experts");
      assert.equal(said("1-2000"), "1000 experts; the rest will be ignored.");
    });

    it("ask nothing of the hub where the user leaves the setup", async () => {
      const { command, missing, store, settings, keys, told } = await adding();
      const before = hub.seen.length;
      Object.assign(keys, { get: async () => undefined });
      await command.run(3);
      settings.baseUrl = "";
      await command.run(3);
      assert.deepEqual(missing, ["key", "hub"]);
      assert.equal(hub.seen.length, before);
      assert.equal(store.get("roster:"), undefined);
      assert.deepEqual(told, []);
    });
  });

  it("draw a row with its marks, for eyes and ears", async () => {
    const { roster, node, store } = await connected(1);
    const drawn = (id: number) => {
      const { label, description, accessibilityInformation: spoken } = node(id).item();
      assert.equal(spoken?.label, `${label as string}, ${String(description)}`);
      return `${label as string}: ${String(description)}`;
    };
    assert.equal(drawn(1), "Expert 1: ");
    await roster.add([2]);
    assert.equal(drawn(1), "Expert 1: current");
    assert.equal(drawn(2), "Expert 2: ");
    await roster.use(2);
    assert.equal(drawn(1), "Expert 1: ");
    assert.equal(drawn(2), "Expert 2: current");
    assert.equal(drawn(9), "Expert 9: recommended");
    assert.match(node(2).tooltip(), /^Expert 2 · ID 2\n\nAs of /);
    const [abilities] = await node(2).children();
    assert.equal(abilities?.item().description, "2");
    const hours = async (count: number) => {
      const kept = roster.list.map((one) => ({
        ...one,
        fetchedAt: Date.now() - count * 3_600_000,
      }));
      await store.set(`roster:${hub.baseUrl}`, { kept });
      return drawn(1);
    };
    assert.equal(await hours(23), "Expert 1: current");
    // By the calendar, so that it may be the day before.
    assert.match(await hours(25), /^Expert 1: current · as of (?:yesterday|2 days ago)$/);
    await hours(0);
    await roster.add([410]);
    assert.match(drawn(410), /^Expert 410: The hub/);
    assert.match(node(410).tooltip(), /^ID 410\n\nThe hub .*The hub says: No\./);
    assert.deepEqual(await node(410).children(), []);
  });

  it("give each row its menu, its icon, its tooltip and an id that stays", async () => {
    const { roster, node, store } = await connected(1, 2, 410);
    await roster.add([5], { areFromFiles: true });
    roster.showFromFiles(new Set([5]));
    const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const [one, two] = roster.list;
    const kept = [{ ...one, seen: one?.expert }, two, ...roster.list.slice(2)];
    await store.set(`roster:${hub.baseUrl}`, { kept });
    assert.deepEqual(
      [1, 2, 410, 5, 9].map((id) => rowOf(node(id))),
      [
        ["Expert 1", "expert/1", "expert.changed", "account", Collapsed],
        ["Expert 2", "expert/2", "expert", "account", Collapsed],
        ["Expert 410", "expert/410", "expert.failed", "warning", Collapsed],
        ["Expert 5", "expert/5", "expert.file", "account", Collapsed],
        ["Expert 9", "expert/9", "recommended", "account", Collapsed],
      ],
    );
    const [abilities, models] = await node(1).children();
    const [first, second] = (await abilities?.children()) ?? [];
    const [small, large] = (await models?.children()) ?? [];
    assert.deepEqual([abilities, models, second, small].map(rowOf), [
      ["Abilities", "expert/1/Abilities", "group", undefined, Expanded],
      ["Models", "expert/1/Models", "group", undefined, Expanded],
      ["Second", "expert/1/ability/2", "ability", "tools", None],
      ["Small", "expert/1/model/1", "model", "chip", None],
    ]);
    const described = [first, second, small, large].map((row) => row?.item().description);
    assert.deepEqual(described, ["does it", "", undefined, undefined]);
    const tooltips = [abilities, first, second, small, large].map((row) => row?.tooltip());
    assert.deepEqual(tooltips, [undefined, "does it", "", "Small · small-1", "Large"]);
    assert.deepEqual(
      [first, small].map((row) => row?.item().command),
      [
        { command: "expertHub.useForNextQuestion", title: "Use", arguments: [first] },
        { command: "expertHub.useForNextQuestion", title: "Use", arguments: [small] },
      ],
    );
    assert.deepEqual([await first?.children(), await small?.children()], [[], []]);
    await roster.add([420]);
    const bare = await node(420).children();
    assert.deepEqual(
      bare.map((row) => [rowOf(row).at(-1), row.item().description]),
      [
        [None, "none"],
        [None, "none"],
      ],
    );
  });

  it("say in the tooltip who an expert is, what for, and since when or why not", async () => {
    const { roster, node, store } = await connected(1);
    const tooltip = async (more: object) => {
      const [{ expert } = assert.fail()] = roster.list;
      const kept = [{ id: 1, expert: { ...expert, ...more }, fetchedAt: Date.now() }];
      await store.set(`roster:${hub.baseUrl}`, { kept });
      return node(1).tooltip().split("\n\n");
    };
    const role = { function_description: "What it does", function_name: "Role" };
    const [about, what, since] = await tooltip({ ...role, profession: "Engineer" });
    assert.deepEqual([about, what], ["Expert 1 · Engineer · ID 1", "What it does"]);
    assert.match(since ?? "", /^As of .*\d/);
    const described = await tooltip({ ...role, description: "Who it is" });
    assert.deepEqual(described.slice(0, 2), ["Expert 1 · Engineer · ID 1", "Who it is"]);
    assert.equal(node(1).item().description, "Role");
    assert.equal(node(7).tooltip(), "ID 7");
  });

  it("show what a refresh changed, once, and only for a row with a change", async () => {
    const { roster, node, store } = await connected(1);
    const snapshots = new Snapshots();
    const command = showExpertChanges(roster, snapshots);
    const diffOf = (row?: Node) => commandsDuring(() => command.run(row));
    try {
      assert.deepEqual(
        [await diffOf(), await diffOf(node(1)), await diffOf(node(9))],
        [[], [], []],
      );
      const [one] = roster.list;
      const seen = { ...one?.expert, system_message: "Before\u202E" };
      await store.set(`roster:${hub.baseUrl}`, { kept: [{ ...one, seen }] });
      const [diff = assert.fail()] = await diffOf(node(1));
      const [id, before, after, ...more] = diff as [string, vscode.Uri, vscode.Uri];
      assert.deepEqual(
        [id, before.path, after.path, ...more],
        [
          "vscode.diff",
          "/Expert 1 (previous).txt",
          "/Expert 1 (current).txt",
          "Expert 1: Previous ↔ Current",
          { preview: true },
        ],
      );
      const text = (uri: vscode.Uri) => snapshots.provideTextDocumentContent(uri) ?? "";
      assert.match(text(before), /## System message\n\nBefore\\u\{202e\}/);
      assert.match(text(after), /## System message\n\nNone\./);
      assert.equal(node(1).item().contextValue, "expert");
      assert.deepEqual(await diffOf(node(1)), []);
    } finally {
      snapshots.dispose();
    }
  });

  it("do nothing for what is no row of theirs", async () => {
    const { roster, node } = await connected(1);
    const { choose } = choosingIn(roster);
    const [abilities] = await node(1).children();
    for (const wrong of [undefined, 1, abilities]) {
      await useForNextQuestion(choose).run(wrong);
    }
    const [ability] = (await abilities?.children()) ?? [];
    assert.deepEqual([roster.get(1)?.abilityId, roster.get(1)?.modelId], [undefined, undefined]);
    const { shown, createQuickPick } = leftList();
    const documents = {
      show: () => assert.fail("nothing was picked"),
    } as unknown as ExpertDocuments;
    await withWindow({ createQuickPick }, async () => showExpert(roster, documents).run(ability));
    assert.equal(shown[0]?.placeholder, "Choose an expert");
  });

  describe("that fill the list", () => {
    it("have the user's experts first, then those that are recommended, each once", async () => {
      const { recommend, defaultExpert, idsOf, rows } = await listed(3, 1);
      assert.deepEqual(await idsOf(), [3, 1]);
      recommend.recommended = [1, 9, 8];
      assert.deepEqual(await idsOf(), [3, 1, 9, 8]);
      defaultExpert.idOfWorkspace = 8;
      assert.deepEqual(await idsOf(), [3, 1, 9, 8]);
      defaultExpert.idOfWorkspace = 7;
      assert.deepEqual(await idsOf(), [3, 1, 9, 8, 7]);
      assert.equal((await rows.list()).message, "");
    });

    it("T1 say that the workspace is restricted, unless the empty view says it", async () => {
      const { rows, recommend } = await listed();
      await withProperty(vscode.workspace, "isTrusted", false, async () => {
        assert.equal((await rows.list()).message, "");
        recommend.recommended = [9];
        assert.match((await rows.list()).message, /^Restricted Mode: /);
      });
    });

    it("tell VS Code what is missing, and recommend nobody without a key", async () => {
      const { recommend, idsOf, keys, settings, rows } = await listed();
      const { needs, restore } = watchNeeds();
      try {
        const shown = async () => {
          await rows.tellNeed();
          return [needs.at(-1), ...(await idsOf())];
        };
        recommend.recommended = [9];
        assert.deepEqual(await shown(), ["expert", 9]);
        const get = keys.get.bind(keys);
        Object.assign(keys, { get: async () => undefined });
        assert.deepEqual(await shown(), ["key"]);
        Object.assign(keys, { get });
        settings.baseUrl = "";
        assert.deepEqual(await shown(), ["hub"]);
        settings.baseUrl = hub.baseUrl;
        recommend.recommended = [];
        assert.deepEqual(await shown(), ["expert"]);
      } finally {
        restore();
      }
    });

    it("tell VS Code what is missing while the tree is closed, as the walkthrough waits for it", async () => {
      const { roster } = await listed(1);
      const { needs, restore } = watchNeeds();
      try {
        await roster.remove([1]);
        await until("the loss is reported", () => needs.at(-1) === "expert");
        await roster.add([1]);
        await until("the expert is reported", () => needs.at(-1) === "none");
      } finally {
        restore();
      }
    });

    it("F3 try again to read what failed once its row is opened, and nothing else", async () => {
      const { rows, roster, node } = await listed(1);
      await roster.add([410]);
      const before = hub.seen.length;
      const [abilities] = await node(1).children();
      for (const row of [node(1), abilities!]) rows.opened(row);
      rows.opened(node(410));
      await until("it is asked for", () => hub.seen.length > before);
      await roster.ensure(1);
      assert.deepEqual(asked().slice(before), [410]);
    });

    it("drop nothing that is no list of ids", async () => {
      const { rows, roster, node } = await listed(1, 2, 3);
      await rows.drop("1", node(3));
      await rows.drop(undefined, undefined);
      assert.equal(order(roster), "1,2,3");
      await rows.drop([1, "2", null], node(3));
      assert.equal(order(roster), "2,3,1");
      await rows.drop([2], undefined);
      assert.equal(order(roster), "3,1,2");
      const [abilities] = await node(3).children();
      const [ability] = (await abilities?.children()) ?? [];
      await rows.drop([2], abilities);
      assert.equal(order(roster), "2,3,1", "onto a row below an expert");
      await rows.drop([1], ability);
      assert.equal(order(roster), "2,1,3");
    });
  });

  describe("that pick one", () => {
    it("mark the ability and the model that are chosen", async () => {
      const { roster } = await connected(1);
      const expert = () => roster.get(1)!;
      const rows = () => rowsOf(() => pickExpertOrAbility(roster, expert()));
      assert.deepEqual(await rows(), [
        "Expert 1 | chosen · 1",
        "-- Abilities of Expert 1",
        "Let the expert decide | chosen",
        "First | 1 | does it",
        "Second | 2",
      ]);
      await roster.choose(1, { abilityId: 1, modelId: 2 });
      assert.deepEqual(await rows(), [
        "Expert 1 | chosen · 1",
        "-- Abilities of Expert 1",
        "Let the expert decide",
        "First | 1 · chosen | does it",
        "Second | 2",
      ]);
      assert.deepEqual(await rowsOf(() => pickModel(expert())), [
        "Let the expert decide",
        "Small | small-1",
        "Large | chosen",
      ]);
    });

    it("keep or drop the choice as picked, and keep it where the list is left", async () => {
      const { roster } = await connected(1);
      const sender = { expertOf: () => roster.current } as unknown as QuestionSender;
      const choices = new ExpertChoices(roster, sender);
      const chat = new Chat();
      const chosen = () => [roster.get(1)?.abilityId, roster.get(1)?.modelId];
      await picking("Second", () => choices.pickExpert(chat));
      await picking("Small", () => choices.pickModel(chat));
      assert.deepEqual(chosen(), [2, 1]);
      await picking(undefined, () => choices.pickExpert(chat));
      await picking(undefined, () => choices.pickModel(chat));
      assert.deepEqual(chosen(), [2, 1]);
      await picking("Let the expert decide", () => choices.pickExpert(chat));
      assert.deepEqual(chosen(), [undefined, 1]);
      await picking("Let the expert decide", () => choices.pickModel(chat));
      assert.deepEqual(chosen(), [undefined, undefined]);
    });

    it("Z1 show no number of a model, and lead to other models where the hub takes them", async () => {
      const { roster } = await connected(1);
      const chat = new Chat();
      const sender = { expertOf: () => roster.current } as unknown as QuestionSender;
      const [saved = assert.fail()] = roster.list;
      const long = {
        id: 243_706_243_093_515,
        name: "small (127.0.0.1:11434)",
        identifier: "small",
      };
      const kept = {
        ...saved,
        modelId: long.id,
        expert: { ...saved.expert!, expert_llm_models: [{ id: 2, name: "Tools only" }, long] },
      };
      assert.deepEqual(await rowsOf(() => pickModel(kept)), [
        "Let the expert decide",
        "Tools only",
        "small (127.0.0.1:11434) | chosen | small",
      ]);
      const again = () => pickAgain(kept, { typed: "x", expertId: 1, modelId: long.id });
      assert.equal((await rowsOf(again)).at(-1), "small (127.0.0.1:11434) | asked before | small");
      let canAdd = true;
      const choices = new ExpertChoices(roster, sender, {
        canAdd: () => canAdd,
        refusal: (id) => (id === 2 ? "Set by your organisation: not this one." : undefined),
      });
      const ran = await commandsDuring(() => choices.pickModel(chat));
      assert.deepEqual(ran, [["expertHub.addModel", 1]]);
      canAdd = false;
      const locked = "$(lock) Large | Set by your organisation";
      assert.ok((await rowsOf(() => choices.pickModel(chat))).includes(locked));
      await assert.rejects(
        picking("$(lock) Large", () => choices.pickModel(chat)),
        /not this one/,
      );
      assert.equal(roster.get(1)?.modelId, undefined);
    });

    it("say how it was asked before where it is asked again", async () => {
      const { roster } = await connected(1);
      const again = (more: object) =>
        rowsOf(() => pickAgain(roster.get(1)!, { typed: "x", expertId: 1, ...more }));
      assert.deepEqual(await again({}), [
        "Ask the same way | the expert decides",
        "-- Abilities",
        "First | 1 | does it",
        "Second | 2",
        "-- Models",
        "Small | small-1",
        "Large",
      ]);
      const kept = roster.get(1)!;
      const since = await rowsOf(() => pickAgain(kept, { typed: "x", expertId: 1 }, 2));
      assert.equal(since[0], "Ask the same way | Large");
      assert.deepEqual(await again({ abilityId: 2, modelId: 1 }), [
        "Ask the same way | as before",
        "-- Abilities",
        "First | 1 | does it",
        "Second | 2 · asked before",
        "-- Models",
        "Small | asked before | small-1",
        "Large",
      ]);
      assert.deepEqual(await again({ mode: "model", modelId: 2 }), [
        "Ask the same way | as before",
        "-- Models",
        "Small | small-1",
        "Large | asked before",
      ]);
      const chosen = (label: string) =>
        picking(label, () => pickAgain(roster.get(1)!, { typed: "x", expertId: 1, abilityId: 2 }));
      assert.deepEqual(await chosen("Ask the same way"), {});
      assert.deepEqual(await chosen("First"), { abilityId: 1 });
      assert.deepEqual(await chosen("Large"), { modelId: 2 });
      assert.equal(await chosen("nothing"), undefined);
    });

    it("list them by use with role and number, both of which are found by typing", async () => {
      const { roster, store } = await connected(1, 2);
      const kept = roster.list.map(({ expert, ...rest }) => ({
        ...rest,
        expert: { ...expert, function_name: `Role ${rest.id}` },
      }));
      await store.set(`roster:${hub.baseUrl}`, { kept, used: [2] });
      const picked = async (use: (list: ReturnType<typeof quickPick>) => unknown) => {
        const list = quickPick();
        let result: Awaited<ReturnType<typeof pickExpertOrAbility>>;
        const commands = await commandsDuring(() =>
          withWindow({ createQuickPick: () => list.box }, async () => {
            const done = pickExpertOrAbility(roster, roster.get(2));
            use(list);
            result = await done;
          }),
        );
        assert.equal(list.isDisposed(), true);
        return { list, commands, picked: result };
      };
      const { list, picked: one } = await picked(({ accept, box }) => {
        assert.equal(box.activeItems[0]?.label, "Expert 2", "it opens on the present one");
        accept("Expert 1");
      });
      assert.deepEqual(list.rows().slice(0, 2), [
        "Expert 2 | chosen · Role 2 · 2",
        "Expert 1 | Role 1 · 1",
      ]);
      assert.deepEqual([list.box.title, list.box.matchOnDescription], ["Expert", true]);
      assert.deepEqual(one, { expertId: 1 });
      assert.equal((await picked(({ box }) => box.hide())).picked, undefined);
      const added = await picked(({ type, accept }) => {
        type("7");
        accept("Add expert 7");
      });
      assert.deepEqual(added.commands, [["expertHub.addExpert", 7]]);
    });

    it("offer a typed number to be added, unless it is there already", async () => {
      const { roster } = await connected(1, 2);
      for (const [typed, last] of [
        ["77", "Add expert 77"],
        [" 2 ", "Expert 2"],
        ["7x", "Expert 2"],
        ["", "Expert 2"],
      ] as const) {
        const { shown, createQuickPick } = leftList(typed);
        await withWindow({ createQuickPick }, () => pickExpertOrAbility(roster, undefined));
        assert.equal(shown[0]?.items.at(-1)?.label, last);
        assert.equal(
          shown[0].placeholder,
          "Choose an expert or an ability, or type a number to add an expert",
        );
      }
    });
  });
});
