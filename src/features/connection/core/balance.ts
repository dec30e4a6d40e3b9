import { locale, t } from "../../../kit/l10n";

/** Below this many tokens the balance is low. */
const lowBalance = 1000;

export function isLow(tokens: number | undefined): boolean {
  return tokens !== undefined && tokens < lowBalance;
}

export function balanceInWords(tokens: number): string {
  return tokens === 1 ? t("1 token") : t("{0} tokens", tokens.toLocaleString(locale()));
}
