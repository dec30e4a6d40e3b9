import { McpTokens, clientPermissions } from "./mcpTokens";
import { createHash } from "node:crypto";
import * as vscode from "vscode";
import { type Program } from "../../core/mcpClients";
import { McpTools } from "../../core/mcpTools";
import { asHubError, explanationLine } from "../../../../platform/core/explain";
import type { Log, SharedStore, Permission } from "../../../../platform/core/ports";
import { Owner } from "../../../../kit/disposable";
import { Emitter } from "../../../../kit/event";
import { t } from "../../../../kit/l10n";
import { fireAndForget } from "../../../../kit/unexpectedErrors";
import type { McpCall } from "../../mcp/protocol";
import type { EditorSettings } from "../../../../platform/editor/settings";
import type { Roster } from "../../../experts/core/roster";
import type { Workbench } from "../../../../platform/editor";
import type { Command } from "../../../../platform/editor/commands";
import type { AgentQuestions } from "../agentQuestions";
import type { Confirmer } from "../../../../platform/core/confirmer";
import { turnOff, turnOn } from "./commands";
import { ConfirmClient } from "./confirmClient";
import { copyConfiguration } from "./copyConfiguration";
import { RunningServer, type ServerAddress } from "./runningServer";

export interface McpParts {
  readonly roster: Roster;
  readonly store: SharedStore;
  readonly settings: Pick<EditorSettings, "mcpServerEnabled" | "onDidChange">;
  readonly context: Pick<vscode.ExtensionContext, "extension" | "secrets">;
  readonly asking: AgentQuestions;
  /** Where the user is asked. */
  readonly chat: () => Confirmer | undefined;
  readonly log: Log;
  readonly notify: Pick<Workbench["notify"], "explain" | "failure" | "information" | "announce">;
}

/** The MCP server, offered to VS Code and to other clients. */
export class Mcp extends Owner {
  readonly #server: RunningServer;
  readonly #tokens: McpTokens;
  readonly #tools: McpTools<McpCall>;
  readonly #changed = this.register(new Emitter<void>());
  readonly commands: readonly Command[];
  /** What the user allowed clients. */
  readonly permissions: () => Promise<readonly Permission[]>;
  #version: string;

  /** What is offered to VS Code has changed. */
  readonly onDidChange = this.#changed.event;

  constructor({ roster, settings, store, context, asking, chat, log, notify }: McpParts) {
    super();
    this.#tokens = this.register(new McpTokens(context.secrets));
    this.permissions = () => clientPermissions(this.#tokens);
    const client = new ConfirmClient(this.#tokens, chat);
    this.#tools = new McpTools<McpCall>({
      roster,
      ask: (input, call) =>
        asking.ask(input, "mcp", {
          program: programOf(call.holder),
          showsFiles: call.holder !== "editor",
          signal: call.signal,
          gone: call.gone,
          approve: (asked, over) => client.allows(asked, call.holder, over),
        }),
      explain: (error) => explanationLine(notify.explain(asHubError(error))),
    });
    this.#version = this.#versionOfTools();
    this.#server = this.register(
      new RunningServer({
        info: infoOf(context.extension),
        tools: this.#tools,
        tokens: () => this.#tokens.all,
        // VS Code's own client needs none of those that are stored.
        renewTokens: () =>
          this.#tokens.renew().catch((error: unknown) => {
            notify.failure(error, { retry: () => this.#tokens.read() });
          }),
        isOn: () => settings.mcpServerEnabled,
        store,
        log,
      }),
    );
    const status = this.register(new McpStatus());
    this.register(
      this.#server.onDidChange(() => {
        status.show(this.#server.clients);
        this.#changed.fire();
      }),
    );
    const follow = () => this.#server.follow();
    this.register(settings.onDidChange(() => fireAndForget(follow)));
    this.register(roster.onDidChange(() => this.#compareTools()));
    this.commands = [
      turnOn(() => this.#server.offered(), notify),
      turnOff(follow),
      copyConfiguration(this.#server, this.#tokens, notify),
      {
        id: "expertHub.newMcpToken",
        run: async () => {
          await this.#tokens.revokeAll();
          notify.information(
            t(
              "No program can ask your experts through MCP now. Copy its token again to allow a program.",
            ),
          );
        },
      },
    ];
  }

  /** For VS Code: nothing while the server is off. */
  async definitions(): Promise<vscode.McpHttpServerDefinition[]> {
    const server = await this.#server.follow();
    if (!server) return [];
    const address = vscode.Uri.parse(server.url);
    return [new vscode.McpHttpServerDefinition("Expert Hub", address, {}, this.#version)];
  }

  /** Adds the token, just before VS Code connects. */
  async resolved(
    definition: vscode.McpHttpServerDefinition,
  ): Promise<vscode.McpHttpServerDefinition | undefined> {
    const server = await this.#server.follow();
    if (!server) return undefined;
    definition.uri = vscode.Uri.parse(server.url);
    definition.headers = { Authorization: `Bearer ${this.#tokens.editor}` };
    return definition;
  }

  start(): Promise<unknown> {
    return this.#server.follow();
  }

  /** VS Code lists the tools of a server again when its version is another one. */
  #compareTools(): void {
    const version = this.#versionOfTools();
    if (version === this.#version) return;
    this.#version = version;
    this.#changed.fire();
  }

  #versionOfTools(): string {
    const tools = JSON.stringify(this.#tools.list());
    return createHash("sha256").update(tools).digest("hex").slice(0, 12);
  }
}

function programOf(holder: McpCall["holder"]): Program {
  return holder === "editor" ? { id: "editor", name: t("an agent in VS Code") } : holder;
}

function infoOf({ packageJSON }: vscode.Extension<unknown>) {
  const { version } = packageJSON as { version: string };
  return {
    name: "expert-hub",
    title: "Expert Hub",
    version,
    instructions:
      "Asks the experts of the user's hub, who answer with the steps that led to the answer. List them first to find one that is made for the task.",
  };
}

/** Shows that the server is running. */
class McpStatus extends Owner {
  #item: vscode.StatusBarItem | undefined;

  show(server: ServerAddress | undefined): void {
    if (!server) {
      this.#item?.hide();
      return;
    }
    this.#item ??= this.#create();
    this.#item.tooltip = t(
      "The MCP server of Expert Hub is running on port {0}. Click to copy a configuration for a client.",
      String(server.port),
    );
    this.#item.accessibilityInformation = { label: this.#item.tooltip, role: "button" };
    this.#item.show();
  }

  #create(): vscode.StatusBarItem {
    const item = this.register(
      vscode.window.createStatusBarItem("expertHub.mcp", vscode.StatusBarAlignment.Right, 9),
    );
    item.name = t("Expert Hub: MCP server");
    item.text = "$(plug) MCP";
    item.command = "expertHub.copyMcpConfiguration";
    return item;
  }
}
