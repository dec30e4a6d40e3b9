import type { AgentRequest } from "../../contract/types";
import { fenced } from "../../kit/fence";
import { quotedName } from "../../kit/quotedName";
import { t } from "../../kit/l10n";
import type { ToolRefusal } from "../../policy/toolRefusals";
import { code, paragraphs } from "../markdown";
import { Refusal } from "../refusal";
import { stepOf } from "../tools/step";
import { abortable } from "../../kit/abort";
import { search, searchText, type Found } from "../tools/workspace/searchFiles";
import { type SearchIndex, tellingWords } from "../tools/workspace/searchIndex";
import type { BuiltInExpert } from "./catalog";
import { wireAnswer, type WireAnswer } from "./wireAnswer";

const maxPlaces = 6;
const maxQuery = 500;

/** Answers without a language model: with the places in the folders that suit the question best. */
export class SearchAgent {
  readonly #index: SearchIndex;

  constructor(index: SearchIndex) {
    this.#index = index;
  }

  /** Rejects with `Refusal` if there is nothing to search, or nothing found. */
  async invoke(
    { record }: BuiltInExpert,
    request: AgentRequest,
    refusal: ToolRefusal | undefined,
    signal: AbortSignal,
  ): Promise<WireAnswer> {
    const { input_data: input = "", conversation_history: history = [] } = request;
    assertOwn("ability", request.ability_id, record.abilities);
    assertOwn("model", request.model_id, record.expert_llm_models);
    if (refusal) throw nothing(refusedSearch(refusal));
    if (this.#index.folders().length === 0)
      throw nothing(
        t("Without a language model I can only search, and there is no folder that I may read."),
      );
    const query = queryOf(input);
    const found = await abortable(signal, () => search(this.#index, query));
    if (!found)
      throw nothing(
        t(
          "Without a language model I can only search, and this question has no words to look for.",
        ),
      );
    if (found.matches.length === 0)
      throw nothing(
        t(
          "Without a language model I can only search, and none of {0} files has these words.",
          found.walk.files,
        ),
      );
    const shown = { ...found, matches: found.matches.slice(0, maxPlaces) };
    const step = stepOf("workspace_connector", query, searchText(shown, 0));
    return wireAnswer({ input, history, output: answerOf(shown), steps: [[step]] });
  }
}

const codeBlocks = /^( {0,3})(`{3,}|~{3,})[^]*?^ {0,3}\2[`~]*[ \t]*$/gm;
const fences = /^ {0,3}(?:`{3,}|~{3,}).*$/gm;
const pointer = /\b(?:this|that|these|those|it|they|them)\b/i;

/** What is asked, with the attached code where the words say nothing or point at it. */
function queryOf(input: string): string {
  const words = input.replaceAll(codeBlocks, " ").trim();
  const isEnough = tellingWords(words).length > 0 && !pointer.test(words);
  const query = isEnough ? words : input.replaceAll(fences, "");
  return query.replaceAll(/\s+/g, " ").trim().slice(0, maxQuery);
}

function answerOf({ matches, walk }: Found): string {
  return paragraphs(
    t("Without a language model I can only search. These places fit best:"),
    ...matches.flatMap(({ name, from, excerpt }) => [
      code(`${quotedName(name)}:${from}-${from + excerpt.length - 1}`),
      fenced(excerpt.join("\n"), /\.(\w+)$/.exec(name)?.[1] ?? ""),
    ]),
    ...(walk.cutBy
      ? [t("Only {0} files could be searched; there may be better places in others.", walk.files)]
      : []),
    t("For an answer in words, choose a language model."),
  );
}

function refusedSearch({ by, sentence }: ToolRefusal): string {
  if (by === "policy") return sentence;
  return by === "expert"
    ? t(
        "Without a language model I can only search, and the file of this expert does not allow it.",
      )
    : t("Without a language model I can only search, and Workspace is off for this question.");
}

/** Its status has the client offer a language model. */
const nothing = (sentence: string): Refusal => new Refusal(501, sentence);

/** Rejects an id that is none of the expert's. */
export function assertOwn(
  kind: "ability" | "model",
  id: number | undefined,
  own: readonly { readonly id: number }[],
): void {
  if (id === undefined || own.some((one) => one.id === id)) return;
  const sentence =
    kind === "ability"
      ? t("The expert has no ability {0}.", id)
      : t("The expert has no model {0}.", id);
  throw new Refusal(422, sentence);
}
