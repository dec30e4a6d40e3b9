import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { EditorSettings } from "../../../src/platform/editor/settings";
import { buildAgents, type Agents } from "../../../src/features/agents/editor";
import type { Tools } from "../../../src/features/agents/editor/tools";
import { FileAttacher } from "../../../src/features/attachments/editor/fileAttacher";
import { AttachmentOrigins } from "../../../src/features/attachments/editor/attachmentOrigins";
import { SelectionAttacher } from "../../../src/features/attachments/editor/selectionAttacher";
import { Notify } from "../../../src/platform/editor/notify";
import { Owner } from "../../../src/kit/disposable";
import { chatFeature, type TestChat } from "./chatFeature";
import { connectedTo } from "./connected";
import { extension, startHub, type TestHub } from "./hub";
import { secretsIn } from "./secretsIn";
import { noPolicy } from "../../../src/policy/policy";

/** What agents reach, as the extension builds it, with a hub that can fail. */
export class AgentFixture extends Owner {
  readonly hub: TestHub;
  readonly connected: ReturnType<typeof connectedTo>;
  readonly agents: Agents;
  readonly chat: TestChat;
  readonly origins: AttachmentOrigins;
  /** What the user has turned on. */
  readonly offering: { offersExpertsInChat: boolean; mcpServerEnabled: boolean };
  readonly secrets = new Map<string, string>();
  /** Lines of the log. */
  readonly lines: string[] = [];
  tools!: Tools;
  readonly #folder: string;

  static async start(expertIds: number[]): Promise<AgentFixture> {
    const folder = await mkdtemp(path.join(os.tmpdir(), "expert-hub-agents-"));
    const fixture = new AgentFixture(await startHub(), folder);
    await fixture.connected.roster.add(expertIds);
    fixture.tools = await fixture.agents.tools();
    return fixture;
  }

  private constructor(hub: TestHub, folder: string) {
    super();
    this.hub = hub;
    this.#folder = folder;
    const core = connectedTo(hub);
    this.connected = core;
    const own = this.register.bind(this);
    const chat = chatFeature(core, { settings: core.settings, folder, own });
    const settings = { exclude: ["**/.env"], neverSent: [] as readonly string[] } as EditorSettings;
    this.chat = chat;
    this.origins = own(new AttachmentOrigins());
    const unused = undefined as never;
    const attacher = new SelectionAttacher({
      settings,
      origins: this.origins,
      selectedEditor: unused,
      lastEditor: unused,
      changeSets: unused,
    });
    const selection = {
      attacher,
      files: new FileAttacher(settings, attacher),
      origins: this.origins,
    };
    const notify = new Notify({ info: () => {}, warn: () => {}, error: () => {} });
    const offering = Object.assign(core.settings, {
      offersExpertsInChat: true,
      mcpServerEnabled: false,
      policy: noPolicy,
    });
    this.offering = offering;
    const logged = (line: string) => void this.lines.push(line);
    this.agents = buildAgents({
      ...core,
      settings: offering,
      asking: chat,
      selection,
      notify,
      context: { extension: extension(), secrets: secretsIn(this.secrets) },
      log: { info: logged, warn: logged, error: logged },
      own,
    });
  }

  /** Adds experts without a request to the hub, which fails for some of them. */
  async keep(ids: number[]): Promise<void> {
    const { connection, roster } = this.connected;
    await roster.savedRosters.change(connection.hub!.scope, ({ kept, ...rest }) => ({
      ...rest,
      kept: [...kept, ...ids.map((id) => ({ id }))],
    }));
  }

  /** What the user is shown before a question of the tool is sent. */
  async prepare(input: object): Promise<vscode.PreparedToolInvocation> {
    const { prepareInvocation } = this.tools.expertHub_askExpert;
    const { token } = new vscode.CancellationTokenSource();
    const given = prepareInvocation?.call(this.tools.expertHub_askExpert, { input }, token);
    return (await given) ?? {};
  }

  /** The text of the tool's result. */
  async invoke(
    input: object,
    {
      token = new vscode.CancellationTokenSource().token,
      tokenizationOptions,
    }: {
      token?: vscode.CancellationToken;
      tokenizationOptions?: vscode.LanguageModelToolTokenizationOptions;
    } = {},
  ): Promise<string> {
    const result = await this.tools.expertHub_askExpert.invoke(
      {
        input,
        toolInvocationToken: undefined,
        ...(tokenizationOptions && { tokenizationOptions }),
      },
      token,
    );
    const parts = (result?.content ?? []) as vscode.LanguageModelTextPart[];
    return parts.map(({ value }) => value).join("");
  }

  /** As VS Code calls the tool once the user agrees. */
  async call(input: object, options?: Parameters<AgentFixture["invoke"]>[1]): Promise<string> {
    await this.prepare(input);
    return this.invoke(input, options);
  }

  async end(): Promise<void> {
    this.dispose();
    await this.hub.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
