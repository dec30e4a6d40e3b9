/** The longest time that other work may delay a job. */
const maxDelayMs = 500;

/** Runs a job once everything drawn so far is on the screen and the page is idle. */
export function afterPaint(job: () => void): void {
  requestAnimationFrame(() => {
    // Not every browser that may show the page has it.
    if ("requestIdleCallback" in globalThis) requestIdleCallback(job, { timeout: maxDelayMs });
    else setTimeout(job);
  });
}
