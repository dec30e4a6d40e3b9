import { Conversation } from "../src/features/conversation/core/conversation";
import type { HostEvent } from "../src/page/protocol/messages";
import type { Chromium } from "../test/support/chromium";
import type { OpenPage } from "../test/support/pageHarness";
import { chat } from "../test/ui/page/fixtures";
import { ask, viewOf } from "./asking";
import { typing } from "./composer";
import { alternate, median } from "./numbers";
import { ratio, size, type Result } from "./rows";
import { section, warmPage } from "./warmPage";

/** As many as the extension sends at first, and with each request of the page. */
const [sentAtOnce, batchSize] = [30, 200];

/** A conversation that its hub has repeated with every answer. */
function conversationOf(turns: number): Conversation {
  const conversation = new Conversation();
  for (let number = 0; number < turns; number++)
    ask(conversation, `t${number}`, `Question ${number}?`, `Answer ${number}.\n\n${section}`);
  return conversation;
}

/** What the extension sends of it, and the milliseconds that its first message takes there. */
function sentOf(conversation: Conversation): { message: string; earlier: string; ms: number } {
  const { turns } = conversation;
  const started = performance.now();
  const newest = turns.slice(-sentAtOnce).map(viewOf);
  const more = turns.length > sentAtOnce;
  const opened = { ...chat(newest), more };
  const message = JSON.stringify({ event: "chat", chat: opened } satisfies HostEvent);
  const ms = performance.now() - started;
  const earlier: HostEvent[] = [];
  for (let end = turns.length - sentAtOnce; end > 0; end -= batchSize)
    earlier.push({
      event: "earlier",
      conversationId: opened.pageState.conversationId,
      turns: turns.slice(Math.max(0, end - batchSize), end).map(viewOf),
      more: end > batchSize,
    });
  return { message, earlier: JSON.stringify(earlier), ms };
}

interface Opening {
  readonly ms: number;
  /** Of the page, once everything has arrived there. */
  readonly bytes: number;
  readonly find: number[];
  readonly keys: number[];
}

/** Milliseconds from the wish to see a conversation to its newest answer on the screen. */
async function openConversation(browser: Chromium, conversation: Conversation): Promise<Opening> {
  const opened = await warmPage(browser);
  const count = conversation.turns.length;
  try {
    const { page } = opened;
    const sent = sentOf(conversation);
    const ms = await page.evaluate(
      async ({ message, earlier, last }) =>
        new Promise<number>((resolve) => {
          const batches = JSON.parse(earlier) as unknown[];
          const bench = globalThis as unknown as { sendToHost(message: string): void };
          const { sendToHost } = bench;
          bench.sendToHost = (call) => {
            sendToHost(call);
            if ((JSON.parse(call) as { call: string }).call === "earlier")
              postMessage(batches.shift(), "*");
          };
          const started = performance.now();
          const look = (): void => {
            if (document.querySelector(`[data-turn=t${last}] .hljs-keyword`))
              resolve(performance.now() - started);
            else requestAnimationFrame(look);
          };
          postMessage(JSON.parse(message), "*");
          requestAnimationFrame(look);
        }),
      { ...sent, last: count - 1 },
    );
    await page.waitForFunction(
      (all) => document.querySelectorAll("[data-turn]").length === all,
      count,
      { timeout: 60_000 },
    );
    const session = await page.context().newCDPSession(page);
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    const [keys, find] = count > 1000 ? [await typing(opened), await finding(opened)] : [[], []];
    return { ms: sent.ms + ms, bytes: usedSize, find, keys };
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

/** D3 and G2: a conversation of 10,000 turns, against one of 10. */
export async function longConversations(browser: Chromium): Promise<Result[]> {
  const [short, long] = [conversationOf(10), conversationOf(10_000)];
  const { one: few, other: all } = await alternate(
    5,
    () => openConversation(browser, short),
    () => openConversation(browser, long),
  );
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
    size(
      { id: "G2", measure: "10,000 turns, 30 files, a key in the composer", unit: "ms", goal: 16 },
      all.flatMap(({ keys }) => keys),
    ),
  ];
}
