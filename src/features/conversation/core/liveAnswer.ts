import type { LiveProgress } from "../../../contract/progress";
import type { AgentAnswer, Step } from "../../../contract/types";
import { reasoningStep } from "./reasoning";

/** What is known of an answer while a model works on it; never saved. */
export interface LiveAnswer {
  readonly steps: readonly (readonly Step[])[];
  readonly text: string;
  /** What the model thinks at the moment; no step yet. */
  readonly reasoning?: string;
  readonly running: readonly string[];
}

/** What a stopped question leaves behind; `undefined` if that is nothing. */
export function answerSoFar({ steps, text, reasoning = "" }: LiveAnswer = nothing):
  | AgentAnswer
  | undefined {
  const thought = reasoning.trim() === "" ? [] : [[reasoningStep(reasoning.trim())]];
  const all = [...steps.map((group) => [...group]), ...thought];
  if (all.length === 0 && text.trim() === "") return undefined;
  return { output: text, intermediate_steps: all };
}

const nothing: LiveAnswer = { steps: [], text: "", running: [] };

export function advanceLive(live: LiveAnswer | undefined, progress: LiveProgress): LiveAnswer {
  const { steps, text } = live ?? nothing;
  switch (progress.kind) {
    case "text": {
      const { text: written, reasoning } = progress;
      return { steps, text: written, ...(reasoning && { reasoning }), running: [] };
    }
    case "calls":
      return { steps, text, running: progress.calls };
    default:
      return { steps: [...steps, progress.steps], text, running: [] };
  }
}
