import { maskSecrets } from "../../../contract/secrets/maskSecrets";
import type { AgentAnswer, Step } from "../../../contract/types";
import { toolSteps } from "../../conversation/core/reasoning";
import type { CallerAnswer } from "./callerQuestions";

/** Characters of one step; a model needs no more of a long result. */
const maxStepLength = 4_000;

/** An answer with its tool steps, as text for a model: without secrets, and not translated. */
export function answerText({ answer, conversationId, turn }: CallerAnswer): string {
  const text = [
    // First, so that it stays where the rest is cut.
    `Answer of ${turn.asked.expertName} (conversationId: ${conversationId}):`,
    answer.output,
    ...stepsOf(answer),
  ].join("\n\n");
  return maskSecrets(text, { onlyStrong: true }).text;
}

function stepsOf({ intermediate_steps: groups }: AgentAnswer): string[] {
  const steps = toolSteps(groups).flat();
  if (steps.length === 0) return [];
  return ["Steps:", ...steps.map((step, at) => `${at + 1}. ${stepText(step)}`)];
}

function stepText({ tool, tool_input: input, log }: Step): string {
  const given = typeof input === "string" || input === undefined ? input : JSON.stringify(input);
  const text = [tool ?? "tool", given, log].filter(Boolean).join("\n");
  return text.length > maxStepLength ? `${text.slice(0, maxStepLength)}…` : text;
}
