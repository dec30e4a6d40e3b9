import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Account } from "../../../src/features/connection/core/account";
import type { BuiltInHub } from "../../../src/features/connection/core/builtInHub";
import type { Connection } from "../../../src/features/connection/core/connection";
import type { Turn } from "../../../src/features/conversation/core/turn";
import type { Keys, Settings } from "../../../src/platform/core/ports";
import type { Roster } from "../../../src/features/experts/core/roster";
import { checkConnection } from "../../../src/features/experts/editor/checkConnection";
import { ConnectionPrompts } from "../../../src/features/connection/editor/connectionPrompts";
import {
  openHub,
  showAccount,
  stopBuiltInHub,
} from "../../../src/features/connection/editor/commands";
import { startBuiltInHub } from "../../../src/features/experts/editor/commands";
import { AccountStatus } from "../../../src/features/connection/editor/statusBar";
import { Notify } from "../../../src/platform/editor/notify";
import { Snapshots } from "../../../src/platform/editor/snapshots";
import { Emitter } from "../../../src/kit/event";
import type { SetupStep } from "../../../src/contract/vocabulary";
import type { User } from "../../../src/contract/types";
import { connectedTo } from "../support/connected";
import { until } from "../support/inputs";
import { Messages } from "../support/messages";
import { commandsDuring, withProperty } from "../support/standIns";
import { soundAnswer, startStubHub, type StubHub } from "../support/stubHub";

const never = { dispose: () => {} };

describe("the account that is shown", () => {
  let messages: Messages;
  beforeEach(() => {
    messages = new Messages();
  });
  afterEach(() => messages.restore());

  const ada: User = {
    user_id: "u1",
    name: "Ada",
    given_name: "Ada",
    family_name: "L.",
    nickname: "al",
    email_verified: false,
    created_at: "2026-01-02T03:04:05Z",
    updated_at: "2026-03-04T05:06:07Z",
    last_login: "2026-02-03T04:05:06Z",
    logins_count: 12,
    user_metadata: { tokens: 999, newsletter: true, follows_me: true, updates: false },
  };
  const own = { scope: "https://hub.example", label: "hub.example", builtIn: false };
  const builtIn = { scope: "built-in", label: "built-in hub", builtIn: true };

  function command(hub: typeof own, user: User, key?: string) {
    const setupStep = async () => (hub.builtIn || key !== undefined ? undefined : "key");
    const connection = { hub, setupStep, onWillRetry: () => never } as unknown as Connection;
    const account = { current: async () => user } as unknown as Account;
    return showAccount(connection, account);
  }

  it("has every field that the hub gave, and two buttons", async () => {
    await command(own, ada, "k").run();
    const { message, detail, buttons, modal } = messages.last ?? {};
    assert.equal(message, "Ada");
    assert.deepEqual(detail?.split("\n"), [
      "User ID: u1",
      "First name: Ada",
      "Last name: L.",
      "Nickname: al",
      "Email verified: no",
      "Tokens: 999 (low)",
      "Member since: 2026-01-02",
      "Changed: 2026-03-04",
      "Last login: 2026-02-03",
      "Logins: 12",
      "Subscriptions: newsletter, follows me",
      "Hub: https://hub.example",
      "API key: stored for this hub",
    ]);
    assert.deepEqual(buttons, ["Replace Key", "Sign Out"]);
    assert.equal(modal, true);
  });

  it("leaves out what is not known, and tells of a missing key", async () => {
    await command(own, { user_metadata: { tokens: 1000 } }).run();
    assert.equal(messages.last?.message, "Your account");
    assert.deepEqual(messages.last?.detail.split("\n"), [
      `Tokens: ${(1000).toLocaleString()}`,
      "Hub: https://hub.example",
      "API key: none",
    ]);
    await command(own, { nickname: "al" }, "k").run();
    assert.equal(messages.last?.message, "al");
  });

  it("offers no other key for the built-in hub", async () => {
    await command(builtIn, ada).run();
    assert.match(
      messages.last?.detail ?? "",
      /Hub: built-in hub, on this computer\nAPI key: stored/,
    );
    assert.deepEqual(messages.last?.buttons, []);
  });

  it("does what its buttons say", async () => {
    for (const [button, id] of [
      ["Replace Key", "expertHub.setApiKey"],
      ["Sign Out", "expertHub.signOut"],
    ] as const) {
      messages.answer(button);
      assert.deepEqual(await commandsDuring(() => command(own, ada, "k").run()), [[id]]);
    }
    messages.answer(undefined);
    assert.deepEqual(await commandsDuring(() => command(own, ada, "k").run()), []);
  });
});

