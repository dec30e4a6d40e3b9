import type { Own } from "../../../kit/disposable";
import { lazy } from "../../../kit/lazy";
import type { Permission } from "../../../platform/core/ports";
import type { Command } from "../../../platform/editor/commands";
import type { Asking } from "../../asking/core";
import type { HubInUse } from "../../experts/core/setup";
import { CallerQuestions } from "../core/callerQuestions";
import { AgentQuestions } from "./agentQuestions";
import { agentCommands, type Enabled } from "./commands";
import type { ExpertAsModel } from "./languageModel/expertAsModel";
import type { Mcp, McpParts } from "./mcp";
import type { ExpertParticipant, ParticipantParts } from "./participant/expertParticipant";
import type { Tools } from "./tools";

interface AgentsParts
  extends
    HubInUse,
    Pick<McpParts, "context" | "log" | "store">,
    Pick<ParticipantParts, "selection"> {
  readonly asking: Pick<Asking, "chats" | "sender">;
  readonly notify: McpParts["notify"];
  readonly settings: McpParts["settings"] & ParticipantParts["settings"] & Enabled;
  readonly own: Own;
}

export interface Agents {
  /** The one way to ask from outside the chat. */
  readonly questions: CallerQuestions;
  /** The same, from what an agent passed to the tool that asks an expert. */
  readonly asking: AgentQuestions;
  /** Loads the tools that VS Code's agents can call. */
  tools(): Promise<Tools>;
  models(): Promise<ExpertAsModel>;
  /** Loads what answers in VS Code's chat. */
  participant(): Promise<ExpertParticipant>;
  /** Loads the MCP server and what belongs to it. */
  mcp(): Promise<Mcp>;
  /** What the user allowed other programs. */
  permissions(): Promise<readonly Permission[]>;
  readonly commands: readonly Command[];
}

/** The experts where people work with other agents. */
export function buildAgents(parts: AgentsParts): Agents {
  const questions = new CallerQuestions({ ...parts, ...parts.asking });
  const asking = new AgentQuestions({ ...parts, files: parts.selection.files, questions });
  const chat = () => parts.asking.chats.places.inView?.pending;
  const mcp = lazy(async () => {
    const { Mcp: Loaded } = await import("./mcp");
    return parts.own(new Loaded({ ...parts, asking, chat }));
  });
  return {
    questions,
    asking,
    tools: lazy(async () => (await import("./tools")).buildTools({ ...parts, asking, chat })),
    models: lazy(async () => {
      const { ExpertAsModel: Loaded } = await import("./languageModel/expertAsModel");
      return new Loaded({ ...parts, questions });
    }),
    participant: lazy(async () => {
      const { ExpertParticipant: Loaded } = await import("./participant/expertParticipant");
      return new Loaded({ ...parts, questions });
    }),
    mcp,
    permissions: async () => {
      const isLocked = parts.settings.policy.current.mcpServerRefusal !== undefined;
      return (await (await mcp()).permissions()).map((one) => ({ ...one, isLocked }));
    },
    commands: agentCommands(mcp, parts.settings, parts.notify),
  };
}
