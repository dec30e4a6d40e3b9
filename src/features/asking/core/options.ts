import { HubError } from "../../../contract/errors";
import { isRecord } from "../../../contract/record";
import type { ToolActivation } from "../../../contract/types";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { t } from "../../../kit/l10n";
import type { Connection, Hub } from "../../connection/core/connection";
import type { Question } from "../../conversation/core/question";
import type { WorkspacePermissions } from "./workspacePermissions";
import type { Settings, SharedStore } from "../../../platform/core/ports";
import { storageError } from "../../../platform/core/localError";
import {
  memoryModes,
  oneOf,
  reasoningEfforts,
  toolNames,
  type MemoryMode,
  type ReasoningEffort,
} from "../../../contract/vocabulary";
import { isPublicAddress } from "../../../contract/webAddress";
import { KeyMask } from "../../../contract/secrets/keyMask";

/** More addresses than this require confirmation. */
const many = 20;

/**
 * An address that the hub may be asked to fetch, normalized so that what is checked is what is sent.
 * Throws `invalid-request` for anything but https without a user name.
 */
export function documentAddress(text: string): string {
  const url = URL.parse(text.trim());
  if (url?.protocol !== "https:")
    throw invalidAddress(
      t("The document address {0} does not begin with https://.", shortened(text)),
    );
  if (url.username !== "" || url.password !== "") {
    url.username = url.password = "";
    throw invalidAddress(
      t("The document address {0} contains a user name or password.", shortened(url.href)),
    );
  }
  return url.href;
}

/** Why these addresses require the user's confirmation; empty if they do not. */
export function addressWarnings(addresses: readonly string[]): string[] {
  const hosts = addresses.map((address) => URL.parse(address)?.hostname ?? address);
  const inner = [...new Set(hosts.filter(isInner))];
  return [
    ...inner.map((host) =>
      t("{0} belongs to a private network or to the hub's own computer", host),
    ),
    ...(addresses.length > many ? [t("{0} addresses at once", addresses.length)] : []),
  ];
}

/** Hosts of this computer or network; `host` as spelled by `URL`, so that numbers are dotted. */
function isInner(host: string): boolean {
  const name = host.replace(/\.$/, "");
  const ip = /^\[(.+)\]$/.exec(name)?.[1] ?? /^\d+(?:\.\d+){3}$/.exec(name)?.[0];
  if (ip !== undefined) return !isPublicAddress(ip);
  return !name.includes(".") || /\.(localhost|local|internal|intranet|lan|home\.arpa)$/.test(name);
}

function shortened(address: string): string {
  return new KeyMask().line(address, 100);
}

function invalidAddress(sentence: string): HubError {
  return new HubError("invalid-request", sentence);
}

/** What is sent with the questions to one expert; absent options are left to the settings or the hub. */
export interface Options {
  /** `model` asks the language model alone (`invoke_llm`). */
  readonly mode: "agent" | "model";
  readonly temperature?: number;
  /** For a language model of the built-in hub. */
  readonly reasoningEffort?: ReasoningEffort;
  readonly tools: ToolActivation;
  readonly webSearchMaxResults?: number;
  readonly documentUrls: readonly string[];
  readonly memory?: MemoryMode;
  /** Whether the instructions of the folder go along; by default, to models of the built-in hub only. */
  readonly instructions?: boolean;
  /** Maximum tokens in the answer; `model` only. */
  readonly maxTokens?: number;
}

const modes = ["agent", "model"] as const;
const maxAddresses = 1000;

/** The options that the user chose, stored for each expert of each hub. */
export class ExpertOptions extends Owner {
  readonly #connection: Connection;
  readonly #store: SharedStore;
  readonly #settings: Settings;
  readonly #permissions: WorkspacePermissions | undefined;
  readonly #changed = this.register(new Emitter<void>());

  readonly onDidChange = this.#changed.event;

