import type { Command } from "../../../platform/editor/command";
import type { Mcp } from "./mcp";

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
