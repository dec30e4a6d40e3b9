import { parsedJson } from "../../../contract/record";
import { t } from "../../../kit/l10n";
import { TookTooLong, withOwnTimeLimit } from "../../tools/timeLimit";
import type { ExactAbility, ExactQuestion } from "../exactAbility";
import { isPlainText } from "../form";
import { dataRequest, formatOf } from "./dataRequest";

const maxConvertMs = 1000;
export const convertData: ExactAbility = {
  id: 31,
  name: () => t("Convert data"),
  text: () =>
    t(
      "Turns JSON, YAML, CSV and Markdown tables into each other without changing a number, a text or the order of names, and formats and checks JSON and YAML.",
    ),
  examples: [
    { question: 'to yaml {"country": "NO"}', answer: 'country: "NO"' },
    {
      question: "to yaml",
      attached: '{"country": "NO"}',
      language: "json",
      answer: 'country: "NO"',
    },
    { question: "to json", attached: "version: 1.10", language: "yaml", answer: '"version": 1.10' },
    { question: "to csv", attached: '[{"id": "007"}]', language: "json", answer: "id\n007" },
    {
      question: "as a table",
      attached: "name,size\ncart.ts,12",
      language: "csv",
      answer: "| cart.ts | 12 |",
    },
    { question: "format this json", attached: '{"a":[1,2]}', answer: '{\n  "a": [' },
    { question: "minify json", attached: '{\n  "a": 1\n}', answer: '{"a":1}' },
    { question: "validate yaml", attached: "a: 1\na: 2", answer: "Line 2" },
  ],
  read: (question) => {
    const { words, source, language } = dataIn(question);
    const request = dataRequest(words);
    const fenced = formatOf(language);
    if (!request || source === undefined || !(isPlainText(language) || fenced)) return undefined;
    if (question.attached?.isCode) return undefined;
    const { from } = request;
    if (from && fenced && from !== fenced && !(from === "CSV" && fenced === "TSV")) {
      return { refusal: `The block is ${fenced}, not ${from}.` };
    }
    const { act } = request;
    // Without any name only strict JSON shows what is meant.
    const guess =
      act !== "convert" && act !== "check" && isBracketedJson(source) ? "JSON" : undefined;
    const format = fenced ?? from ?? guess;
    const isForm =
      act === "convert" || format === "JSON" || (format === "YAML" && act !== "minify");
    if (!isForm) return undefined;
    return {
      answer: async () => {
        const { answerData } = await import("./answerData");
        try {
          return withOwnTimeLimit(maxConvertMs, () => answerData(request, source, format));
        } catch (error) {
          if (error instanceof TookTooLong) return error.message;
          if (error instanceof RangeError) return "It is nested too deep.";
          throw error;
        }
      },
    };
  },
};

/** The attached text, or JSON that stands in the question itself. */
function dataIn({ words, attached }: ExactQuestion) {
  const inline = /^([^[{]+)\s([[{][^]*[\]}])$/.exec(words);
  if (attached || !inline)
    return { words, source: attached?.text, language: attached?.language ?? "" };
  return { words: inline[1]!, source: inline[2], language: "" };
}

function isBracketedJson(source: string): boolean {
  return /^\s*[[{]/.test(source) && parsedJson(source) !== undefined;
}
