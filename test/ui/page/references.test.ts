import assert from "node:assert/strict";
import { keepsBudget, yardstick } from "../../support/machineSpeed";
import type { OpenPage } from "../../support/pageHarness";
import { until } from "../../support/until";
import { assertInert } from "./expectedContent";
import { answered, chat, turn } from "./fixtures";
import { useChromium } from "./suite";

const taskMs = 50;

/** A host that has these files. */
const having =
  (...files: string[]) =>
  (call: string) =>
    call === "existingFiles" ? files : undefined;

const pathsAsked = ({ sent }: OpenPage): string[][] =>
  sent
    .filter(({ call }) => call === "existingFiles")
    .map(({ args }) => (args as { paths: string[] }).paths);

const linksIn = ({ page }: OpenPage): Promise<string[]> =>
  page.locator(".answer .link").allTextContents();

describe("what an answer refers to", () => {
  const { open } = useChromium();

  it("W14 marks a file only once the host has found it, wherever the text names it", async () => {
    const output = [
      "The total is off in src/cart.ts:10:5 (see `src/sizes.py(3,1)`, and **no/such.ts**).",
      "[The cart](src/cart.ts#L2-L4), [gone](gone/a.ts), `no/such.ts:3`, `items.map`",
      "```ts src/cart.ts\nlet a;\n```",
      "```sh\ncat src/cart.ts\n```",
      "```text\nsrc/cart.ts:7: let total;\n```",
    ].join("\n\n");
    const { promise: replied, resolve: reply } = Promise.withResolvers<string[]>();
    const opened = await open(chat([{ ...answered(output), id: "t" }]), {
      answer: (call) => (call === "existingFiles" ? replied : undefined),
    });
    const { page, nextCall } = opened;
    const paths = ["src/cart.ts", "src/sizes.py", "no/such.ts", "gone/a.ts"];
    assert.deepEqual((await nextCall("existingFiles")).args, { turnId: "t", paths });
    assert.deepEqual(await linksIn(opened), []);
    const before = await page.locator(".answer").textContent();
    reply(["src/sizes.py", "src/cart.ts", "made/up.ts"]);
    const links = page.locator(".answer .link");
    const files = ["src/cart.ts:10:5", "src/sizes.py(3,1)", "src/cart.ts#L2-L4", "src/cart.ts"];
    files.push("src/cart.ts:7");
    await until("they are links", async () => (await links.count()) === files.length);
    const named = files.with(2, "The cart");
    assert.deepEqual(await linksIn(opened), named);
    assert.equal(await page.locator(".answer").textContent(), before);
    for (const [at, file] of files.entries()) {
      await links.nth(at).press("Enter");
      assert.deepEqual((await nextCall("openFile")).args, { turnId: "t", file });
    }
    assert.deepEqual(pathsAsked(opened), [paths]);
    await assertInert(opened, "files");
  });

  it("leads to the lines that stand behind a file in words", async () => {
    const text = "See `src/cart.ts` (lines 12–14).";
    const opened = await open(chat([{ ...answered(text), id: "t" }]), {
      answer: having("src/cart.ts"),
    });
    await opened.page.getByRole("link", { name: "src/cart.ts" }).press("Enter");
    const args = { turnId: "t", file: "src/cart.ts:12-14" };
    assert.deepEqual((await opened.nextCall("openFile")).args, args);
  });

  it("W14 stays text while the answer is on its way, and where the host has no answer", async () => {
    const live = { text: "See src/cart.ts:1.", steps: [], running: [] };
    const waiting = turn({ id: "asked", result: { state: "waiting", live } });
    const opened = await open(chat([waiting]));
    await opened.page.getByText("See src/cart.ts:1.").waitFor();
    await opened.post({ event: "turn", turn: { ...answered("Now src/cart.ts:1."), id: "asked" } });
    await opened.nextCall("existingFiles");
    await opened.page.getByText("Now src/cart.ts:1.").waitFor();
    assert.equal(pathsAsked(opened).length, 1);
    assert.deepEqual(await linksIn(opened), []);
  });

  it("W14 asks about few of 10,000 files, and draws them without a long task", async () => {
    const names = Array.from({ length: 10_000 }, (_, n) => `src/a${n}.ts`);
    const output = names.map((name) => `- ${name}:1 and src/same.ts:2`).join("\n");
    const opened = await open(chat([answered("warm `a/b.ts`")]), {
      answer: having("src/same.ts", ...names),
    });
    const { page } = opened;
    await until("it is warm", () => pathsAsked(opened).length === 1);
    const longest = async (id: string) => {
      await page.evaluate(() => {
        const tasks = { longest: 0 };
        const watching = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries())
            tasks.longest = Math.max(tasks.longest, duration);
        });
        watching.observe({ type: "longtask" });
        Object.assign(globalThis, { tasks });
      });
      const drawn = { event: "turn", turn: { ...answered(output), id } };
      await page.evaluate((text) => Object.assign(globalThis, { text }), JSON.stringify(drawn));
      await page.evaluate("postMessage(JSON.parse(text), '*')");
      await page.locator(`[data-turn=${id}] .piece.undrawn`).first().waitFor({ state: "attached" });
      await until("files are links", async () => {
        const links = await page.locator(`[data-turn=${id}] .answer .link`).count();
        return (
          links > 0 &&
          page.evaluate(
            "new Promise((done) => requestIdleCallback(() => done(true), { timeout: 5000 }))",
          )
        );
      });
      return page.evaluate<number>("tasks.longest");
    };
    let tried = 0;
    await keepsBudget(
      async () => (await longest(`t${++tried}`)) / taskMs,
      () => page.evaluate(yardstick),
    );
    await page.locator("main").evaluate((main) => main.scrollTo(0, main.scrollHeight));
    const asked = pathsAsked(opened).slice(1).flat();
    assert.ok(asked.length <= 200 * tried && asked.length > 100, `${asked.length}`);
    const links = await page.locator(`[data-turn=t${tried}] .answer .link`).count();
    assert.ok(links <= 1_000 && links > 100, `${links}`);
  });

  it("W6 opens bare addresses of https as they are, and shows the host that is meant", async () => {
    const kept = "http://a.example/x https://bank.example@evil.example/ https://:p@evil.example/";
    const opened = await open(
      chat([
        answered(
          `See https://a.example/_b_/*c*?d=e#f. (\`https://A.example/g\`) https://bаnk.example/ ${kept}`,
        ),
      ]),
    );
    const { page, nextCall } = opened;
    const texts = [
      "https://a.example/_b_/*c*?d=e#f",
      "https://A.example/g",
      "https://bаnk.example/",
    ];
    const urls = [texts[0], "https://a.example/g", "https://xn--bnk-6cd.example/"];
    const bare = page.locator(".answer .link");
    await bare.last().waitFor();
    assert.deepEqual(await bare.allTextContents(), texts);
    for (const [at, url] of urls.entries()) {
      await bare.nth(at).click();
      assert.deepEqual((await nextCall("openLink")).args, { url });
      assert.equal(await bare.nth(at).getAttribute("title"), url);
    }
    const shown = await page.locator(".answer").textContent();
    assert.ok(shown?.includes(`https://bаnk.example/ (xn--bnk-6cd.example) ${kept}`), shown ?? "");
    const links = "[https://bank.example/](https://bank.exam/) [a/b.ts](a/b.ts) [c.ts](a/c.ts)";
    await opened.post({ event: "turn", turn: { ...answered(links), id: "named" } });
    const named = page.locator("[data-turn=named] .answer p");
    await named.waitFor();
    assert.equal(
      await named.textContent(),
      "https://bank.example/ (bank.exam) a/b.ts c.ts (a/c.ts)",
    );
    await assertInert(opened, "bare addresses");
  });

  it("leaves maths and diagrams as they were written, with Copy at the diagram", async () => {
    const maths = String.raw`Let $a_i * b_i * c_{i}$ and $$x_1 \\ = \left[y*z*\right]_2$$ or \(p_1*q*r\) and \[s = t_2*u*\] cost *$5* or $6.`;
    const diagram = "graph TD\n  A[src/cart.ts] --> B_1_";
    const opened = await open(chat([answered(`${maths}\n\n\`\`\`mermaid\n${diagram}\n\`\`\``)]));
    const { page, nextCall } = opened;
    const block = page.locator(".code-block");
    await block.waitFor();
    assert.equal(await page.locator(".answer p").textContent(), maths.replaceAll("*$5*", "$5"));
    assert.deepEqual(await page.locator(".answer em").allTextContents(), ["$5"]);
    assert.equal(await block.locator("pre").textContent(), diagram);
    assert.equal(await block.locator(".code-language").textContent(), "mermaid");
    await block.getByRole("button", { name: "Copy" }).click();
    assert.equal(((await nextCall("useOutput")).args as { action: string }).action, "copy");
    assert.deepEqual(pathsAsked(opened), []);
  });

  it("leaves maths on lines of its own as it was written, with Copy", async () => {
    const first = "$$\na = \\sum_i b_i\n+ c_1 * d *\n# e\n$$";
    const second = "\\[\n- x^2 \\\\\n1. y\n\\]";
    const opened = await open(chat([answered(`So\n${first}\nand\n\n${second}\n\nfollow.`)]));
    const { page, nextCall } = opened;
    const blocks = page.locator(".code-block");
    await blocks.nth(1).waitFor();
    assert.deepEqual(await blocks.locator("pre").allTextContents(), [first, second]);
    assert.deepEqual(await page.locator(".answer p").allTextContents(), ["So", "and", "follow."]);
    await blocks.nth(1).getByRole("button", { name: "Copy" }).click();
    const { args } = await nextCall("useOutput");
    assert.equal((args as { blockIndex: number }).blockIndex, 1);
    await assertInert(opened, "maths");
  });

  it("W14 leads to files with spaces in quotes and code, and to names in any script", async () => {
    const output =
      'See "src/my cart.ts:3" or `docs/my notes.md`: 合計はsrc/買い物.ts:12で、`表 計算/合計.ts`。';
    const files = ["src/my cart.ts", "docs/my notes.md", "src/買い物.ts", "表 計算/合計.ts"];
    const opened = await open(chat([answered(output)]), { answer: having(...files) });
    const links = opened.page.locator(".answer .link");
    await until("they are links", async () => (await links.count()) === 4);
    const written = ["src/my cart.ts:3", files[1], "src/買い物.ts:12", files[3]];
    assert.deepEqual(await linksIn(opened), written);
    assert.deepEqual(pathsAsked(opened), [files]);
    await links.first().click();
    assert.equal(
      ((await opened.nextCall("openFile")).args as { file: string }).file,
      "src/my cart.ts:3",
    );
  });

  it("W14 is clickable in what its steps found, such as the results of a search", async () => {
    const found = "src/cart.ts:10 10: let total; https://a.example/docs says: see no/such.ts";
    const steps = [{ sentence: "Searched total in the folder", found }];
    const opened = await open(chat([answered("Done.", { steps })]), {
      answer: having("src/cart.ts"),
    });
    const { page, nextCall } = opened;
    await page.locator(".steps > summary").click();
    const links = page.locator(".step-found .link");
    await until("they are links", async () => (await links.count()) === 2);
    assert.deepEqual(await links.allTextContents(), ["src/cart.ts:10", "https://a.example/docs"]);
    await links.nth(0).click();
    assert.equal(((await nextCall("openFile")).args as { file: string }).file, "src/cart.ts:10");
    await links.nth(1).click();
    assert.deepEqual((await nextCall("openLink")).args, { url: "https://a.example/docs" });
    assert.deepEqual(pathsAsked(opened), [["src/cart.ts", "no/such.ts"]]);
    await assertInert(opened, "steps");
  });
});