describe("the account in the status bar", () => {
  interface Item extends Partial<vscode.StatusBarItem> {
    shown: boolean;
  }

  async function drawn(
    test: (fixture: {
      item(): Item | undefined;
      draw(hub: object | undefined, known?: User, hubs?: object[]): void;
      /** The step that the connection names from now on. */
      lacks(step: SetupStep | undefined): void;
    }) => Promise<void> | void,
  ): Promise<void> {
    const { createStatusBarItem } = vscode.window;
    const items: Item[] = [];
    Object.assign(vscode.window, {
      createStatusBarItem: (...place: unknown[]) => {
        assert.deepEqual(place, ["expertHub.account", vscode.StatusBarAlignment.Right, 10]);
        const item: Item = { shown: false, dispose: () => {} };
        item.show = () => (item.shown = true);
        item.hide = () => (item.shown = false);
        items.push(item);
        return item;
      },
    });
    const changed = new Emitter<void>();
    const connection: { hub: object | undefined } = { hub: undefined };
    const hubs: { list: object[] } = { list: [] };
    const account: { known: User | undefined } = { known: undefined };
    const onDidChange = changed.event;
    let step: SetupStep | undefined;
    const setupStep = async () => step;
    const status = new AccountStatus(
      Object.assign(connection, { hubs, onDidChange, setupStep }) as unknown as Connection,
      Object.assign(account, { onDidChange }) as unknown as Account,
    );
    try {
      await test({
        item: () => {
          assert.ok(items.length <= 1);
          return items[0];
        },
        draw: (hub, known, list = []) => {
          Object.assign(connection, { hub });
          Object.assign(hubs, { list });
          Object.assign(account, { known });
          changed.fire();
        },
        lacks: (missing) => void (step = missing),
      });
    } finally {
      status.dispose();
      Object.assign(vscode.window, { createStatusBarItem });
    }
  }

  const own = { scope: "https://hub.example", label: "hub.example", builtIn: false };

  it("is there for somebody who is known, and goes with them", () =>
    drawn(({ item, draw }) => {
      draw(undefined);
      draw(own);
      assert.equal(item(), undefined);
      draw(own, { name: "Ada", user_metadata: { tokens: 5000 } });
      assert.equal(item()?.shown, true);
      assert.equal(item()?.text, `$(account) Ada · ${(5000).toLocaleString()} tokens`);
      assert.equal(item()?.tooltip, "Expert Hub: hub.example");
      assert.equal(item()?.command, "expertHub.switchHub");
      assert.equal(item()?.name, "Expert Hub Account");
      draw(own);
      assert.equal(item()?.shown, false);
      draw(own, {});
      assert.equal(item()?.shown, true);
      assert.equal(item()?.text, "$(account) hub.example");
      draw(undefined, { name: "Ada" });
      assert.equal(item()?.shown, false);
    }));

  it("names the hub where there are several, also one without an account", () =>
    drawn(({ item, draw }) => {
      const work = { ...own, label: "Work" };
      draw(work, { name: "Ada" }, [own, work]);
      assert.equal(item()?.text, "$(account) Work · Ada");
      assert.equal(item()?.tooltip, "Expert Hub: Work");
      draw(work, undefined, [own, work]);
      assert.deepEqual([item()?.text, item()?.shown], ["$(account) Work", true]);
    }));

  it("says that the key is missing instead of a name and tokens, and leads to it", () =>
    drawn(async ({ item, draw, lacks }) => {
      const ada = { name: "Ada", user_metadata: { tokens: 7 } };
      draw(own, ada);
      lacks("key");
      draw(own, ada);
      await until("the key is missed", () => item()?.command === "expertHub.setApiKey");
      assert.deepEqual(
        [item()?.text, item()?.backgroundColor, item()?.shown],
        ["$(key) hub.example · No API key", undefined, true],
      );
      assert.equal(item()?.tooltip, "Expert Hub: hub.example\nSet API Key");
      const builtIn = { scope: "built-in", label: "built-in hub", builtIn: true };
      draw(builtIn);
      assert.deepEqual(
        [item()?.text, item()?.command],
        ["$(beaker) built-in hub", "expertHub.switchHub"],
      );
      lacks(undefined);
      draw(own, ada);
      await until("the key is there", () => item()?.command === "expertHub.switchHub");
      assert.equal(item()?.text, "$(account) Ada · 7 tokens");
    }));

  it("says that the key is missing where nobody was ever signed in", () =>
    drawn(async ({ item, draw, lacks }) => {
      lacks("key");
      draw(own);
      await until("the key is missed", () => item()?.shown === true);
      assert.equal(item()?.text, "$(key) hub.example · No API key");
    }));

  it("says where few tokens are left, in its tooltip as well", () =>
    drawn(({ item, draw }) => {
      draw(own, { name: "Ada", user_metadata: { tokens: 7 } });
      assert.equal(item()?.tooltip, "Expert Hub: hub.example\nFew tokens left");
      const warning = new vscode.ThemeColor("statusBarItem.warningBackground");
      assert.deepEqual(item()?.backgroundColor, warning);
      draw(own, { name: "Ada", user_metadata: { tokens: 5000 } });
      assert.equal(item()?.backgroundColor, undefined);
    }));

  it("says that the built-in hub answers, whoever its user is", () =>
    drawn(({ item, draw }) => {
      const builtIn = { scope: "built-in", label: "built-in hub", builtIn: true };
      draw(builtIn);
      assert.equal(item()?.shown, true);
      draw(builtIn, { name: "Ada", user_metadata: { tokens: 100_000 } });
      assert.equal(item()?.text, "$(beaker) built-in hub");
      assert.match(
        item()?.tooltip as string,
        /answers come from the built-in hub on this computer/,
      );
    }));

  it("is drawn a moment after the start without any change", () =>
    drawn(async ({ item, draw }) => {
      draw(undefined);
      const { hub, known } = { hub: own, known: { name: "Ada" } };
      // Without telling anybody.
      const status = new AccountStatus(
        {
          hub,
          hubs: { list: [] },
          onDidChange: () => never,
          setupStep: () => Promise.reject(new Error("the keyring does not answer")),
        } as unknown as Connection,
        { known, onDidChange: () => never } as unknown as Account,
      );
      await until("it is drawn", () => item()?.text === "$(account) Ada");
      status.dispose();
    }));
});

