import { randomBytes } from "node:crypto";
import type { Step, ToolActivation } from "../../hub/types";

export type ToolName = keyof ToolActivation;

/** `Step` as sent over the wire (service 4.3). */
export type WireStep = Omit<Step, "raw">;

/** The record of one actual use of a tool. */
export function stepOf(tool: ToolName, query: string, found: string): WireStep {
  const id = `call_${randomBytes(12).toString("hex")}`;
  const given = JSON.stringify({ query });
  return {
    tool,
    tool_input: { query },
    log: `Invoking ${tool} with ${given}\n${found}\n`,
    message_log: [
      {
        content: "",
        additional_kwargs: {
          tool_calls: [
            { index: 0, id, type: "function", function: { name: tool, arguments: given } },
          ],
        },
      },
    ],
    tool_call_id: id,
  };
}
