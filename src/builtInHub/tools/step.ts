import { randomBytes } from "node:crypto";
import { reasoningTool, type ModelCall } from "../../contract/chatModel";
import { parsedJson, record } from "../../contract/record";
import type { Step } from "../../contract/types";
import type { ToolName } from "../../contract/vocabulary";
import { withoutMarks } from "./dataBlock";

/** `Step` as sent over the wire (service 4.3). */
export type WireStep = Omit<Step, "raw">;

/** The record of one actual use of a tool. */
export function stepOf(tool: ToolName, query: string, found: string): WireStep {
  const id = `call_${randomBytes(12).toString("hex")}`;
  return step(
    { id, name: tool, arguments: JSON.stringify({ query }) },
    { query, found, words: "" },
  );
}

/** The record of a call by a model; `words` is what it wrote beside its calls, `label` the name of the tool that it called. */
export function stepOfCall(
  call: ModelCall,
  found: string,
  words: string,
  label = call.name,
): WireStep {
  return { ...step(call, { query: queryIn(call.arguments), found, words }), tool: label };
}

/** What a model thought before it went on. */
export function stepOfReasoning(reasoning: string): WireStep {
  return { tool: reasoningTool, tool_input: { query: "" }, log: reasoning, message_log: [] };
}

function step(
  { id, name, arguments: given }: ModelCall,
  { query, found, words }: { query: string; found: string; words: string },
): WireStep {
  return {
    tool: name,
    tool_input: { query },
    log: `Invoking ${name} with ${given}\n${withoutMarks(found)}\n`,
    message_log: [
      {
        content: words,
        additional_kwargs: {
          tool_calls: [{ index: 0, id, type: "function", function: { name, arguments: given } }],
        },
      },
    ],
    tool_call_id: id,
  };
}

/** What a call asks for, in one line: its query, expressions or place in a file, else its arguments. */
function queryIn(given: string): string {
  const { query, expressions, ...others } = record(parsedJson(given));
  const asked = query ?? expressions ?? placeIn(others);
  return Array.isArray(asked) ? asked.join("; ") : typeof asked === "string" ? asked : given;
}

/** Such as `src/cart.ts:12–30`. */
function placeIn({ path, from_line: from, to_line: to }: Record<string, unknown>) {
  if (typeof path !== "string" || path === "") return undefined;
  const [first, last] = [from, to].map((line) => (Number.isInteger(line) ? String(line) : ""));
  return first || last ? `${path}:${[first || "1", last].join("–")}` : path;
}
