import { locale, t } from "../../../kit/l10n";
import type { Turn } from "./turn";

/** What these questions cost together, as far as it is known. */
export function knownTokens(turns: readonly Turn[]): number {
  return turns.reduce((sum, { approximateTokens = 0 }) => sum + approximateTokens, 0);
}

/** Such as `about 1,234 tokens`; `undefined` if nothing is known. */
export function tokensInWords(tokens: number): string | undefined {
  if (tokens === 0) return undefined;
  return tokens === 1 ? t("about 1 token") : t("about {0} tokens", tokens.toLocaleString(locale()));
}
