import assert from "node:assert/strict";
import * as vscode from "vscode";
import { EditorSettings, RefusedSettings } from "../../../src/platform/editor/settings";
import { extension } from "../support/hub";
import { withProperty, withWindow } from "../support/standIns";

/** Values by level and name; folders by their path. */
interface Levels {
  user: Record<string, unknown>;
  workspace: Record<string, unknown>;
  folders: Record<string, Record<string, unknown>>;
  isTrusted: boolean;
}

const levels: Levels = { user: {}, workspace: {}, folders: {}, isTrusted: true };

const { properties: defaults } = (
  extension().packageJSON as {
    contributes: {
      configuration: { properties: Readonly<Record<string, { default?: unknown } | undefined>> };
    };
  }
).contributes.configuration;

describe("the settings as they are read", () => {
  const { workspace } = vscode;
  const { getConfiguration } = workspace;
  const changed = new vscode.EventEmitter<vscode.ConfigurationChangeEvent>();
  const trusted = new vscode.EventEmitter<void>();
  const replaced: Record<string, unknown> = {
    onDidChangeConfiguration: changed.event,
    onDidGrantWorkspaceTrust: trusted.event,
  };
  const originals = new Map<string, PropertyDescriptor>();
  let settings: EditorSettings;

  const define = (name: string, get: () => unknown) => {
    originals.set(name, Object.getOwnPropertyDescriptor(workspace, name) ?? {});
    Object.defineProperty(workspace, name, { configurable: true, enumerable: true, get });
  };

  beforeEach(() => {
    Object.assign(levels, { user: {}, workspace: {}, folders: {}, isTrusted: true });
    for (const [name, value] of Object.entries(replaced)) define(name, () => value);
    define("isTrusted", () => levels.isTrusted);
    define("workspaceFolders", () =>
      Object.keys(levels.folders).map((path) => ({ uri: vscode.Uri.file(path), name: path })),
    );
    define("getConfiguration", () => (section: string, resource?: vscode.Uri) => ({
      inspect: (name: string) => ({
        globalValue: levels.user[`${section}.${name}`],
        workspaceValue: levels.workspace[`${section}.${name}`],
        defaultValue: name === "exclude" ? ["**/.env"] : defaults[`${section}.${name}`]?.default,
      }),
      get: (name: string) =>
        levels.folders[resource?.path ?? ""]?.[`${section}.${name}`] ??
        levels.workspace[`${section}.${name}`] ??
        levels.user[`${section}.${name}`],
    }));
    settings = new EditorSettings();
  });
  afterEach(() => {
    settings.dispose();
    for (const [name, original] of originals) Object.defineProperty(workspace, name, original);
    assert.equal(workspace.getConfiguration, getConfiguration);
  });

  const change = (section = "expertHub") =>
    changed.fire({ affectsConfiguration: (one) => one === section });

  it("have a meaning where nothing is set", () => {
    const { baseUrl, hubUrl, network, timeoutSeconds, temperature, memory, historyTurns } =
      settings;
    assert.deepEqual(
      { baseUrl, hubUrl, network, timeoutSeconds, temperature, memory, historyTurns },
      {
        baseUrl: "",
        hubUrl: "",
        network: {},
        timeoutSeconds: 300,
        temperature: undefined,
        memory: "both",
        historyTurns: 20,
      },
    );
    assert.deepEqual(settings.roles, { user: "user", assistant: "assistant" });
    assert.deepEqual([settings.sendUserId, settings.recommended], [true, []]);
    assert.deepEqual(settings.exclude, ["**/.env"]);
  });

  it("are what the user says, without blanks around addresses and roles", () => {
    levels.user = {
      "expertHub.baseUrl": " https://hub.example ",
      "expertHub.hubUrl": "https://site.example\n",
      "expertHub.temperature": 0,
      "expertHub.memory": "session",
      "expertHub.historyTurns": 3.9,
      "expertHub.roles": { user: " human ", assistant: "ai" },
      "expertHub.sendUserId": false,
      "expertHub.experts": [3, 3, 4],
      "expertHub.exclude": ["*.key", 7],
      "expertHub.searchAddress": " https://search.example ",
      "http.proxy": " http://proxy.example ",
      "http.noProxy": ["a.example", 7],
    };
    assert.equal(settings.baseUrl, "https://hub.example");
    assert.equal(settings.hubUrl, "https://site.example");
    assert.deepEqual([settings.temperature, settings.memory], [0, "session"]);
    assert.equal(settings.historyTurns, 3);
    assert.deepEqual(settings.roles, { user: "human", assistant: "ai" });
    assert.equal(settings.sendUserId, false);
    assert.deepEqual(settings.recommended, [3, 4]);
    assert.deepEqual(settings.exclude, ["*.key"]);
    assert.equal(settings.searchAddress, "https://search.example");
    assert.deepEqual(settings.network, {
      proxy: "http://proxy.example",
      noProxy: ["a.example"],
    });
  });

  it("are what the user says where that is nothing at all", () => {
    levels.user = {
      "expertHub.historyTurns": 0,
      "expertHub.exclude": [],
      "expertHub.experts": [],
      "expertHub.roles": {},
      "http.noProxy": [],
    };
    assert.deepEqual([settings.historyTurns, settings.exclude, settings.recommended], [0, [], []]);
    assert.deepEqual(settings.roles, { user: "user", assistant: "assistant" });
    assert.deepEqual(settings.network, { noProxy: [] });
  });

  it("are the defaults where they make no sense", () => {
    levels.user = {
      "expertHub.baseUrl": 7,
      "expertHub.timeoutSeconds": "60",
      "expertHub.temperature": Infinity,
      "expertHub.memory": "all",
      "expertHub.historyTurns": -1,
      "expertHub.roles": { user: " ", assistant: 7 },
      "expertHub.exclude": "*.key",
    };
    const { baseUrl, timeoutSeconds, temperature, memory, historyTurns, roles, exclude } = settings;
    assert.deepEqual(
      [baseUrl, timeoutSeconds, temperature, memory, historyTurns, exclude],
      ["", 300, undefined, "both", 20, []],
    );
    assert.deepEqual(roles, { user: "user", assistant: "assistant" });
  });

  it("O1 let a trusted workspace say how to ask, and nobody but the user say where and as whom", () => {
    const names = ["baseUrl", "hubUrl", "timeoutSeconds", "roles", "sendUserId"];
    for (const name of [...names, "exclude", "searchAddress"])
      levels.workspace[`expertHub.${name}`] = "from the workspace";
    levels.workspace["http.proxy"] = "http://evil.example";
    levels.workspace["expertHub.temperature"] = 0.5;
    levels.workspace["expertHub.memory"] = "none";
    levels.workspace["expertHub.historyTurns"] = 1;
    assert.deepEqual([settings.baseUrl, settings.hubUrl, settings.network], ["", "", {}]);
    assert.equal(settings.searchAddress, "");
    assert.equal(settings.timeoutSeconds, 300);
    assert.deepEqual(settings.roles, { user: "user", assistant: "assistant" });
    assert.deepEqual([settings.sendUserId, settings.exclude], [true, ["**/.env"]]);
    assert.deepEqual(
      [settings.temperature, settings.memory, settings.historyTurns],
      [0.5, "none", 1],
    );
    levels.isTrusted = false;
    assert.deepEqual(
      [settings.temperature, settings.memory, settings.historyTurns],
      [undefined, "both", 20],
    );
  });

  it("join the experts of user, workspace and folders, each once and in this order", () => {
    levels.user["expertHub.experts"] = [9];
    levels.workspace["expertHub.experts"] = [3, 1];
    levels.folders = {
      "/a": { "expertHub.experts": [1, 5] },
      "/b": { "expertHub.experts": [5, 2, -1, "x"] },
    };
    assert.deepEqual(settings.recommended, [3, 1, 5, 2]);
    levels.isTrusted = false;
    assert.deepEqual(settings.recommended, [9]);
  });

  it("are read again once they change, and tell it", () => {
    let changes = 0;
    settings.onDidChange(() => changes++);
    assert.equal(settings.baseUrl, "");
    levels.user["expertHub.baseUrl"] = "https://hub.example";
    levels.user["http.noProxy"] = ["a.example"];
    change("editor");
    assert.deepEqual([settings.baseUrl, changes], ["", 0]);
    change();
    assert.deepEqual([settings.baseUrl, changes], ["https://hub.example", 1]);
    assert.deepEqual(settings.network, { noProxy: ["a.example"] });
    levels.user["http.noProxy"] = ["b.example"];
    change("http");
    assert.deepEqual([settings.network, changes], [{ noProxy: ["b.example"] }, 2]);
    trusted.fire();
    assert.equal(changes, 3);
  });
});

describe("settings that the policy overrules", () => {
  it("are said once when they are changed, while the window has the focus", async () => {
    const changed = new vscode.EventEmitter<void>();
    const settings = { refusals: ["before"], onDidChange: changed.event };
    const said: string[] = [];
    const state = { focused: true, active: true };
    const showInformationMessage = async (text: string) => void said.push(text);
    await withProperty(vscode.window, "state", state, () =>
      withWindow({ showInformationMessage }, async () => {
        const refused = new RefusedSettings(settings);
        const change = (...refusals: string[]) => {
          settings.refusals = refusals;
          changed.fire();
          return said.splice(0);
        };
        assert.deepEqual(change("before"), []);
        assert.deepEqual(change("before", "chat", "log"), ["chat", "log"]);
        assert.deepEqual(change("chat", "log"), []);
        assert.deepEqual(change(), []);
        assert.deepEqual(change("chat"), ["chat"]);
        state.focused = false;
        assert.deepEqual(change("chat", "search"), []);
        state.focused = true;
        assert.deepEqual(change("chat", "search"), []);
        refused.dispose();
        assert.deepEqual(change("chat", "search", "log"), []);
      }),
    );
  });
});