const open = async (hubUrl: string, ownHub?: object) =>
  openHub({
    connection: { ownHub } as unknown as Connection,
    settings: { hubUrl } as Settings,
    notify: new Notify({ info: () => {}, warn: () => {}, error: () => {} }),
  }).run();

describe("the hub's website", () => {
  let messages: Messages;
  const { openExternal } = vscode.env;
  const opened: unknown[] = [];
  beforeEach(() => {
    messages = new Messages();
    opened.length = 0;
    Object.assign(vscode.env, { openExternal: async (address: unknown) => opened.push(address) });
  });
  afterEach(() => {
    messages.restore();
    Object.assign(vscode.env, { openExternal });
  });

  it("is opened at the address of the settings, unchanged", async () => {
    const address = "https://hub.example/a%26b";
    await open(address);
    assert.deepEqual([opened, messages.told], [[address], []]);
  });

  it("is opened with https where the setting lacks a scheme", async () => {
    await open("site.example/keys");
    assert.deepEqual(opened, ["https://site.example/keys"]);
  });

  it("is that of the hub in use, not of the settings", async () => {
    await open("https://first.example", { hubUrl: "https://other.example" });
    assert.deepEqual(opened, ["https://other.example"]);
  });

  it("is not opened at an address that is none", async () => {
    for (const address of ["file:///etc/passwd", "http://hub.example", "command:x", "my hub"])
      await assert.rejects(open(address), { kind: "invalid-request" }, address);
    assert.deepEqual(opened, []);
  });

  it("says what is wrong with which setting", async () => {
    const failure = await open("https://hub.example/?tab=keys").catch((error: unknown) => error);
    new Notify({ info: () => {}, warn: () => {}, error: () => {} }).failure(failure);
    const { message, buttons } = messages.last ?? {};
    assert.equal(message, "The setting expertHub.hubUrl must not contain a query or a fragment.");
    assert.deepEqual(buttons, ["Open Settings"]);
  });

  it("is asked for where its address is not known", async () => {
    assert.deepEqual(await commandsDuring(() => open("")), []);
    assert.match(messages.last?.message ?? "", /setting Hub Url/);
    messages.answer("Open Settings");
    assert.deepEqual(await commandsDuring(() => open("")), [
      ["workbench.action.openSettings", "@ext:expert-hub.expert-hub"],
    ]);
    assert.deepEqual(opened, []);
  });
});

