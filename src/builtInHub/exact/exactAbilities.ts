import { calculate } from "./calculate/calculate";
import { convertData } from "./data/convertData";
import { encode } from "./encode/encode";
import { folder } from "./folder/folder";
import type { ExactAbility, Example, Reading } from "./exactAbility";
import { questionsIn } from "./question";
import { regularExpression } from "./regex/regularExpression";
import { text } from "./text/text";
import { time } from "./time/time";

/** Everything that is answered without a language model. */
export const exactAbilities: readonly ExactAbility[] = [
  calculate,
  time,
  convertData,
  encode,
  regularExpression,
  text,
  folder,
];

interface ExactReading {
  readonly ability: ExactAbility;
  readonly reading: Reading;
}

/** Every ability whose grammar accounts for the whole input. */
export function readingsOf(
  input: string,
  now: Date,
  among: readonly ExactAbility[] = exactAbilities,
): ExactReading[] {
  const questions = questionsIn(input, now);
  return among.flatMap((ability) => {
    for (const question of questions) {
      const reading = ability.read(question);
      if (reading) return [{ ability, reading }];
    }
    return [];
  });
}

/** The only reading of an input; `undefined` if it has none, or several. */
export function exactReading(
  input: string,
  now: Date,
  among?: readonly ExactAbility[],
): ExactReading | undefined {
  const readings = readingsOf(input, now, among);
  const answers = readings.filter(({ reading }) => "answer" in reading);
  return answers.length > 1 ? undefined : (answers[0] ?? readings[0]);
}

const common = new Set(
  "the and what which that this from with into for are is it in to of on at how many much please".split(
    " ",
  ),
);
const minShare = 0.4;

/** The example that shares its words with a question: a form that would work. */
export function nearestExample(input: string): Example | undefined {
  const [{ words } = { words: "" }] = questionsIn(input, new Date(0));
  const asked = wordsOf(words.slice(0, 500));
  let best: { example: Example; share: number } | undefined;
  for (const { examples } of exactAbilities)
    for (const example of examples) {
      const own = wordsOf(example.question);
      const shared = [...own].filter((word) => asked.has(word));
      const share = shared.length / (own.size + asked.size - shared.length || 1);
      // One word of several says too little, and a unit alone, as in "90 days", says nothing.
      const isWhole = share === 1 && !/\d \w+$/.test(example.question);
      const isNear = (shared.length > 1 && share >= minShare) || isWhole || shared.includes("%");
      if (isNear && share > (best?.share ?? 0)) best = { example, share };
    }
  return best?.example;
}

/** Its words but for those in quotation marks and the commonest, and `%` behind a number. */
function wordsOf(text: string): Set<string> {
  const words = text
    .replace(/"[^"]*"/g, "")
    .toLowerCase()
    .match(/(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}_]+|(?<=\d ?)%(?!\w)/gu);
  return new Set(
    (words ?? [])
      .filter((word) => !common.has(word))
      .map((word) => word.replace(/(?<=\p{L}{3})s$/u, "")),
  );
}
