import { slowness } from "./machineSpeed";

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Waits until the condition is met; fails with its name if it is not met within the time limit,
 * which is scaled on a slow machine.
 */
export async function until(
  name: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 30_000,
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
