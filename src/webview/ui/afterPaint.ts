/** So long may others keep a job from running. */
const patienceMs = 500;

/** Runs a job once all that is drawn so far is on the screen and nobody needs the page. */
export function afterPaint(job: () => void): void {
  requestAnimationFrame(() => {
    // Not in every browser that may show the page.
    if ("requestIdleCallback" in globalThis) requestIdleCallback(job, { timeout: patienceMs });
    else setTimeout(job);
  });
}
