import { slowness } from "./pace";

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Waits until the condition holds; fails with its name when it never does, for so long or, on a slow
 * machine, as many times longer.
 */
export async function until(
  name: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 10_000,
): Promise<void> {
  const started = Date.now();
  let most = withinMs;
  for (let wait = 5; !(await holds()); wait = Math.min(50, wait * 2)) {
    if (Date.now() - started > most) {
      if (most > withinMs) throw new Error(`never: ${name}`);
      most = withinMs * slowness() + 1;
    }
    await pause(wait);
  }
}
