/** Below this many tokens the balance is low. */
const lowBalance = 1000;

export function isLow(tokens: number | undefined): boolean {
  return tokens !== undefined && tokens < lowBalance;
}
