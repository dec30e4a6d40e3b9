import * as vscode from "vscode";
import type { Settings } from "../core/ports";
import { isId } from "../../contract/address";
import type { NetworkSettings } from "../../contract/send";
import { Owner } from "../../kit/disposable";
import { Emitter } from "../../kit/event";
import { noPolicy, type PolicySource } from "../../policy/policy";
import type { PolicyFile } from "../../policy/policyFile";
import { section, type SettingId } from "./manifest";
import { memoryModes, oneOf, type MemoryMode } from "../../contract/vocabulary";

/** The user's settings. Those that decide where the key is sent are read at user level, never by `get()`. */
export class EditorSettings extends Owner implements Settings {
  readonly #changed = this.register(new Emitter<void>());
  /** `inspect` searches the settings of every extension: called once until something changes. */
  readonly #inspected = new Map<SettingId, { globalValue?: unknown; defaultValue?: unknown }>();
  #network: NetworkSettings | undefined;

  readonly onDidChange = this.#changed.event;

  /** What the organisation allows; the settings are narrowed by it. */
  readonly policy: PolicySource;

  constructor(policy: PolicySource & Partial<Pick<PolicyFile, "onDidChange">> = noPolicy) {
    super();
    this.policy = policy;
    if (policy.onDidChange) this.register(policy.onDidChange(() => this.#changed.fire()));
    this.register(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(section) || change.affectsConfiguration("http")) {
          this.#inspected.clear();
          this.#network = undefined;
          this.#changed.fire();
        }
      }),
    );
    this.register(vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()));
  }

  get baseUrl(): string {
    return textSetting(this.#user("baseUrl"));
  }

  get hubUrl(): string {
    return textSetting(this.#user("hubUrl"));
  }

  /** As the user typed it; empty for none. */
  get searchAddress(): string {
    if (this.policy.current.webSearchRefusal !== undefined) return "";
    return textSetting(this.#user("searchAddress"));
  }

  get network(): NetworkSettings {
    return (this.#network ??= userNetworkSettings());
  }

  get timeoutSeconds(): number {
    const seconds = this.#user("timeoutSeconds");
    return typeof seconds === "number"
      ? Math.min(1800, Math.max(10, seconds))
      : (this.#default("timeoutSeconds") as number);
  }

  get temperature(): number | undefined {
    const temperature = this.#any("temperature");
    return typeof temperature === "number" && Number.isFinite(temperature)
      ? temperature
      : undefined;
  }

  get memory(): MemoryMode {
    return oneOf(memoryModes, this.#any("memory")) ?? (this.#default("memory") as MemoryMode);
  }

  get historyTurns(): number {
    const turns = this.#any("historyTurns");
    return typeof turns === "number" && turns >= 0
      ? Math.floor(turns)
      : (this.#default("historyTurns") as number);
  }

  get roles(): { user: string; assistant: string } {
    const roles = this.#user("roles") as Record<string, unknown> | undefined;
    return {
      user: textSetting(roles?.["user"]) || "user",
      assistant: textSetting(roles?.["assistant"]) || "assistant",
    };
  }

  get sendUserId(): boolean {
    return this.#user("sendUserId") !== false;
  }

  /** Experts are offered in VS Code's own chat. */
  get offersExpertsInChat(): boolean {
    return (
      this.#user("chat.enabled") === true && this.policy.current.editorChatRefusal === undefined
    );
  }

  /** The experts that new conversations ask, by the scope of the hub. */
  get defaultExperts(): unknown {
    return this.#any("defaultExpert");
  }

  /** Those that the workspace sets, once it is trusted. */
  get defaultExpertsOfWorkspace(): unknown {
    if (!vscode.workspace.isTrusted) return undefined;
    return vscode.workspace.getConfiguration(section).inspect("defaultExpert")?.workspaceValue;
  }

  /** Ids that the user or, once trusted, the workspace and its folders recommend, without duplicates. */
  get recommended(): number[] {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const values = [undefined, ...folders.map(({ uri }) => uri)].map((uri) =>
      this.#any("experts", uri),
    );
    return [...new Set(values.flat().filter(isId))];
  }

  /** Whether other programs on this computer may ask, through MCP. */
  get mcpServerEnabled(): boolean {
    return (
      this.#user("mcpServer.enabled") === true && this.policy.current.mcpServerRefusal === undefined
    );
  }

  /** Days that the activity log keeps its lines; 0 for no log, unless the policy requires one. */
  get activityDays(): number {
    const days = this.#user("activity.days");
    const min = this.policy.current.requiresActivityLog ? 1 : 0;
    return typeof days === "number" && days >= min
      ? days
      : (this.#default("activity.days") as number);
  }

  /** Why choices of the user do not count. */
  get refusals(): readonly string[] {
    const policy = this.policy.current;
    const refusals = [
      this.#user("chat.enabled") === true && policy.editorChatRefusal,
      this.#user("mcpServer.enabled") === true && policy.mcpServerRefusal,
      textSetting(this.#user("searchAddress")) !== "" && policy.webSearchRefusal,
      this.#user("activity.days") === 0 && policy.noActivityRefusal,
    ];
    return [...new Set(refusals.filter((refusal) => typeof refusal === "string"))];
  }

  /** Whether a question about a selection is sent at once, or waits for what the user types. */
  get askSelection(): "send" | "compose" {
    return this.#user("askSelection") === "send" ? "send" : "compose";
  }

  /** The key that sends what is in the composer; the other one breaks the line. */
  get sendKey(): "enter" | "ctrlEnter" {
    return this.#user("sendKey") === "ctrlEnter" ? "ctrlEnter" : "enter";
  }

  /** What lies open is offered to be attached. */
  get suggestContext(): boolean {
    return this.#any("suggestContext") !== false;
  }

  /** Instructions of the folder go along where an expert gets them; a folder cannot turn that on. */
  get instructions(): boolean {
    return this.#user("instructions") !== false;
  }

  /** Globs of files that are not attached, whatever the user says. */
  get neverSent(): readonly string[] {
    return this.policy.current.exclude;
  }

  /** Globs of files that are attached only after confirmation, and of those that are not at all. */
  get exclude(): string[] {
    const exclude = vscode.workspace.getConfiguration(section).inspect("exclude");
    const globs = exclude?.globalValue ?? exclude?.defaultValue;
    const own = Array.isArray(globs) ? globs.filter((glob) => typeof glob === "string") : [];
    return [...own, ...this.neverSent];
  }

  setBaseUrl(baseUrl: string): Promise<void> {
    return this.#save("baseUrl", baseUrl);
  }

  setHubUrl(hubUrl: string): Promise<void> {
    return this.#save("hubUrl", hubUrl);
  }

  /** In the user's own settings; an empty value is removed. */
  async #save(setting: SettingId, value: string): Promise<void> {
    await vscode.workspace
      .getConfiguration(section)
      .update(setting, value === "" ? undefined : value, vscode.ConfigurationTarget.Global);
  }

  #user(setting: SettingId): unknown {
    return this.#inspect(setting).globalValue;
  }

  #inspect(setting: SettingId): { globalValue?: unknown; defaultValue?: unknown } {
    const known = this.#inspected.get(setting);
    if (known) return known;
    const values = vscode.workspace.getConfiguration(section).inspect(setting) ?? {};
    this.#inspected.set(setting, values);
    return values;
  }

  /** Of package.json, for what is not set, or not to anything that counts. */
  #default(setting: SettingId): unknown {
    return this.#inspect(setting).defaultValue;
  }

  /** Workspace values count once the workspace is trusted. */
  #any(setting: SettingId, resource?: vscode.Uri): unknown {
    if (!vscode.workspace.isTrusted) return this.#user(setting);
    return vscode.workspace.getConfiguration(section, resource).get(setting);
  }
}

/** VS Code's proxy settings at user level; a workspace cannot change them. */
export function userNetworkSettings(): NetworkSettings {
  const http = vscode.workspace.getConfiguration("http");
  const proxy = textSetting(http.inspect("proxy")?.globalValue);
  const noProxy = http.inspect("noProxy")?.globalValue;
  return {
    ...(proxy !== "" && { proxy }),
    ...(Array.isArray(noProxy) && { noProxy: noProxy.filter((host) => typeof host === "string") }),
  };
}

function textSetting(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** Tells of a setting that the policy overrules when it is changed: VS Code cannot show that beside it. */
export class RefusedSettings extends Owner {
  #announced: readonly string[];

  constructor(settings: Pick<EditorSettings, "refusals" | "onDidChange">) {
    super();
    this.#announced = settings.refusals;
    this.register(
      settings.onDidChange(() => {
        const { refusals } = settings;
        const added = refusals.filter((refusal) => !this.#announced.includes(refusal));
        this.#announced = refusals;
        if (!vscode.window.state.focused) return;
        // Not in the chat: the user looks at the settings, which may lie above it.
        for (const refusal of added) void vscode.window.showInformationMessage(refusal);
      }),
    );
  }
}