describe("the commands of the built-in hub", () => {
  it("start it, use it, add its experts, read its account and open the chat, in this order", async () => {
    const did: string[] = [];
    const step =
      <T>(name: string, result?: T) =>
      async (...args: unknown[]) => {
        await Promise.resolve();
        did.push([name, ...args].join(" "));
        return result as T;
      };
    await startBuiltInHub({
      builtInHub: { start: step("start", { expertIds: [1, 2] }) } as unknown as BuiltInHub,
      connection: { useBuiltIn: step("use") } as unknown as Connection,
      roster: { add: step("add", { added: [1] }) } as unknown as Roster,
      account: { current: step("account") } as unknown as Account,
      onAdded: step("added"),
      openChat: step("open"),
    }).run();
    assert.deepEqual(did, ["start", "use true", "add 1,2", "added 1", "account", "open"]);
  });

  it("tell VS Code which hub is in use, for its menus", async () => {
    const { executeCommand } = vscode.commands;
    const told: unknown[] = [];
    Object.assign(vscode.commands, {
      executeCommand: (id: string, ...args: unknown[]) => {
        if (id === "setContext" && args[0] === "expertHub.hub") told.push(args[1]);
        return executeCommand(id, ...args);
      },
    });
    try {
      await executeCommand("expertHub.startLocalHub");
      assert.equal(told.at(-1), "built-in");
      await executeCommand("expertHub.stopLocalHub");
      assert.equal(told.at(-1), "own");
    } finally {
      Object.assign(vscode.commands, { executeCommand });
    }
  });

  it("stop it where it is in use or runs, and say so where neither", async () => {
    const did: string[] = [];
    const command = (builtIn: boolean, isRunning: boolean) =>
      stopBuiltInHub(
        {
          hub: { builtIn },
          useBuiltIn: async (use: boolean) => did.push(`use ${use}`),
        } as unknown as Connection,
        { isRunning, stop: async () => did.push("stop") } as unknown as BuiltInHub,
        { information: (sentence: string) => did.push(sentence) } as unknown as Notify,
      );
    await command(false, false).run();
    assert.deepEqual(did.splice(0), ["The built-in hub is not in use."]);
    for (const [builtIn, isRunning] of [
      [true, false],
      [false, true],
      [true, true],
    ] as const) {
      await command(builtIn, isRunning).run();
      assert.deepEqual(did.splice(0), ["use false", "stop"]);
    }
  });
});

const asked = (hubScope: string, endpoint = "invoke_agent"): Turn =>
  ({
    asked: { hubScope },
    sent: { endpoint, body: {} },
    result: { state: "done", received: { elapsedMs: 1234.5, raw: { output: "x", colour: 1 } } },
  }) as unknown as Turn;

