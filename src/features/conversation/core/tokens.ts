import { locale, t } from "../../../kit/l10n";
import type { Turn } from "./turn";

/**
 * Such as `1,234 tokens`, `about 500 tokens` or `1,234 tokens, and about 500 more`: exact and estimated
 * numbers stay apart. `undefined` if nothing is known.
 */
export function tokensInWords({ result, approximateTokens: about = 0 }: Turn): string | undefined {
  if (result.state !== "done") return undefined;
  const exact = result.usage?.total ?? 0;
  if (exact === 0 && about === 0) return undefined;
  if (exact === 0) return about === 1 ? t("about 1 token") : t("about {0} tokens", numberOf(about));
  const counted = exact === 1 ? t("1 token") : t("{0} tokens", numberOf(exact));
  return about === 0 ? counted : t("{0}, and about {1} more", counted, numberOf(about));
}

/** Where the number of an answer's tokens comes from, and of what it consists. */
export function tokensExplained({ result }: Pick<Turn, "result">): string {
  const usage = result.state === "done" ? result.usage : undefined;
  if (!usage) return t("tokens, estimated by the hub or from the balance before and after");
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
