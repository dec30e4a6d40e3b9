import * as esbuild from "esbuild";
import type { Page } from "playwright-core";
import { root } from "../scripts/root";
import type { Chromium } from "../test/support/chromium";
import type { OpenPage } from "../test/support/pageHarness";
import { Conversation } from "../src/features/conversation/core/conversation";
import { beginningOf } from "../src/features/chat/editor/turnView";
import { chat } from "../test/ui/page/fixtures";
import { ask, viewOf } from "./asking";
import { ratio, size, type Result } from "./rows";
import { section, warmPage } from "./warmPage";

interface Drawn {
  /** Milliseconds to the first text on the screen, to the last in the document, and of the longest task. */
  first: number;
  whole: number;
  longest: number;
}

const end = "The very end.";

const markdown = (bytes: number): string =>
  `${section.repeat(Math.ceil(bytes / section.length))}${end}`;

/** What the extension sends of an answer, of a hub that repeats it, and its milliseconds there. */
function sentOf(text: string): { turns: string; ms: number } {
  const conversation = new Conversation();
  ask(conversation, "big", "Why?", text);
  const started = performance.now();
  const turn = viewOf(conversation.turns[0]!);
  const views = [beginningOf(turn), turn].filter(Boolean);
  return { ms: performance.now() - started, turns: JSON.stringify(views) };
}

/** Draws one answer, and measures in the page itself; what the extension takes is added. */
async function draw({ page, post }: OpenPage, text: string): Promise<Drawn> {
  await post({ event: "chat", chat: chat([]) });
  await page.locator(".turn").first().waitFor({ state: "detached" });
  const sent = sentOf(text);
  await page.evaluate(
    (given) => Object.assign(globalThis, { benchTurns: JSON.parse(given) as unknown }),
    sent.turns,
  );
  const drawn = await page.evaluate(
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
        const { benchTurns } = globalThis as unknown as { benchTurns: unknown[] };
        // As in VS Code, where the rest is sent once the page has been given the beginning.
        const send = (): void => {
          const turn = benchTurns.shift();
          if (!turn) return;
          addEventListener("message", () => setTimeout(send), { once: true });
          postMessage({ event: "turn", turn }, "*");
        };
        setTimeout(send);
        requestAnimationFrame(look);
      }),
    end,
  );
  return { ...drawn, first: sent.ms + drawn.first, whole: sent.ms + drawn.whole };
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

const rounds = 5;

/** D1 and D2: answers of 1 and 5 MB against one of 10 KB. */
export async function longAnswers(browser: Chromium): Promise<Result[]> {
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