  constructor(
    connection: Connection,
    store: SharedStore,
    settings: Settings,
    permissions?: WorkspacePermissions,
  ) {
    super();
    this.#permissions = permissions;
    this.#connection = connection;
    this.#store = store;
    this.#settings = settings;
    this.register(settings.onDidChange(() => this.#changed.fire()));
  }

  /** The chosen options; stored values that are invalid are ignored. */
  of(expertId: number | undefined): Options {
    return expertId === undefined ? unset : readable(this.#store.get(this.#nameOf(expertId)));
  }

  at(hubScope: string, expertId: number): Options {
    return readable(this.#store.get(optionsKey(hubScope, expertId)));
  }

  /** The effective options: the settings apply where nothing is chosen. */
  effective(expertId: number | undefined): Options & { memory: MemoryMode } {
    return this.#withSettings(this.of(expertId));
  }

  #withSettings(options: Options): Options & { memory: MemoryMode } {
    const { temperature, memory } = this.#settings;
    return { ...(temperature !== undefined && { temperature }), memory, ...options };
  }

  /**
   * Takes effective options, changed or not: those equal to a setting keep following it. Who turns the
   * workspace on has read who reads the files, and allows it; who turns it off takes that back.
   */
  async choose(expertId: number, given: unknown, name = ""): Promise<void> {
    const options = checkedOptions(given);
    const wasOn = this.of(expertId).tools.workspace_connector === true;
    try {
      await this.#store.update(this.#nameOf(expertId), (stored) => this.#chosen(options, stored));
    } catch (error) {
      throw storageError(t("The options could not be saved"), error);
    }
    const isOn = options.tools.workspace_connector === true;
    const { scope: hubScope = "" } = this.#connection.hub ?? {};
    const permission = { hubScope, expertId, name };
    if (isOn && !wasOn) await this.#permissions?.add(permission);
    if (!isOn && wasOn) await this.#permissions?.remove(permission);
    this.#changed.fire();
  }

  #chosen({ temperature, memory, ...rest }: Options, stored: unknown): Options {
    const before = readable(stored);
    const shown = this.#withSettings(before);
    const chosen = {
      temperature: temperature === shown.temperature ? before.temperature : temperature,
      memory: memory === shown.memory ? before.memory : memory,
    };
    return {
      ...rest,
      ...(chosen.temperature !== undefined && { temperature: chosen.temperature }),
      ...(chosen.memory !== undefined && { memory: chosen.memory }),
    };
  }

  async forget({ scope }: Hub, expertIds: readonly number[]): Promise<void> {
    for (const expertId of expertIds) {
      const name = optionsKey(scope, expertId);
      if (this.#store.get(name) !== undefined) await this.#store.update(name, () => undefined);
    }
  }

  #nameOf(expertId: number): string {
    return optionsKey(this.#connection.hub?.scope ?? "", expertId);
  }
}

function optionsKey(scope: string, expertId: number): string {
  return `options:${scope}#${expertId}`;
}

const unset: Options = { mode: "agent", tools: {}, documentUrls: [] };

/** A question of an earlier turn: what the user has switched off since stays off. */
export function offAsNow<T extends Question>(question: T, { tools: now }: Options): T {
  const off = toolNames.filter(
    (tool) => now[tool] === false && question.tools?.[tool] === undefined,
  );
  if (off.length === 0) return question;
  return {
    ...question,
    tools: { ...question.tools, ...Object.fromEntries(off.map((tool) => [tool, false])) },
  };
}

type Refuse = (problem: HubError) => void;

/** Validates the options of a page or a caller. Throws `invalid-request` naming the first invalid one. */
export function checkedOptions(value: unknown): Options {
  return optionsIn(value, (problem) => {
    throw problem;
  });
}

function readable(value: unknown): Options {
  return optionsIn(value ?? unset, () => undefined);
}

function optionsIn(value: unknown, refuse: Refuse): Options {
  if (!isRecord(value)) {
    refuse(wrong("options"));
    return unset;
  }
  const of = <T>(name: string, fits: (held: unknown) => held is T): T | undefined => {
    const held = value[name];
    if (held === undefined || fits(held)) return held;
    refuse(wrong(name));
    return undefined;
  };
  const temperature = of("temperature", isFinite);
  const reasoningEffort = of("reasoningEffort", isEffort);
  const webSearchMaxResults = of("webSearchMaxResults", isCount);
  const maxTokens = of("maxTokens", isCount);
  const memory = of("memory", isMemory);
  const instructions = of("instructions", (held) => typeof held === "boolean");
  return {
    mode: of("mode", isMode) ?? "agent",
    ...(temperature !== undefined && { temperature }),
    ...(reasoningEffort !== undefined && { reasoningEffort }),
    tools: toolsIn(value["tools"], refuse),
    ...(webSearchMaxResults !== undefined && { webSearchMaxResults }),
    documentUrls: addressesIn(value["documentUrls"], refuse),
    ...(memory !== undefined && { memory }),
    ...(instructions !== undefined && { instructions }),
    ...(maxTokens !== undefined && { maxTokens }),
  };
}

function toolsIn(value: unknown = {}, refuse: Refuse): ToolActivation {
  const given = isRecord(value) ? value : {};
  const known = toolNames.filter((name) => typeof given[name] === "boolean");
  const rest = Object.entries(given).filter(
    ([name, on]) => on !== undefined && !known.some((tool) => tool === name),
  );
  if (!isRecord(value) || rest.length > 0) refuse(wrong("tools"));
  return Object.fromEntries(known.map((name) => [name, given[name]]));
}

function addressesIn(value: unknown = [], refuse: Refuse): string[] {
  const given = Array.isArray(value) ? value : [];
  if (!Array.isArray(value) || value.length > maxAddresses) refuse(wrong("documentUrls"));
  const addresses = new Set<string>();
  for (const address of given.slice(0, maxAddresses)) {
    try {
      if (typeof address !== "string") throw wrong("documentUrls");
      addresses.add(documentAddress(address));
    } catch (problem) {
      refuse(problem as HubError);
    }
  }
  return [...addresses];
}

function isFinite(value: unknown): value is number {
  return Number.isFinite(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isMode(value: unknown): value is Options["mode"] {
  return oneOf(modes, value) !== undefined;
}

function isEffort(value: unknown): value is ReasoningEffort {
  return oneOf(reasoningEfforts, value) !== undefined;
}

function isMemory(value: unknown): value is MemoryMode {
  return oneOf(memoryModes, value) !== undefined;
}

const optionWords: Record<string, string> = {
  temperature: t("The temperature must be a number."),
  reasoningEffort: t("The reasoning effort must be low, medium or high."),
  webSearchMaxResults: t("The number of search results must be a whole number, 0 or greater."),
  maxTokens: t("The maximum number of tokens must be a whole number, 0 or greater."),
  mode: t("The mode is not valid."),
  memory: t("The memory option is not valid."),
  instructions: t("The option for instructions is not valid."),
  tools: t("The tools are not valid."),
  documentUrls: t("The document addresses are not valid."),
};

function wrong(name: string): HubError {
  return new HubError("invalid-request", optionWords[name] ?? t("The options are not valid."));
}
