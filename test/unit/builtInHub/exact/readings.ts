import type { AbilityContext } from "../../../../src/builtInHub/exact/exactAbility";
import { exactReading } from "../../../../src/builtInHub/exact/exactAbilities";
import { NoResult } from "../../../../src/builtInHub/refusal";
import { Computation } from "../../../../src/builtInHub/tools/computation";

export const now = new Date("2026-11-23T10:00:00Z");

/** The answer to an input; `undefined` if it is refused, whatever the reason. */
export async function answerOf(input: string): Promise<string | undefined> {
  const found = exactReading(input, now);
  if (!found || "refusal" in found.reading) return undefined;
  const context: AbilityContext = {
    computation: new Computation([], undefined),
    workspace: "No folder is open.",
  };
  try {
    return await found.reading.answer(context);
  } catch (error) {
    if (error instanceof NoResult) return undefined;
    throw error;
  }
}

/** What the first code block of the answer holds. */
export async function resultOf(input: string): Promise<string | undefined> {
  const answer = await answerOf(input);
  return answer === undefined ? undefined : (/^```\w*\n([^]*?)\n```/m.exec(answer)?.[1] ?? answer);
}
