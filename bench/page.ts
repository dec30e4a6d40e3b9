import * as esbuild from "esbuild";
import type { Page } from "playwright-core";
import { root } from "../scripts/root.js";
import { launchChromium, type Chromium } from "../test/support/chromium";
import { openPage, type OpenPage } from "../test/support/pageHarness";
import { answered, chat } from "../test/ui/page/fixtures";
import { median } from "./numbers";
import { ratio, size, type Measurement, type Result } from "./rows";

interface Drawn {
  /** Milliseconds to the first text on the screen, to the last in the document, and of the longest task. */
  first: number;
  whole: number;
  longest: number;
}

const section =
  "## Section\n\nSome *words* with `code`, **strong** ones and [a link](https://example.com).\n\n- one\n- two\n\n```ts\nconst a = 1;\n```\n\n";
const end = "The very end.";

const markdown = (bytes: number): string =>
  `${section.repeat(Math.ceil(bytes / section.length))}${end}`;

/** Draws one answer, and measures in the page itself. */
async function draw({ page, post }: OpenPage, text: string): Promise<Drawn> {
  await post({ event: "chat", chat: chat([]) });
  await page.locator(".turn").first().waitFor({ state: "detached" });
  const turn = JSON.stringify({ ...answered(text), id: "big" });
  await page.evaluate(
    (given) => Object.assign(globalThis, { benchTurn: JSON.parse(given) as unknown }),
    turn,
  );
  return page.evaluate(
    async (last) =>
      new Promise<{ first: number; whole: number; longest: number }>((resolve) => {
        const tasks: number[] = [];
        const watching = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) tasks.push(duration);
        });
        watching.observe({ type: "longtask" });
        const started = performance.now();
        let first = 0;
        const look = (): void => {
          const answer = document.querySelector("[data-turn=big] .answer");
          const now = performance.now() - started;
          if (first === 0 && answer?.textContent) first = now;
          if (answer?.lastElementChild?.textContent.endsWith(last)) {
            // The observer hears of a task once it is over.
            setTimeout(() => {
              watching.disconnect();
              resolve({ first, whole: now, longest: Math.max(0, ...tasks) });
            }, 300);
          } else requestAnimationFrame(look);
        };
        const { benchTurn } = globalThis as unknown as { benchTurn: unknown };
        postMessage({ event: "turn", turn: benchTurn }, "*");
        requestAnimationFrame(look);
      }),
    end,
  );
}

/** Milliseconds that markdown-it alone takes for a text, in the same page. */
async function parsing(page: Page, text: string): Promise<number> {
  return page.evaluate((given) => {
    const { MarkdownParser } = globalThis as unknown as {
      MarkdownParser: new (options: object) => { parse(text: string, env: object): unknown };
    };
    const md = new MarkdownParser({ html: false });
    const started = performance.now();
    md.parse(given, {});
    return performance.now() - started;
  }, text);
}

async function parserScript(): Promise<string> {
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: 'import MarkdownIt from "markdown-it"; globalThis.MarkdownParser = MarkdownIt;',
      resolveDir: root,
    },
    bundle: true,
    minify: true,
    format: "iife",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

async function warmPage(browser: Chromium): Promise<OpenPage> {
  const opened = await openPage(browser, {
    width: 600,
    answer: (call) => (call === "ready" ? chat([answered(markdown(1000))]) : undefined),
  });
  await opened.page.locator(".hljs-keyword").first().waitFor();
  return opened;
}

const rounds = 5;

async function longAnswers(browser: Chromium): Promise<Result[]> {
  const opened = await warmPage(browser);
  try {
    await opened.page.evaluate(await parserScript());
    const [small, one, five] = [markdown(10_000), markdown(1e6), markdown(5e6)];
    const drawn = { small: [] as Drawn[], one: [] as Drawn[], five: [] as Drawn[] };
    const parsed: number[] = [];
    for (let round = 0; round < rounds; round++) {
      drawn.small.push(await draw(opened, small));
      drawn.one.push(await draw(opened, one));
      parsed.push(await parsing(opened.page, one));
      if (round < 3) drawn.five.push(await draw(opened, five));
    }
    const of = (list: Drawn[], key: keyof Drawn) => list.map((each) => each[key]);
    return [
      ratio(
        { id: "D1", measure: "1 MB answer, first text, against 10 KB", unit: "ms", goal: 1.5 },
        of(drawn.one, "first"),
        of(drawn.small, "first"),
      ),
      ratio(
        { id: "D1", measure: "1 MB answer, whole, against markdown-it", unit: "ms", goal: 1.5 },
        of(drawn.one, "whole"),
        parsed,
      ),
      size(
        { id: "D1", measure: "1 MB answer, longest task", unit: "ms", goal: 50 },
        of(drawn.one, "longest"),
      ),
      ratio(
        { id: "D2", measure: "5 MB answer, first text, against 10 KB", unit: "ms", goal: 1.5 },
        of(drawn.five, "first"),
        of(drawn.small, "first"),
      ),
      size(
        { id: "D2", measure: "5 MB answer, longest task", unit: "ms", goal: 50 },
        of(drawn.five, "longest"),
      ),
    ];
  } finally {
    await opened.close();
  }
}

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

async function longConversations(browser: Chromium): Promise<Result[]> {
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

/** D1 to D3: the shipped page in Chromium, without an editor around it. */
export const page: Measurement = {
  ids: ["D1", "D2", "D3"],
  run: async () => {
    const browser = await launchChromium();
    try {
      return [...(await longAnswers(browser)), ...(await longConversations(browser))];
    } finally {
      await browser.close();
    }
  },
};
