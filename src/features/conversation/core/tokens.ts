import { locale, t } from "../../../kit/l10n";
import type { Turn } from "./turn";

/** The known token usage of answers; exact and estimated numbers stay apart. */
export interface TokenSum {
  readonly exact: number;
  readonly about: number;
  /** How many of the answers are counted in either. */
  readonly counted: number;
  readonly answers: number;
}

/** The total token usage of these turns. */
export function tokensOf(turns: readonly Turn[]): TokenSum {
  return sumOfTokens(turns.map(tokensOfTurn));
}

export function sumOfTokens(sums: readonly TokenSum[]): TokenSum {
  return sums.reduce(
    (sum, { exact, about, counted, answers }) => ({
      exact: sum.exact + exact,
      about: sum.about + about,
      counted: sum.counted + counted,
      answers: sum.answers + answers,
    }),
    { exact: 0, about: 0, counted: 0, answers: 0 },
  );
}

function tokensOfTurn({ asked, result, approximateTokens }: Turn): TokenSum {
  if (result.state !== "done") return { exact: 0, about: 0, counted: 0, answers: 0 };
  const isFree = asked.builtIn && asked.modelId === undefined;
  const isCounted = isFree || result.usage !== undefined || approximateTokens !== undefined;
  return {
    exact: result.usage?.total ?? 0,
    about: approximateTokens ?? 0,
    counted: isCounted ? 1 : 0,
    answers: 1,
  };
}

/**
 * Such as `1,234 tokens`, `about 500 tokens` or `1,234 tokens, and about 500 more`, with the number of
 * answers that this is about if it is not all of them; `undefined` if nothing is known.
 */
export function tokensInWords({ exact, about, counted, answers }: TokenSum): string | undefined {
  const tokens = amountOf(exact, about);
  if (tokens === undefined || counted === answers) return tokens;
  return t("{0} for {1} of {2} answers", tokens, numberOf(counted), numberOf(answers));
}

function amountOf(exact: number, about: number): string | undefined {
  if (exact === 0 && about === 0) return undefined;
  if (exact === 0) return about === 1 ? t("about 1 token") : t("about {0} tokens", numberOf(about));
  const counted = exact === 1 ? t("1 token") : t("{0} tokens", numberOf(exact));
  return about === 0 ? counted : t("{0}, and about {1} more", counted, numberOf(about));
}

/** Experts in a tooltip. */
const maxListedExperts = 10;

/** The sum of a conversation, and below it those of its experts if there are several. */
export function tokenLines(turns: readonly Turn[]): string[] {
  const all = tokensInWords(tokensOf(turns));
  if (all === undefined) return [];
  const byExpert = Map.groupBy(turns, ({ asked }) => `${asked.expertId} ${asked.hubScope}`);
  const lines = [...byExpert.values()].slice(0, maxListedExperts).flatMap((own) => {
    const words = tokensInWords(tokensOf(own));
    return words === undefined ? [] : t("{0}: {1}", own.at(-1)?.asked.expertName ?? "", words);
  });
  return [t("Conversation: {0}", all), ...(byExpert.size > 1 ? lines : [])];
}

/** Where the number of an answer's tokens comes from, and of what it consists. */
export function tokensExplained({ asked, result }: Pick<Turn, "asked" | "result">): string {
  const usage = result.state === "done" ? result.usage : undefined;
  const about = asked.builtIn
    ? t("tokens, as the model's provider estimates them")
    : t("tokens, from the balance before and after");
  if (!usage) return about;
  const { input, output, total } = usage;
  const other = total - input - output;
  return other === 0
    ? t("tokens: {0} for input, {1} for output", numberOf(input), numberOf(output))
    : t(
        "tokens: {0} for input, {1} for output, {2} for other purposes",
        numberOf(input),
        numberOf(output),
        numberOf(other),
      );
}

function numberOf(count: number): string {
  return count.toLocaleString(locale());
}
