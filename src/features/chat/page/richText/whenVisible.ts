/** Runs a job after everything already queued, including painting; a timer would add 4 ms each time. */
export function nextTask(job: () => void): void {
  // Not every browser that may show the page has it.
  if ("scheduler" in globalThis) void scheduler.postTask(job);
  else setTimeout(job);
}

const jobs = new WeakMap<Element, () => void>();
const due: Element[] = [];
let observer: IntersectionObserver | undefined;

/** Runs a job once, when its element comes within a screen or two of the visible area. */
export function whenVisible(element: Element, job: () => void): void {
  observer ??= new IntersectionObserver(onChange, {
    rootMargin: "1000px",
    scrollMargin: "1000px",
  });
  jobs.set(element, job);
  observer.observe(element);
}

function onChange(entries: IntersectionObserverEntry[]): void {
  const idle = due.length === 0;
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer?.unobserve(target);
    due.push(target);
  }
  if (idle && due.length > 0) nextTask(work);
}

/** One job per task, so that the page stays responsive. */
function work(): void {
  const element = due.shift();
  if (element) jobs.get(element)?.();
  if (due.length > 0) nextTask(work);
}
