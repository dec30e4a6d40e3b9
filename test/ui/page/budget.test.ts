import assert from "node:assert/strict";
import {
  languages,
  maxCodeLength,
  maxCodeLine,
  highlightPieces,
  syntaxOf,
} from "../../../src/features/chat/page/richText/grammars";
import { some } from "../../support/testSize";
import { keepsBudget, yardstick } from "../../support/machineSpeed";
import type { OpenPage } from "../../support/pageHarness";
import { answered, chat } from "./fixtures";
import { useChromium } from "./suite";

const taskMs = 200;
const firstMs = 1000;

const hostile: Record<string, string> = {
  "100,000 stars": "*".repeat(100_000),
  "100,000 stars with words": "*a ".repeat(33_000),
  "100,000 opening brackets": "[".repeat(100_000),
  "100,000 half links": "[a](".repeat(25_000),
  "50,000 quotes": `"'`.repeat(50_000),
  "50,000 comments": "<!--".repeat(50_000),
  "10,000 nested quotes": `${">".repeat(10_000)}a`,
  "10,000 nested lists": `${"- ".repeat(10_000)}a`,
  "backticks of every length": Array.from({ length: 400 }, (_, n) => "`".repeat(n)).join(" "),
  "a megabyte in one line": "word ".repeat(200_000),
  "a megabyte without a space": "x".repeat(1_000_000),
  "a table of 10,000 columns": `|${"a|".repeat(10_000)}\n|${"-|".repeat(10_000)}\n${`|${"a|".repeat(10_000)}\n`.repeat(3)}`,
  "short rows of a wide table": `|${"a|".repeat(5000)}\n|${"-|".repeat(5000)}\n${"|a\n".repeat(2000)}`,
  "unclosed links with titles": '[a](b "'.repeat(20_000),
  "emphasis that never closes": "_a **b ".repeat(20_000),
  "references that name each other": `${Array.from({ length: 5000 }, (_, n) => `[r${n}]: x`).join("\n")}\n\n${"[r1]".repeat(10_000)}`,
  "entities without an end": "&amp".repeat(50_000),
  "autolinks without an end": "<a:".repeat(50_000),
  "trailing spaces": `a${" ".repeat(100_000)}b\n`.repeat(3),
  "struck out without an end": "~~a ".repeat(30_000),
  backslashes: "\\".repeat(200_000),
  "a megabyte of code": `\`\`\`ts\n${"const a = [1, 2, 3];\n".repeat(50_000)}\`\`\`\n`,
  "half links in a line of Markdown code": `\`\`\`md\n${"[a](.".repeat(2990)}\n\`\`\`\n`,
  "words in lines of C# code": `\`\`\`cs\n${"void a void b\n".repeat(1000)}\`\`\`\n`,
  "10,000 files in a list": Array.from({ length: 10_000 }, (_, n) => `- src/a${n}.ts:1`).join("\n"),
  "10,000 places in a file": "In src/a.ts:1, that is.\n\n".repeat(10_000),
  "addresses in brackets": "(https://a.example/b".repeat(5_000),
  "maths without an end": "$a ".repeat(30_000),
  "a megabyte of table rows": `| a | b |\n| - | - |\n${"| cell | another |\n".repeat(50_000)}`,
};

/** Its readable text: a reference is named where it is used, not where it is defined. */
const lettersOf = (markdown: string): number =>
  markdown.replaceAll(/^\[r\d+\]: x$/gm, "").replaceAll(/[^a-z]/gi, "").length;

/** Shows an answer; returns the longest task until `done` is in the page, and the time of the first text. */
async function measure(
  open: OpenPage,
  markdown: string,
): Promise<{ first: number; longest: number }> {
  // Nothing of the previous payload is left, nor its measurement.
  await open.page.evaluate("globalThis.watching?.disconnect()");
  await open.post({ event: "chat", chat: chat([]) });
  await open.page.locator(".turn").first().waitFor({ state: "detached" });
  await open.page.evaluate(() => {
    const state = { longest: 0, first: 0, started: 0 };
    const count = (tasks: PerformanceEntryList) => {
      for (const { duration } of tasks) state.longest = Math.max(state.longest, duration);
    };
    const watching = new PerformanceObserver((list) => count(list.getEntries()));
    watching.observe({ type: "longtask" });
    new MutationObserver((_, observer) => {
      if (!document.querySelector("[data-turn=big] .answer")?.textContent) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        // After this frame is laid out and painted.
        setTimeout(() => (state.first = performance.now() - state.started));
      });
    }).observe(document, { childList: true, subtree: true });
    const settled = async () => {
      // Whatever is painted near the screen is highlighted then.
      for (let pass = 0; pass < 2; pass++)
        await new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done)));
      count(watching.takeRecords());
      return state;
    };
    Object.assign(globalThis, { measured: state, watching, settled });
  });
  const turn = { ...answered(markdown), id: "big" };
  // The text is created in the page, so that transferring it is not part of the task.
  await open.page.evaluate((text) => Object.assign(globalThis, { text }), JSON.stringify(turn));
  await open.page.evaluate(
    "measured.started = performance.now(); postMessage({ event: 'turn', turn: JSON.parse(text) }, '*')",
  );
  let drawn = -1;
  for (;;) {
    await open.page.waitForTimeout(150);
    const length = await open.page
      .locator("[data-turn=big] .answer")
      .evaluate((element) => element.childElementCount);
    if (length === drawn) break;
    drawn = length;
  }
  return open.page.evaluate("settled()");
}

