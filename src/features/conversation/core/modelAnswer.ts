import type { AgentAnswer, LlmAnswer, Received } from "../../../contract/types";
import { fenced } from "../../../kit/fence";

/** An answer of the language model alone, shown like any other; as JSON if no text was found in it. */
export function fromModel({ value, ...received }: Received<LlmAnswer>): Received<AgentAnswer> {
  const output =
    value.output ?? fenced(JSON.stringify(received.raw, undefined, 2) ?? "null", "json");
  return { ...received, value: { output, intermediate_steps: [] } };
}
