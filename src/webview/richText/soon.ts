/** Runs a job behind what waits already, the screen too; a timer would take 4 ms longer each time. */
export function soon(job: () => void): void {
  // Not in every browser that may show the page.
  if ("scheduler" in globalThis) void scheduler.postTask(job);
  else setTimeout(job);
}
