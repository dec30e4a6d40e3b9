/** Runs a job after everything already queued, including painting; a timer would add 4 ms each time. */
export function soon(job: () => void): void {
  // Not every browser that may show the page has it.
  if ("scheduler" in globalThis) void scheduler.postTask(job);
  else setTimeout(job);
}
