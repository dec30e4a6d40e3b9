import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ExpertOptions } from "../../../src/features/asking/core/options";
import { removeHub } from "../../../src/features/experts/core/removeHub";
import type { Keys } from "../../../src/platform/core/ports";
import { changeHubs } from "../../../src/features/experts/editor/changeHubs";
import { ConnectionPrompts } from "../../../src/features/connection/editor/connectionPrompts";
import { openHub } from "../../../src/features/connection/editor/commands";
import { switchHub } from "../../../src/features/connection/editor/switchHub";
import { Notify } from "../../../src/platform/editor/notify";
import { Emitter } from "../../../src/kit/event";
import { connectedTo } from "../support/connected";
import { Messages } from "../support/messages";
import { until } from "../support/inputs";
import { back, entering } from "../support/modelFixture";
import { commandsDuring, quickPick, withWindow } from "../support/standIns";

const address = "https://hub.example";

/** The hub of the settings, and another account at the same address. */
async function fixture() {
  const held = new Map([[address, "k"]]);
  const changed = new Emitter<string>();
  const keys: Keys = {
    get: async (scope) => held.get(scope),
    store: async (scope, key) => void held.set(scope, key),
    forget: async (scope) => void held.delete(scope),
    onDidChange: changed.event,
  };
  const parts = connectedTo({ baseUrl: address, key: "k" }, keys);
  const { connection, account, roster, settings, store } = parts;
  const work = await connection.hubs.add({ baseUrl: address, name: "Work" });
  await account.remember(address, { name: "Ada", user_metadata: { tokens: 5000 } });
  const options = new ExpertOptions(connection, store, settings);
  const notify = new Notify({ info: () => {}, warn: () => {}, error: () => {} });
  const commands = [
    switchHub(parts),
    ...changeHubs({
      connection,
      account,
      keys,
      roster,
      notify,
      prompts: new ConnectionPrompts(parts),
      removeHub: removeHub({ connection, account, roster, options, keys, stopQuestions: () => {} }),
    }),
  ];
  const run = (name: string) => async () => {
    await commands.find(({ id }) => id === `expertHub.${name}`)!.run();
  };
  return { ...parts, held, notify, work, run };
}