describe("the render budget", () => {
  const { openLasting } = useChromium();
  let shared: Promise<OpenPage> | undefined;

  const warm = (): Promise<OpenPage> => {
    shared ??= (async () => {
      const code = "warm **up**\n\n```ts\nlet a = 1;\n```";
      const opened = await openLasting(chat([answered(code)]));
      await opened.page.locator(".hljs-keyword").first().waitFor();
      return opened;
    })();
    return shared;
  };

  for (const [name, markdown] of some(Object.entries(hostile), 3)) {
    it(`W10 holds for ${name}, and every word is there`, async () => {
      const opened = await warm();
      await keepsBudget(
        async () => (await measure(opened, markdown)).longest / taskMs,
        () => opened.page.evaluate(yardstick),
      );
      const shown = await opened.page
        .locator("[data-turn=big] .answer")
        .evaluate((element) => element.textContent.replaceAll(/[^a-z]/gi, "").length);
      const letters = lettersOf(markdown);
      assert.ok(shown >= letters, `${shown} of ${letters} letters`);
    });
  }

  it("W10 colours a file of 14,000 characters piece by piece, and keeps every character", async () => {
    const opened = await warm();
    const part = 'export function f(a: string) {\n  // so\n\n  return [a, "b", 1];\n}\n\n';
    const code = `${part.repeat(Math.floor(14_000 / part.length))}export const end = 1;`;
    await keepsBudget(
      async () => (await measure(opened, `\`\`\`ts\n${code}\n\`\`\``)).longest / taskMs,
      () => opened.page.evaluate(yardstick),
    );
    const block = opened.page.locator("[data-turn=big] pre > code");
    // Elements far from the screen have no box.
    await block.locator(".hljs-keyword").first().waitFor({ state: "attached" });
    assert.equal(await block.textContent(), code);
    assert.ok((await block.locator(".hljs-keyword").count()) > 300);
  });

  for (const megabytes of some([1, 5], 1)) {
    it(`shows the first words of ${megabytes} MB within a second and stays responsive`, async () => {
      const opened = await warm();
      const section =
        "## Section\n\nSome *words* with `code`, **strong** ones and [a link](https://example.com).\n\n- one\n- two\n\n```ts\nconst a = 1;\n```\n\n";
      const markdown = `${section.repeat(Math.ceil((megabytes * 1e6) / section.length))}The end.`;
      await keepsBudget(
        async () => {
          const { first, longest } = await measure(opened, markdown);
          console.log(
            `      first ${Math.round(first)} ms, longest task ${Math.round(longest)} ms`,
          );
          return Math.max(first / firstMs, longest / taskMs);
        },
        () => opened.page.evaluate(yardstick),
      );
      await opened.page.getByText("The end.").waitFor({ state: "attached", timeout: 60_000 });
    });
  }
});

/** Repeated, these take the patterns of some language the longest. */
const unending = [
  "a _ 1u 0. a. a: a:: a( a< $a [ [a]( [a](. [A( ( (a( ({ <a> <!-- {{ ${ $(".split(" "),
  '" \' ` \\ \\" / /* // # <<a * ;'.split(" "),
  ["a ", "void a ", "a_b ", "a *", "<a b=", "- ", ": ", " ", "\t", "\n"],
].flat();

describe("the highlighter's budget", () => {
  for (const language of languages)
    it(`W10 holds for any ${language} that is coloured`, async () => {
      const codes = some(unending, 6).flatMap((part) =>
        [maxCodeLine, 80].map((width) => {
          const line = `${part.repeat(width).slice(0, width)}\n`;
          return line.repeat(Math.ceil(maxCodeLength / line.length)).slice(0, maxCodeLength);
        }),
      );
      for (const code of codes) assert.ok(syntaxOf(code, language), JSON.stringify(code));
      await keepsBudget(() => Math.max(...codes.map((code) => took(code, language))) / taskMs);
    });

  it("W10 cuts long code only where something new begins, and loses nothing of it", () => {
    const part = `export function f(\n) {\n\n  return [\n    1,\n\n  ];\n}\n\n`;
    const code = part.repeat(Math.ceil(10_000 / part.length));
    const pieces = highlightPieces(code);
    assert.ok(pieces.length >= 4 && pieces.every(({ length }) => length <= maxCodeLength));
    assert.ok(pieces.every((piece) => piece === "" || piece.startsWith("export")));
    assert.equal(pieces.join(""), code);
    assert.deepEqual(highlightPieces("a\n".repeat(maxCodeLength)), []);
    assert.deepEqual(highlightPieces(part.repeat(1000)), []);
  });

  it("W10 leaves code in one colour that could take long", () => {
    assert.ok(syntaxOf("a\n", "ts"));
    assert.equal(syntaxOf("a\n".repeat(maxCodeLength), "ts"), undefined);
    assert.equal(syntaxOf("a".repeat(maxCodeLine + 1), "ts"), undefined);
  });
});

/** In milliseconds, after warm-up. */
function took(code: string, language: string): number {
  const started = performance.now();
  syntaxOf(code, language);
  return performance.now() - started;
}
