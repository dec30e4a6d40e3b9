import type { Message } from "../../contract/types";
import type { WireStep } from "../tools/step";

/** Answer of `invoke_agent` as sent over the wire (service 4.3). */
export interface WireAnswer {
  input: string;
  chat_history: { role: string; content: string }[];
  output: string;
  intermediate_steps: WireStep[][];
}

/** An answer whose history ends with the question and itself. */
export function wireAnswer({
  input,
  history,
  output,
  steps,
}: {
  input: string;
  history: readonly Message[];
  output: string;
  steps: WireStep[][];
}): WireAnswer {
  const chat_history = [
    ...history.map(({ role, content }) => ({ role, content })),
    { role: "user", content: input },
    { role: "assistant", content: output },
  ];
  return { input, chat_history, output, intermediate_steps: steps };
}
