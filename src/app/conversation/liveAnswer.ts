import type { Progress } from "../../hub/progress";
import type { AgentAnswer, Step } from "../../hub/types";

/** What is known of an answer while a model works on it; never saved. */
export interface LiveAnswer {
  readonly steps: readonly (readonly Step[])[];
  /** The text of the present round. */
  readonly text: string;
  /** The tools that are running. */
  readonly running: readonly string[];
}

/** What a stopped question leaves behind; `undefined` if that is nothing. */
export function answerSoFar({ steps, text }: LiveAnswer = nothing): AgentAnswer | undefined {
  if (steps.length === 0 && text.trim() === "") return undefined;
  return { output: text, intermediate_steps: steps.map((group) => [...group]) };
}

const nothing: LiveAnswer = { steps: [], text: "", running: [] };

export function advanced(live: LiveAnswer | undefined, progress: Progress): LiveAnswer {
  const before = live ?? nothing;
  switch (progress.kind) {
    case "round":
      return { ...before, text: "", running: [] };
    case "text":
      return { ...before, text: before.text + progress.text };
    case "calls":
      return { ...before, running: progress.calls };
    default: {
      const steps = progress.steps.map((step) => ({ ...step, raw: step }));
      return { ...before, steps: [...before.steps, steps], running: [] };
    }
  }
}