describe("the check of the connection", () => {
  let hub: StubHub;
  let fails = false;
  let byQuery = false;
  let snapshots: Snapshots;
  before(async () => {
    snapshots = new Snapshots();
    hub = await startStubHub((request) => {
      if (fails) return { status: 403, body: { error: 403, message: "No." } };
      if (byQuery && /get_expert\/\d+$/.test(request.path)) return { status: 404, body: {} };
      return soundAnswer(request);
    });
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    snapshots.dispose();
    await hub.close();
  });

  async function reportOf(more: Partial<Parameters<typeof checkConnection>[0]> = {}) {
    const { connection, roster, keys } = connectedTo({ baseUrl: hub.baseUrl, key: "k" });
    const parts = { connection, roster, keys, snapshots, lastAnswer: () => undefined };
    await checkConnection({ ...parts, ...more }).run();
    return vscode.window.activeTextEditor?.document.getText() ?? "";
  }

  it("describes the last answer of this hub, and of no other", async () => {
    const own = await reportOf({ lastAnswer: () => asked(hub.baseUrl) });
    assert.match(own, /## POST \/api\/v1\/invoke_agent\n\n- \*\*Time\*\*: 1235 ms\n/);
    assert.match(own, /Extra fields\*\*: `colour`/);
    assert.match(own, /describes the last answer in the open conversation/);
    for (const turn of [
      undefined,
      asked("https://other.example"),
      asked(hub.baseUrl, "invoke_llm"),
    ]) {
      const report = await reportOf({ lastAnswer: () => turn });
      assert.doesNotMatch(report, /## POST/);
      assert.match(report, /invoke_agent was not checked: ask a question, then check again/);
    }
  });

  it("says which calls failed and why, and that no expert could be read", async () => {
    fails = true;
    const report = await reportOf();
    fails = false;
    assert.match(
      report,
      /## GET \/api\/v1\/get_user\n\n- \*\*Time\*\*: \d+ ms\n- \*\*Failed\*\*: The hub/,
    );
    assert.match(report, /No experts have been added, so none was requested\./);
    assert.match(report, /Expert ID\*\*: not known/);
  });

  it("says how the hub takes the id of an expert", async () => {
    const { connection, roster } = connectedTo({ baseUrl: hub.baseUrl, key: "k" });
    await roster.add([7, 8]);
    const before = hub.seen.length;
    const report = await reportOf({ connection, roster });
    assert.match(report, /Expert ID\*\*: in the path/);
    assert.match(report, /## GET \/api\/v1\/get_expert\/:id\n\n- \*\*Time\*\*: \d+ ms\n/);
    assert.deepEqual(
      hub.seen.slice(before).map(({ path }) => path),
      ["/api/v1/get_user", "/api/v1/get_expert/7"],
    );
    byQuery = true;
    try {
      const { connection: other } = connectedTo({ baseUrl: hub.baseUrl, key: "k" });
      assert.match(await reportOf({ connection: other, roster }), /Expert ID\*\*: in the query/);
    } finally {
      byQuery = false;
    }
  });

  it("names the proxy to the hub without its password", async () => {
    const { connection } = connectedTo({ baseUrl: hub.baseUrl, key: "k" });
    const open = connection.probe.bind(connection);
    connection.probe = async (onJson) => ({
      ...(await open(onJson)),
      baseUrl: "https://hub.example",
    });
    const names = ["https_proxy", "no_proxy", "NO_PROXY"];
    const before = names.map((name) => [name, process.env[name]] as const);
    for (const name of names) delete process.env[name];
    try {
      process.env["https_proxy"] = "http://user:PASSWORD-CANARY@proxy.example:3128";
      const report = await reportOf({ connection });
      assert.match(report, /Proxy\*\*: `proxy\.example:3128`/);
      assert.doesNotMatch(report, /CANARY/);
      process.env["https_proxy"] = "socks5://proxy.example";
      assert.match(
        await reportOf({ connection }),
        /Proxy\*\*: `The proxy address in https_proxy must start/,
      );
    } finally {
      for (const [name, value] of before)
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    }
  });

  it("ends its own connection, whatever came of it", async () => {
    const { connection } = connectedTo({ baseUrl: hub.baseUrl, key: "k" });
    const open = connection.probe.bind(connection);
    let closed = 0;
    connection.probe = async (onJson) => {
      const channel = await open(onJson);
      const close = async () => {
        closed++;
        await channel.close();
      };
      return { ...channel, close };
    };
    await reportOf({ connection });
    assert.equal(closed, 1);
    const locked = { get: () => Promise.reject(new Error("locked")) } as unknown as Keys;
    assert.match(await reportOf({ connection, keys: locked }), /could not be read/);
    assert.equal(closed, 2);
  });

  it("checks nothing where no hub is connected", async () => {
    const { connection } = connectedTo({ baseUrl: "", key: "k" });
    const before = hub.seen.length;
    const report = await reportOf({ connection });
    assert.match(report, /Hub\*\*: not connected[^]*No hub is connected, so nothing was checked\./);
    assert.equal(hub.seen.length, before);
  });
});

/** A prompt as the user sees it. */
function prompted() {
  const [accepted, hidden] = [new vscode.EventEmitter<void>(), new vscode.EventEmitter<void>()];
  const changed = new vscode.EventEmitter<string>();
  const pressed = new vscode.EventEmitter<vscode.QuickInputButton>();
  let disposed = 0;
  const box = {
    title: "",
    prompt: "",
    placeholder: "",
    password: false,
    ignoreFocusOut: false,
    busy: false,
    enabled: true,
    value: "",
    validationMessage: undefined as string | undefined,
    buttons: [] as vscode.QuickInputButton[],
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    onDidChangeValue: changed.event,
    onDidTriggerButton: pressed.event,
    show: () => {},
    hide: () => hidden.fire(),
    dispose: () => void disposed++,
  };
  const type = (value: string) => {
    box.value = value;
    changed.fire(value);
  };
  const enter = (value: string) => {
    type(value);
    accepted.fire();
  };
  return { box, type, enter, pressed, disposed: () => disposed };
}

describe("the prompt for the address of a hub", () => {
  const origin = "http://127.0.0.1:9";

  /** Enters this address where a key is or is not known for it. */
  async function connecting(typed: string | undefined, hasKey = true) {
    const parts = connectedTo({ baseUrl: origin, key: "k" });
    const { settings, keys, connection } = parts;
    Object.assign(keys, { get: async () => (hasKey ? "k" : undefined) });
    await connection.useBuiltIn(true);
    const saved: string[] = [];
    settings.setBaseUrl = async (address) => void saved.push(address);
    const { showInputBox, createInputBox } = vscode.window;
    const shown: vscode.InputBoxOptions[] = [];
    const { box } = prompted();
    Object.assign(box, { show: () => setImmediate(() => box.hide()) });
    let keyBoxes = 0;
    Object.assign(vscode.window, {
      showInputBox: async (options: vscode.InputBoxOptions) => {
        shown.push(options);
        return typed;
      },
      createInputBox: () => (keyBoxes++, box),
    });
    try {
      const result = await new ConnectionPrompts(parts).connect();
      const isBuiltIn = connection.hub?.builtIn;
      return { result, saved, isBuiltIn, keyBoxes, options: shown[0] };
    } finally {
      Object.assign(vscode.window, { showInputBox, createInputBox });
    }
  }

  it("begins with the address in use, and judges what is typed", async () => {
    const { options } = await connecting(undefined);
    assert.deepEqual(
      [options?.title, options?.value, options?.placeHolder, options?.ignoreFocusOut],
      ["Connect to a hub", origin, "https://hub.example", true],
    );
    const { env } = vscode;
    for (const [remoteName, near] of [
      [undefined, "this computer and, once you agree, in your local network"],
      [
        "dev$(x)",
        "the remote machine (dev$ (x)) where Expert Hub runs and, once you agree, in its local network",
      ],
    ]) {
      const { options: shown } = await withProperty(env, "remoteName", remoteName, () =>
        connecting(undefined),
      );
      assert.equal(
        shown?.prompt,
        `Base address of the hub. Plain http is accepted for a hub on ${near}.`,
      );
    }
    const judged = (text: string) => options?.validateInput?.(text);
    assert.equal(judged("  "), undefined);
    assert.equal(judged(" https://hub.example/prefix "), undefined);
    for (const near of ["http://127.0.0.1:8080", "http://192.168.1.2:8080", "http://nas"])
      assert.equal(judged(near), undefined);
    for (const wrong of ["my hub", "http://hub.example", "https://me@hub.example"])
      assert.match(judged(wrong) as string, /^The base address must .*\.$/, wrong);
  });

  it("completes an address without a scheme, and shows to what before it is used", async () => {
    for (const [typed, completed] of [
      ["hub.example.com", "https://hub.example.com"],
      [" localhost:8080 ", "http://localhost:8080"],
      ["127.0.0.1:3000/", "http://127.0.0.1:3000"],
    ] as const) {
      const { options, saved } = await connecting(typed);
      assert.deepEqual(await options?.validateInput?.(typed), {
        message: `Will be completed to ${completed}`,
        severity: vscode.InputBoxValidationSeverity.Info,
      });
      assert.deepEqual(saved, [completed]);
    }
  });

  it("uses that hub instead of the built-in one, and asks for no key that it has", async () => {
    const { options: _, ...done } = await connecting(` ${origin}/ `);
    assert.deepEqual(done, { result: true, saved: [origin], isBuiltIn: false, keyBoxes: 0 });
  });

  it("asks for a key that is missing, and changes nothing without", async () => {
    const { options: _, ...done } = await connecting(origin, false);
    assert.deepEqual(done, { result: false, saved: [], isBuiltIn: true, keyBoxes: 1 });
  });

  it("changes nothing where it is left, or nothing is entered", async () => {
    for (const typed of [undefined, "", "  "]) {
      const { options: _, ...left } = await connecting(typed);
      assert.deepEqual(left, { result: false, saved: [], isBuiltIn: true, keyBoxes: 0 });
    }
  });
});

describe("the prompt for the key", () => {
  let hub: StubHub;
  before(async () => {
    hub = await startStubHub((request) =>
      request.key === "wrong" ? { status: 401, body: {} } : soundAnswer(request),
    );
  });
  after(() => hub.close());

  async function setting(test: (fixture: ReturnType<typeof prompted>) => Promise<void>) {
    const { createInputBox } = vscode.window;
    const fixture = prompted();
    Object.assign(vscode.window, { createInputBox: () => fixture.box });
    const parts = connectedTo({ baseUrl: hub.baseUrl, key: "k" });
    const stored: [string, string][] = [];
    Object.assign(parts.keys, {
      store: async (origin: string, key: string) => stored.push([origin, key]),
    });
    try {
      const done = new ConnectionPrompts(parts).setKey();
      await until("the prompt is there", () => fixture.box.title !== "");
      await test(fixture);
      return { result: await done, stored, account: parts.account.known };
    } finally {
      Object.assign(vscode.window, { createInputBox });
    }
  }

  it("is masked, stays open, and waits while a key is tried", async () => {
    const { result, stored, account } = await setting(async ({ box, enter }) => {
      assert.equal(box.title, `API key for ${hub.baseUrl}`);
      assert.match(box.prompt, /^To get a key, log in to the hub's website/);
      assert.deepEqual([box.password, box.ignoreFocusOut], [true, true]);
      assert.deepEqual([box.busy, box.enabled], [false, true]);
      enter(" right\n");
      assert.deepEqual([box.busy, box.enabled], [true, false]);
    });
    assert.equal(result, true);
    assert.deepEqual(stored, [[hub.baseUrl, "right"]]);
    assert.equal(account?.name, "User");
  });

  it("takes back why a key was refused once another one is typed", async () => {
    const { result, stored } = await setting(async ({ box, type, enter, disposed }) => {
      enter("wrong");
      await until("it is refused", () => box.validationMessage !== undefined && box.enabled);
      assert.match(box.validationMessage ?? "", /does not accept the API key/);
      assert.deepEqual([box.busy, box.enabled, disposed()], [false, true, 0]);
      type("rig");
      assert.equal(box.validationMessage, undefined);
      enter("two words");
      assert.match(box.validationMessage ?? "", /without spaces/);
      enter("  ");
      assert.equal(box.validationMessage, undefined);
      enter("right");
    });
    assert.equal(result, true);
    assert.deepEqual(stored, [[hub.baseUrl, "right"]]);
  });

  it("opens the hub's website by its button", async () => {
    await setting(async ({ box, pressed }) => {
      const [button] = box.buttons;
      assert.equal(button?.tooltip, "Open the hub's website");
      const commands = await commandsDuring(() => pressed.fire(button));
      assert.deepEqual(commands, [["expertHub.openHub"]]);
      box.hide();
    });
  });

  it("stores nothing where it is left, also while a key is tried", async () => {
    const before = hub.seen.length;
    const left = await setting(async ({ box, enter }) => {
      enter("right");
      box.hide();
    });
    assert.deepEqual([left.result, left.stored], [false, []]);
    const unused = await setting(async ({ box }) => box.hide());
    assert.deepEqual([unused.result, unused.stored], [false, []]);
    assert.ok(hub.seen.length - before <= 1);
  });
});
