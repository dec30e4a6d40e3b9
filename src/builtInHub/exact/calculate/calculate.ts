import { t } from "../../../kit/l10n";
import { calculate as evaluate, type Calculated } from "../../tools/calculator/calculate";
import { NoResult, NotUnderstood } from "../../refusal";
import { plain } from "../../tools/calculator/quantity";
import { one } from "../../tools/calculator/rational";
import type { Computation } from "../../tools/computation";
import { fence, paragraphs } from "../../markdown";
import type { AbilityContext, ExactAbility, ExactQuestion, Reading } from "../exactAbility";
import { computationOff, statisticOf } from "./statistics";

export const calculate: ExactAbility = {
  id: 21,
  name: () => t("Calculate"),
  text: () =>
    t(
      "Evaluates an expression with units and percentages exactly, converts units, and describes a column of numbers. “ans” is the last result of the conversation.",
    ),
  examples: [
    { question: "3 GB / (100 mbps) in minutes", answer: "4 min" },
    { question: "100 mbps to MB/s", answer: "12.5 MB/s" },
    { question: "15% of 249.99", answer: "37.4985" },
    { question: "20% off 50", answer: "40" },
    { question: "200 + 10% + 10%", answer: "242" },
    { question: "2^64 - 1", answer: "18446744073709551615" },
    { question: "2h30m in minutes", answer: "150 min" },
    { question: "98.6 °F to °C", answer: "37 °C" },
    { question: "how many MB are in 3 GiB", answer: "3221.225472 MB" },
    { question: "500 mb in kB", answer: "500000 kB  (mb as MB)\n62500 kB  (mb as Mbit)" },
    { question: "3/4 as a percentage", answer: "75%" },
    { question: "17 mod 5", answer: "2" },
    { question: "255 in hex", answer: "0xFF" },
    {
      question: "average of price",
      attached: "name,price\ntea,3\ncake,4.5",
      language: "csv",
      answer: "3.75",
    },
    { question: "sum", attached: "1.5\n2\n-1", answer: "2.5" },
  ],
  read({ words, attached }: ExactQuestion): Reading | undefined {
    if (attached) return statisticOf(words, attached);
    const expression = words
      .replace(/^(?:calculate|compute|evaluate)\s+/i, "")
      .replace(/\s*=$/, "");
    if (!/[\dπ)a-z]/i.test(expression) || expression.length > 1000) return undefined;
    try {
      const { isCalculation } = evaluate(expression, (name) =>
        name === "ans" ? plain(one) : undefined,
      );
      if (!isCalculation) return undefined;
    } catch (error) {
      if (error instanceof NotUnderstood) return undefined;
      if (!(error instanceof NoResult)) throw error;
      if (!/\bans\b/.test(expression)) return { refusal: error.message };
    }
    return { answer: (context) => answered(expression, context) };
  },
};

function answered(expression: string, { computation }: AbilityContext): string {
  if (!computation) return computationOff();
  const readings = readingsOf(expression, computation);
  const lines = readings.map(({ text, reading }) =>
    readings.length > 1 ? `${text}  (${reading})` : text,
  );
  const [first] = readings;
  return paragraphs(
    fence(lines.join("\n"), "text"),
    readings.some(({ isRounded }) => isRounded) && t("Rounded to about 15 digits."),
    ...(first?.notes ?? []),
  );
}

function readingsOf(expression: string, computation: Computation): readonly Calculated[] {
  try {
    return computation.calculate(expression).readings;
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    throw new NoResult(t("This conversation has no earlier result."));
  }
}