describe("the commands for hubs", () => {
  let messages: Messages;
  beforeEach(() => {
    messages = new Messages();
  });
  afterEach(() => messages.restore());

  it("list them with address and account, and what can be done with them", async () => {
    const { connection, run } = await fixture();
    const { lists } = await entering({ types: [] }, run("switchHub"));
    assert.deepEqual(lists[0]?.rows, [
      `hub.example | ${address} | Ada · ${(5000).toLocaleString()} tokens`,
      `Work | ${address} | No API key`,
      "Built-in hub | on this computer, without an account",
      "-- ",
      "$(add) Add Hub…",
      "$(globe) Edit Address…",
      "$(edit) Rename…",
      "$(trash) Remove…",
      "$(account) Show Account",
    ]);
    assert.equal(lists[0]?.options.title, "Switch hub");
    const stop = "$(debug-stop) Stop the Built-in Hub";
    await connection.useBuiltIn(true);
    const inBuiltIn = () => entering({ types: [], picks: stop }, run("switchHub"));
    assert.deepEqual(await commandsDuring(inBuiltIn), [["expertHub.stopLocalHub"]]);
  });

  it("switch to another one, and ask for the key that it lacks", async () => {
    const { connection, held, run, work } = await fixture();
    const pick = (picks: string) => () => entering({ types: [], picks }, run("switchHub"));
    assert.deepEqual(await commandsDuring(pick("Work")), [["expertHub.setApiKey", work.scope]]);
    assert.equal(connection.hub?.scope, address, "it is used once it has its key");
    held.set(work.scope, "w");
    for (const same of ["hub.example", "Work", "Work"])
      assert.deepEqual(await commandsDuring(pick(same)), []);
    assert.equal(connection.hub?.label, "Work");
    assert.deepEqual(await commandsDuring(pick("Built-in hub")), [["expertHub.startLocalHub"]]);
    assert.deepEqual(await commandsDuring(pick("$(trash) Remove…")), [["expertHub.removeHub"]]);
  });

  it("open the list at the hub in use", async () => {
    const { connection, run, work } = await fixture();
    await connection.use(work);
    const list = quickPick();
    await withWindow({ createQuickPick: () => list.box }, async () => {
      const done = run("switchHub")();
      await until("it is filled", () => !list.box.busy);
      assert.deepEqual(
        list.box.activeItems.map(({ label }) => label),
        ["Work"],
      );
      list.acceptSelected();
      await done;
    });
    assert.equal(connection.hub?.scope, work.scope);
  });

  it("leave no hub behind where the user leaves at its key, and lead back to the address", async () => {
    const { connection, run, held } = await fixture();
    const typed = ["https://new.example", "New", back, "https://newer.example", "Newer"] as const;
    const { boxes } = await entering({ types: typed }, run("addHub"));
    assert.deepEqual(
      boxes.map(({ title, value }) => [title, value]),
      [
        ["Add a hub", ""],
        ["Name of the hub", "new.example"],
        ["API key for New (https://new.example)", ""],
        ["Add a hub", "https://new.example"],
        ["Name of the hub", "newer.example"],
        ["API key for Newer (https://newer.example)", ""],
      ],
    );
    assert.equal(connection.hubs.list.length, 2);
    assert.deepEqual([...held.keys()], [address]);
  });

  it("name a new one, differently from the others, and change nothing where the user leaves", async () => {
    const { connection, run } = await fixture();
    for (const types of [[undefined], [address, undefined], [""]]) {
      await entering({ types }, run("addHub"));
      assert.equal(connection.hubs.list.length, 2);
    }
    const { boxes } = await entering({ types: ["https://new.example/", undefined] }, run("addHub"));
    assert.deepEqual(
      boxes.map(({ title, value }) => [title, value]),
      [
        ["Add a hub", ""],
        ["Name of the hub", "new.example"],
      ],
    );
    const problem = (text: string) => boxes[1]?.validateInput?.(text);
    assert.equal(problem("work"), "Another hub already has this name.");
    assert.equal(problem(" "), "Enter a name.");
    assert.equal(problem("x".repeat(61)), "A name can have at most 60 characters.");
    assert.equal(problem("Home"), undefined);
  });

  it("rename one", async () => {
    const { connection, run } = await fixture();
    await entering({ types: ["Office"], picks: "Work" }, run("renameHub"));
    await entering({ types: ["Home"], picks: "hub.example" }, run("renameHub"));
    assert.deepEqual(
      connection.hubs.list.map(({ label }) => label),
      ["Home", "Office"],
    );
  });

  it("K5 remove one once confirmed, saying what is deleted", async () => {
    const { connection, held, run, work } = await fixture();
    held.set(work.scope, "w");
    await connection.use(work);
    const remove = () => entering({ types: [], picks: "Work" }, run("removeHub"));
    await remove();
    assert.equal(connection.hubs.list.length, 2);
    const { message, detail, buttons } = messages.last ?? {};
    assert.equal(message, "Remove the hub Work?");
    assert.match(detail ?? "", /its API key, .*its list of experts .*Your conversations stay/);
    assert.deepEqual(buttons, ["Remove", "Keep"]);
    messages.answer("Remove");
    await remove();
    assert.deepEqual([...held], [[address, "k"]]);
    assert.equal(connection.hub?.scope, address);
  });

  it("ask for the website of one that is not that of the settings, once", async () => {
    const { connection, notify, settings, work } = await fixture();
    await connection.use(work);
    const opened: string[] = [];
    const { openExternal } = vscode.env;
    Object.assign(vscode.env, { openExternal: async (uri: unknown) => opened.push(String(uri)) });
    try {
      const open = async () => openHub({ connection, settings, notify }).run();
      const types = ["https://www.hub.example"];
      assert.equal((await entering({ types }, open)).boxes[0]?.title, "Website of Work");
      assert.equal((await entering({ types: [] }, open)).boxes.length, 0);
    } finally {
      Object.assign(vscode.env, { openExternal });
    }
    assert.equal(opened.length, 2);
    assert.equal(settings.hubUrl, "");
  });
});
