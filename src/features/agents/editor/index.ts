import type { Own } from "../../../kit/disposable";
import { lazy } from "../../../kit/lazy";
import type { Settings } from "../../../platform/core/ports";
import type { Workbench } from "../../../platform/editor";
import type { Command } from "../../../platform/editor/commands";
import type { Asking } from "../../asking/core";
import type { Selection } from "../../attachments/editor";
import type { HubInUse } from "../../experts/core/hubInUse";
import { CallerQuestions } from "../core/callerQuestions";
import { AgentQuestions } from "./agentQuestions";
import type { ExpertAsModel } from "./languageModel/expertAsModel";
import type { Mcp, McpParts } from "./mcp";
import type { Participant } from "./participant";
import type { Tools } from "./tools";
import { turnOffChat, turnOnChat } from "./turnOnChat";

export interface AgentsParts {
  readonly core: HubInUse &
    McpParts["core"] & {
      readonly settings: Pick<Settings, "roles"> & { readonly offersExpertsInChat: boolean };
    };
  readonly context: McpParts["context"];
  readonly log: McpParts["log"];
  readonly own: Own;
  readonly asking: Pick<Asking, "chats" | "sender">;
  readonly selection: Pick<Selection, "attacher" | "files" | "origins">;
  readonly workbench: Pick<Workbench, "notify">;
}

export interface Agents {
  /** The one way to ask from outside the chat. */
  readonly questions: CallerQuestions;
  /** The same, from what an agent passed to the tool that asks an expert. */
  readonly asking: AgentQuestions;
  /** Loads the tools that VS Code's agents can call. */
  tools(): Promise<Tools>;
  /** Loads what answers for the experts as language models. */
  models(): Promise<ExpertAsModel>;
  /** Loads what answers in VS Code's chat. */
  participant(): Promise<Participant>;
  /** Loads the MCP server and what belongs to it. */
  mcp(): Promise<Mcp>;
  readonly commands: readonly Command[];
}

/** The experts where people work with other agents. */
export function buildAgents(parts: AgentsParts): Agents {
  const { core, selection, workbench, context, log, own } = parts;
  const { roster, setup } = core;
  const { chats, sender } = parts.asking;
  const questions = new CallerQuestions({ setup, roster, chats, sender });
  const asking = new AgentQuestions({ core, files: selection.files, questions });
  const { notify } = workbench;
  const mcp = lazy(async () => {
    const { Mcp: Loaded } = await import("./mcp");
    return own(new Loaded({ core, context, asking, log, notify }));
  });
  return {
    questions,
    asking,
    tools: lazy(async () => (await import("./tools")).buildTools({ asking, notify, roster })),
    models: lazy(async () => {
      const { ExpertAsModel } = await import("./languageModel/expertAsModel");
      const { connection, settings } = core;
      return new ExpertAsModel({ connection, settings, questions, notify });
    }),
    participant: lazy(async () => {
      const { buildParticipant } = await import("./participant");
      return buildParticipant({ core, selection, questions, notify });
    }),
    mcp,
    commands: [turnOnChat(), turnOffChat(), ...mcpCommands(mcp)],
  };
}

const ids = [
  "expertHub.copyMcpConfiguration",
  "expertHub.newMcpToken",
  "expertHub.turnOffMcpServer",
  "expertHub.turnOnMcpServer",
] as const;

/** Commands of the MCP server, which the first of them loads. */
export function mcpCommands(mcp: () => Promise<Mcp>): Command[] {
  return ids.map((id) => ({
    id,
    run: async () => {
      const { commands } = await mcp();
      await commands.find((command) => command.id === id)?.run();
    },
  }));
}
