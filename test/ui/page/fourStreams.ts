import type { OpenPage } from "../../support/pageHarness";
import type { ComparisonContent } from "../../../src/page/protocol/comparisonViews";
import type { TurnView } from "../../../src/page/protocol/views";
import { columns, comparison } from "./comparisons";
import { turn } from "./fixtures";

/** What an ordinary answer is made of. */
const section =
  "## Section\n\nSome *words* with `code`, **strong** ones and [a link](https://example.com).\n\n- one\n- two\n\n```ts\nconst a = 1;\n```\n\n";

/** What the host sends of an answer in the making, at most, and how often; and ahead of a long one. */
const [liveLength, livePerSecond, beginningLength] = [50_000, 10, 8_000];

const ids = ["a", "b", "c", "d"];
/** Characters in the end: short, ordinary, long, and 5 MB. */
const lengths = [3_000, 12_000, 60_000, 5_000_000];

const waiting = (id: string): TurnView => ({ ...turn({ id }), result: { state: "waiting" } });

/** Four columns that wait for their answers. */
export const fourWaiting = (): ComparisonContent => comparison(columns, ids.map(waiting));

/** Streams an answer into each of them, in this time; the longest task in milliseconds until all is drawn. */
export async function streamFour({ page, post }: OpenPage, seconds: number): Promise<number> {
  await page.evaluate("globalThis.streaming?.disconnect()");
  for (const id of ids) await post({ event: "turn", turn: waiting(id) });
  await page.waitForFunction("document.querySelectorAll('.waiting').length === 4");
  const given = { section, lengths, ids, liveLength, beginningLength, livePerSecond, seconds };
  return page.evaluate(
    async ({ ticks, ...from }) => {
      const answer = { steps: [], elapsedMs: 4000, bytes: 1000 };
      const texts = from.lengths.map((length) =>
        from.section.repeat(Math.ceil(length / from.section.length)),
      );
      const turnOf = (id: string, output: string): unknown => ({
        id,
        question: "Why?",
        attachments: [],
        askedAt: new Date().toISOString(),
        expertName: "Code Reviewer",
        builtIn: false,
        modelOnly: false,
        result: { state: "done", answer: { ...answer, output: `${output}The very end.` } },
      });
      const tickMs = 1000 / from.livePerSecond;
      const wait = (some: number) => new Promise((resolve) => setTimeout(resolve, some * tickMs));
      // What was made for this is no part of it.
      await wait(2);
      let longest = 0;
      const note = (tasks: PerformanceEntryList) => {
        for (const { duration } of tasks) longest = Math.max(longest, duration);
      };
      const streaming = new PerformanceObserver((list) => note(list.getEntries()));
      Object.assign(globalThis, { streaming });
      streaming.observe({ type: "longtask" });
      for (let tick = 1; tick <= ticks; tick++) {
        for (const [index, id] of from.ids.entries()) {
          const text = texts[index] ?? "";
          const soFar = text.slice(0, Math.ceil((text.length * tick) / ticks));
          const live = { steps: [], running: [], text: soFar.slice(-from.liveLength) };
          postMessage({ event: "live", turnId: id, live }, "*");
        }
        await wait(1);
      }
      for (const [index, id] of from.ids.entries()) {
        const text = texts[index] ?? "";
        if (text.length > from.beginningLength)
          postMessage(
            { event: "turn", turn: turnOf(id, text.slice(0, from.beginningLength)) },
            "*",
          );
        await wait(0);
        postMessage({ event: "turn", turn: turnOf(id, text) }, "*");
      }
      const isDrawn = () =>
        [...document.querySelectorAll(".column .answer")].filter((element) =>
          element.lastElementChild?.textContent.endsWith("The very end."),
        ).length === from.ids.length;
      while (!isDrawn()) await wait(1);
      // What stands in all of them is looked for afterwards.
      await wait(5);
      note(streaming.takeRecords());
      streaming.disconnect();
      return longest;
    },
    { ...given, ticks: seconds * livePerSecond },
  );
}
