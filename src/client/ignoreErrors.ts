/** A throwing listener must not lose the answer. */
export function ignoreErrors(tell: () => void): void {
  try {
    tell();
  } catch {
    // There is nobody else to report it to.
  }
}
