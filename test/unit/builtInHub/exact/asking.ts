import type { AbilityContext, ExactAbility } from "../../../../src/builtInHub/exact/exactAbility";

const context: AbilityContext = {
  computation: undefined,
  workspace: "No folder is open.",
};

/** Text that comes with a question, with the language of its fence. */
export interface Attached {
  readonly text: string;
  readonly language?: string;
  readonly isCode?: boolean;
}

/** The answer to these words, or the sentence that refuses them; `undefined` if they are no form. */
export async function answerTo(
  ability: ExactAbility,
  words: string,
  attached?: Attached | string,
): Promise<string | undefined> {
  const given = typeof attached === "string" ? { text: attached } : attached;
  const reading = ability.read({
    words,
    attached: given && { language: "", isCode: false, ...given },
    now: new Date("2026-01-01T00:00:00Z"),
  });
  if (!reading) return undefined;
  return "refusal" in reading ? reading.refusal : reading.answer(context);
}

/** What the first fenced block of an answer holds; empty for a refusal. */
export function blockIn(answer = ""): string {
  if (/^(?:This (?:\w+ )?cannot|Not valid)/.test(answer)) return "";
  const found = /^(?:[^]*?\n)?(`{3,})\w*\n([^]*?)\n?\1(?:\n|$)/.exec(answer);
  return found?.[2] ?? "";
}
