import type { Chromium } from "../test/support/chromium";
import { openPage, type OpenPage } from "../test/support/pageHarness";
import { until } from "../test/support/until";
import { pageWeight } from "../test/support/workingDay";
import { answered, chat, turn } from "../test/ui/page/fixtures";
import { ratio, size, type Result } from "./rows";
import { section } from "./warmPage";

/** Answers of eight hours, of a part of them, and of their first ten minutes. */
const [wholeDay, part, tenMinutes] = [2000, 120, 42];
const answerBytes = 20_000;
/** How many messages bring one answer: with `--long`, as many as in 14 seconds; otherwise a few. */
const [pieces, fewPieces] = [144, 4];

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

/** Characters that a page draws in full; beyond them, answers far from the screen become text. */
const maxDrawn = 200_000;

/** What a page weighs once as many answers as may are drawn as text. */
async function weight({ page }: OpenPage): Promise<number> {
  const drawn = () =>
    page
      .locator(".turn:not(.quiet)")
      .evaluateAll((turns) => turns.reduce((sum, { textContent }) => sum + textContent.length, 0));
  await until("most answers rest", async () => (await drawn()) <= maxDrawn);
  return pageWeight(page);
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
    const first = await stream(opened, 0, tenMinutes, count);
    const before = await weight(opened);
    const later = await stream(opened, tenMinutes, end, count);
    const after = await weight(opened);
    const measure = `one conversation, page after ${end} streamed answers, against 42`;
    return [
      ratio({ id: "G1", measure, unit: "bytes", goal: 1.05 }, [after], [before]),
      size({ id: "G1", measure: "a streamed answer, longest task", unit: "ms", goal: 50 }, [
        ...first,
        ...later,
      ]),
    ];
  } finally {
    await opened.close();
  }
}
