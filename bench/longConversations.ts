import type { Chromium } from "../test/support/chromium";
import type { OpenPage } from "../test/support/pageHarness";
import { answered, chat } from "../test/ui/page/fixtures";
import { median } from "./numbers";
import { ratio, size, type Result } from "./rows";
import { section, warmPage } from "./warmPage";

const many = (count: number) =>
  chat(
    Array.from({ length: count }, (_, number) => ({
      ...answered(`Answer ${number}.\n\n${section}`),
      id: `t${number}`,
    })),
  );

/** Milliseconds from the conversation's arrival to its newest answer on the screen, and bytes of the page then. */
async function openConversation(
  browser: Chromium,
  turns: number,
): Promise<{ ms: number; bytes: number; find: number[] }> {
  const opened = await warmPage(browser);
  try {
    const { page } = opened;
    await page.evaluate(
      (given) => Object.assign(globalThis, { benchChat: JSON.parse(given) as unknown }),
      JSON.stringify(many(turns)),
    );
    const ms = await page.evaluate(
      async (last) =>
        new Promise<number>((resolve) => {
          const started = performance.now();
          const look = (): void => {
            if (document.querySelector(`[data-turn=t${last}] .hljs-keyword`))
              resolve(performance.now() - started);
            else requestAnimationFrame(look);
          };
          // As the host does it: the newest turns, then a lot each time that the page asks.
          const bench = globalThis as unknown as {
            benchChat: { shell: { conversationId: string }; turns: unknown[] };
            sendToHost(message: string): void;
          };
          const { shell, turns } = bench.benchChat;
          const { sendToHost } = bench;
          let unsent = turns.length - 30;
          bench.sendToHost = (message) => {
            sendToHost(message);
            if ((JSON.parse(message) as { call: string }).call !== "earlier") return;
            const lot = turns.slice(Math.max(0, unsent - 200), unsent);
            unsent -= 200;
            const { conversationId } = shell;
            const more = unsent > 0;
            postMessage({ event: "earlier", conversationId, turns: lot, more }, "*");
          };
          const chat = { shell, turns: turns.slice(-30), more: unsent > 0 };
          postMessage({ event: "chat", chat }, "*");
          requestAnimationFrame(look);
        }),
      turns - 1,
    );
    await page.waitForFunction(
      (count) => document.querySelectorAll("[data-turn]").length === count,
      turns,
      { timeout: 60_000 },
    );
    const session = await page.context().newCDPSession(page);
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    const find = turns > 1000 ? await finding(opened) : [];
    return { ms, bytes: usedSize, find };
  } finally {
    await opened.close();
  }
}

/** Milliseconds of each key press in the find box, until its frame is painted. */
async function finding({ page, post }: OpenPage): Promise<number[]> {
  await post({ event: "find" });
  const box = page.getByRole("textbox", { name: /find/i });
  await box.waitFor();
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(globalThis, { benchFinds: times });
    addEventListener(
      "keydown",
      (event) => {
        const started = event.timeStamp;
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - started)));
      },
      true,
    );
  });
  await box.pressSequentially("Answer 99", { delay: 150 });
  await page.waitForTimeout(500);
  return page.evaluate("benchFinds");
}

/** D3: a conversation of 10,000 turns against one of 10. */
export async function longConversations(browser: Chromium): Promise<Result[]> {
  const few = [];
  const all = [];
  for (let round = 0; round < 3; round++) {
    few.push(await openConversation(browser, 10));
    all.push(await openConversation(browser, 10_000));
  }
  return [
    ratio(
      { id: "D3", measure: "10,000 turns, open, against 10", unit: "ms", goal: 1.5 },
      all.map(({ ms }) => ms),
      few.map(({ ms }) => ms),
    ),
    size(
      { id: "D3", measure: "10,000 turns, page heap", unit: "bytes", goal: 150e6 },
      all.map(({ bytes }) => bytes),
    ),
    size({ id: "D3", measure: "10,000 turns, find, a key press", unit: "ms", goal: 100 }, [
      median(all.flatMap(({ find }) => find)),
    ]),
  ];
}
