import type { Chromium } from "../test/support/chromium";
import { openPage, type OpenPage } from "../test/support/pageHarness";
import { pageWeight } from "../test/support/workingDay";
import { answered, chat, turn } from "../test/ui/page/fixtures";
import { percentile } from "./numbers";
import { ratio, size, type Result } from "./rows";
import { section } from "./warmPage";

/** Answers of eight hours, of a part of them, and of their first ten minutes. */
const [wholeDay, part, tenMinutes] = [2000, 120, 42];
const answerBytes = 20_000;
/** How many messages bring one answer: with `--long`, two in a second of its 14; otherwise a few. */
const [pieces, fewPieces] = [28, 4];
/** After as many answers, a long run tells how far it is. */
const toldAfter = 200;

/** Streams answers into a page, one after the other; the longest task of each in milliseconds. */
async function stream(
  { page }: OpenPage,
  from: number,
  to: number,
  count: number,
): Promise<number[]> {
  const done = answered(section);
  const waiting = turn({ result: { state: "waiting" } });
  const whole = section.repeat(Math.ceil(answerBytes / section.length));
  return page.evaluate(
    async (given) => {
      const next = () => new Promise((resolve) => setTimeout(resolve, given.rest));
      const longest: number[] = [];
      let task = 0;
      const watching = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) task = Math.max(task, duration);
      });
      watching.observe({ type: "longtask" });
      for (let number = given.from; number < given.to; number++) {
        const id = `s${number}`;
        const output = `Answer ${number}.\n\n${given.whole}`;
        postMessage({ event: "turn", turn: { ...given.waiting, id } }, "*");
        for (let piece = 1; piece <= given.count; piece++) {
          const text = output.slice(0, Math.ceil((output.length * piece) / given.count));
          postMessage({ event: "live", turnId: id, live: { steps: [], running: [], text } }, "*");
          await next();
        }
        if (given.done.result.state !== "done") throw new Error(given.done.result.state);
        const result = { ...given.done.result, answer: { ...given.done.result.answer, output } };
        postMessage({ event: "turn", turn: { ...given.done, id, result } }, "*");
        for (let turns = 0; turns < 3; turns++) await next();
        longest.push(task);
        task = 0;
      }
      watching.disconnect();
      return longest;
    },
    { from, to, count, done, waiting, whole, rest: 0 },
  );
}

/** As many answers as are drawn in full once those far from the screen have become text. */
const fewest = 8;

/**
 * Streams on until the answers far from the screen have just become text, since what is drawn in
 * full grows until then; what the page weighs, and how many answers there are.
 */
async function rested(opened: OpenPage, from: number, count: number) {
  const { page } = opened;
  const isRested = async () => (await page.locator(".turn:not(.quiet)").count()) <= fewest;
  let answers = from;
  for (; answers < from + 40 && !(await isRested()); answers++) {
    await stream(opened, answers, answers + 1, count);
    // Twice as long as they are left before they become text.
    await page.waitForTimeout(1000);
  }
  if (!(await isRested())) throw new Error("the answers far from the screen stay drawn in full");
  return { bytes: await pageWeight(page), answers };
}

/** G1: eight hours of answers in one conversation, or a part of them, told as fast as the page takes them. */
export async function streaming(browser: Chromium, isLong: boolean): Promise<Result[]> {
  const [end, count] = isLong ? [wholeDay, pieces] : [part, fewPieces];
  const opened = await openPage(browser, {
    width: 600,
    answer: (call) => (call === "ready" ? chat([answered(section)]) : undefined),
  });
  try {
    await opened.page.locator(".hljs-keyword").first().waitFor();
    const longest = await stream(opened, 0, tenMinutes, count);
    const before = await rested(opened, tenMinutes, count);
    for (let from = before.answers; from < end; from += toldAfter) {
      const to = Math.min(end, from + toldAfter);
      longest.push(...(await stream(opened, from, to, count)));
      if (isLong) console.log(`G1: ${to} of ${end} answers`);
    }
    const after = await rested(opened, end, count);
    const measure = `one conversation, page after ${end} streamed answers, against ${tenMinutes}`;
    const task = { measure: "a streamed answer, longest task of 19 in 20", unit: "ms" } as const;
    return [
      ratio({ id: "G1", measure, unit: "bytes", goal: 1.05 }, [after.bytes], [before.bytes]),
      size({ id: "G1", ...task, goal: 50 }, [percentile(longest, 0.95)]),
    ];
  } finally {
    await opened.close();
  }
}

/** More than are joined at once, as the newest are always drawn in full. */
const joined = 140;

/** G5: a hundred answers far from the screen are joined, to be skipped and watched as one. */
export async function gathering(browser: Chromium): Promise<Result[]> {
  const tasks: number[] = [];
  for (let round = 0; round < 5; round++) {
    const opened = await openPage(browser, {
      width: 600,
      answer: (call) => (call === "ready" ? chat([answered(section)]) : undefined),
    });
    try {
      await opened.page.locator(".hljs-keyword").first().waitFor();
      tasks.push(await joining(opened));
    } finally {
      await opened.close();
    }
  }
  const measure = "a hundred answers of 20 KB at rest are joined, their task";
  return [size({ id: "G5", measure, unit: "ms", goal: 50 }, tasks)];
}

/** Milliseconds of the task in which answers are joined; none is told of below 50. */
async function joining({ page }: OpenPage): Promise<number> {
  const output = section.repeat(Math.ceil(answerBytes / section.length));
  const turns = Array.from({ length: joined }, (_, at) => ({ ...answered(output), id: `j${at}` }));
  return page.evaluate(async (given) => {
    const long: PerformanceEntry[] = [];
    const watching = new PerformanceObserver((list) => long.push(...list.getEntries()));
    watching.observe({ type: "longtask" });
    const log = document.querySelector(".log")!;
    const at = new Promise<number>((resolve) => {
      new MutationObserver(() => {
        if (log.querySelector(":scope > .batch")) resolve(performance.now());
      }).observe(log, { childList: true });
    });
    for (const turn of given) {
      postMessage({ event: "turn", turn }, "*");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const time = await at;
    await new Promise((resolve) => setTimeout(resolve, 500));
    watching.disconnect();
    const task = long.find(
      ({ startTime, duration }) => startTime <= time && time <= startTime + duration,
    );
    return task?.duration ?? 0;
  }, turns);
}
