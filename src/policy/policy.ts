import { HubError } from "../contract/errors";
import { sizeOf } from "../contract/sizes";
import type { Caller, ToolName } from "../contract/vocabulary";
import { t } from "../kit/l10n";
import type { PolicyRules } from "./parsePolicy";

/**
 * What the organisation allows. Each `…Refusal` is the sentence why something is not allowed, or
 * `undefined`; without a policy everything is allowed, and with one that is broken nothing is.
 */
export class Policy {
  readonly #rules: PolicyRules;
  /** Why nothing is allowed: the file cannot be used. */
  readonly #problem: string | undefined;

  constructor(rules: PolicyRules, problem?: string) {
    this.#rules = rules;
    this.#problem = problem;
  }

  /** Names the file and the line, if the policy cannot be used. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** `origin` as `URL.origin` gives it. */
  hubRefusal(origin: string): string | undefined {
    return this.#listRefusal(
      "allowedHubs",
      origin,
      t("Set by your organisation: {0} is not one of the allowed hubs.", origin),
    );
  }

  /** `place` is the origin of a model server, or `vscode:` and the vendor of a model in VS Code. */
  modelRefusal(place: string): string | undefined {
    return this.#listRefusal(
      "allowedModels",
      place,
      t("Set by your organisation: language models of {0} are not allowed.", place),
    );
  }

  /** Whether there is any model server that may be asked. */
  get allowsModelServers(): boolean {
    if (this.#problem !== undefined) return false;
    return this.#rules.allowedModels?.some((place) => !place.startsWith("vscode:")) ?? true;
  }

  get builtInHubRefusal(): string | undefined {
    return this.#switchRefusal(
      "builtInHub",
      t("Set by your organisation: the built-in hub is turned off."),
    );
  }

  get mcpServerRefusal(): string | undefined {
    return this.#switchRefusal(
      "mcpServer",
      t("Set by your organisation: the MCP server is turned off."),
    );
  }

  get editorChatRefusal(): string | undefined {
    return this.#switchRefusal(
      "editorChat",
      t("Set by your organisation: experts are not available in VS Code's chat."),
    );
  }

  get editorToolsRefusal(): string | undefined {
    return this.#switchRefusal(
      "editorTools",
      t("Set by your organisation: tools of VS Code are turned off."),
    );
  }

  get webSearchRefusal(): string | undefined {
    return this.#switchRefusal(
      "webSearch",
      t("Set by your organisation: web search is turned off."),
    );
  }

  get workspaceToolsRefusal(): string | undefined {
    return this.#switchRefusal(
      "workspaceTools",
      t("Set by your organisation: tools that read the workspace are turned off."),
    );
  }

  /** Of origins in the local network; https and this computer are always allowed. */
  get plainHttpRefusal(): string | undefined {
    return this.#switchRefusal(
      "plainHttp",
      t("Set by your organisation: plain http is allowed only on this computer."),
    );
  }

  /** For questions from outside the chat. */
  callerRefusal(caller: Caller): string | undefined {
    return caller === "mcp" ? this.mcpServerRefusal : this.editorChatRefusal;
  }

  /** `bytes` of the body of a request. */
  sizeRefusal(bytes: number): string | undefined {
    const { maxRequestBytes = Infinity } = this.#rules;
    if (this.#problem !== undefined || bytes <= maxRequestBytes) return this.#problem;
    return t(
      "Set by your organisation: a request may have {0} at most, and this one has {1}.",
      sizeOf(maxRequestBytes),
      sizeOf(bytes),
    );
  }

  /** Of a tool that no question may use. */
  toolRefusal(tool: ToolName): string | undefined {
    if (tool === "web_search") return this.webSearchRefusal;
    return tool === "workspace_connector" ? this.workspaceToolsRefusal : undefined;
  }

  /** Globs of files whose text is not sent. */
  get exclude(): readonly string[] {
    return this.#rules.exclude ?? [];
  }

  /** Days after its last change until a saved conversation is deleted. */
  get historyDays(): number | undefined {
    return this.#rules.historyDays;
  }

  /** Why the user cannot turn the log of activity off. */
  get noActivityRefusal(): string | undefined {
    if (this.#problem !== undefined || this.#rules.activityLog === undefined) return this.#problem;
    return t("Set by your organisation: the activity log cannot be turned off.");
  }

  get requiresActivityLog(): boolean {
    return this.noActivityRefusal !== undefined;
  }

  #listRefusal(
    key: "allowedHubs" | "allowedModels",
    value: string,
    refusal: string,
  ): string | undefined {
    if (this.#problem !== undefined) return this.#problem;
    return (this.#rules[key]?.includes(value) ?? true) ? undefined : refusal;
  }

  #switchRefusal(
    key:
      | "builtInHub"
      | "mcpServer"
      | "editorChat"
      | "editorTools"
      | "webSearch"
      | "workspaceTools"
      | "plainHttp",
    refusal: string,
  ): string | undefined {
    return this.#problem ?? (this.#rules[key] === false ? refusal : undefined);
  }
}

export interface PolicySource {
  readonly current: Policy;
}

/** What stands beside a choice that a policy has made. */
export const byOrganisation = (): string => t("Set by your organisation");

/** Why the text of an excluded file is not sent. */
export function neverSentRefusal(name: string): string {
  return t("Set by your organisation: the text of {0} is not sent.", name);
}

export const noPolicy: PolicySource = { current: new Policy({}) };

/** Throws what the policy does not allow: nothing was sent, and no button can change that. */
export function assertAllowed(refusal: string | undefined): void {
  if (refusal !== undefined) throw new HubError("invalid-request", refusal);
}
