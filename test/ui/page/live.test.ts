import assert from "node:assert/strict";
import type { LiveView, TurnView } from "../../../src/page/protocol/views";
import type { OpenPage } from "../../support/pageHarness";
import { until } from "../../support/until";
import { answer, answered, chat, step, turn } from "./fixtures";
import { useChromium } from "./suite";

const waiting = turn({ id: "asked", result: { state: "waiting" } });
const nothing: LiveView = { text: "", steps: [], running: [] };

const withLive = (live: Partial<LiveView>, changes: Partial<TurnView> = {}): TurnView => ({
  ...waiting,
  result: { state: "waiting", live: { ...nothing, ...live } },
  ...changes,
});

const comeTo =
  ({ post }: OpenPage) =>
  (live: Partial<LiveView>) =>
    post({ event: "live", turnId: "asked", live: { ...nothing, ...live } });

describe("an answer in the making", () => {
  const { open } = useChromium();

  const begun = async () => {
    const opened = await open(chat([waiting], { busy: true }));
    return { ...opened, live: opened.page.locator(".live"), come: comeTo(opened) };
  };
  it("stands above Stop: its steps, its text, and the tools that run", async () => {
    const { page, live, come } = await begun();
    await come({ running: ["web_search", "web_search", "a\u202eb"] });
    await live.getByText("Searching the web… Running a\\u202Eb…", { exact: true }).waitFor();
    await come({ running: ["web_search"], text: "**Half** an" });
    await live.locator("strong").getByText("Half").waitFor();
    const parts = () =>
      live.evaluate((element) => [...element.children].map((one) => one.className));
    assert.deepEqual(await parts(), ["answer", "detail running"]);
    await come({ running: ["web_search"], text: "**Half** an answer", steps: [step] });
    await live.getByText("Calculated 2 * 8 * 1024").waitFor();
    assert.deepEqual(await parts(), ["steps", "answer", "detail running"]);
    assert.equal(await live.getByText("Searching the web…", { exact: true }).count(), 1);
    const order = await page
      .locator(".waiting")
      .evaluate((element) => [...element.children].map((one) => one.className));
    assert.deepEqual(order, ["live", "quiet-line", "detail explanation"]);
    await come({ steps: [step] });
    await live.locator(".answer").waitFor({ state: "detached" });
    assert.deepEqual(await parts(), ["steps"]);
  });

  it("is drawn as at once, whatever it was before", async () => {
    const deep = `${"> ".repeat(100)}deep`;
    const rows = [
      ["See https://a.example/a", "See https://a.example/ab"],
      ["[a](https://a.example/", "[a](https://a.example/) b"],
      ["| a |\n| - |\n| b |", "| a |\n| - |\n| b |\n\nc"],
      ["Words.\n\n".repeat(3_000), "New."],
      ["Words.", `Words.\n\n${deep}`],
      ["1. a\n2. b", "# c"],
      ["```ts\nlet a = 1;\n```\n\nb", "```ts\nlet c = `2`;\n```\n\nb"],
    ] as const;
    const { live, come } = await begun();
    const { live: other, come: comeToOther, post } = await begun();
    const html = (one: typeof live) => one.locator(".answer").innerHTML();
    for (const [before, after] of rows) {
      await come({ text: before });
      await live.locator(".piece, .plain").first().waitFor();
      if (before.startsWith("```")) await live.locator(".hljs-keyword").waitFor();
      await come({ text: after });
      await post({ event: "turn", turn: waiting });
      await other.waitFor({ state: "detached" });
      await comeToOther({ text: after });
      await until(
        `it is ${after.slice(0, 30)}`,
        async () => (await html(live)) === (await html(other)),
      );
      assert.ok((await other.textContent())?.includes(after.at(-1)!), after.slice(0, 30));
    }
  });

  it("has what the model thinks above everything, folded, and extends it while it is read", async () => {
    const { page, live, come } = await begun();
    await come({ reasoning: "Six" });
    const fold = live.locator("details.reasoning");
    await fold.waitFor();
    assert.equal(await fold.locator(".plain").count(), 0, "folded");
    await fold.locator("summary").focus();
    await come({ reasoning: "Six times" });
    await live.locator(".reasoning > summary:focus").waitFor();
    await come({ reasoning: "Six **sevens**", steps: [step], text: "It is" });
    const order = () => live.evaluate((all) => [...all.children].map((one) => one.className));
    await until("the text is there", async () => (await order()).length === 3);
    assert.deepEqual(await order(), ["reasoning", "steps", "answer"]);
    await fold.locator("summary").click();
    await fold.getByText("Six **sevens**", { exact: true }).waitFor();
    await come({ reasoning: "Six **sevens** are", steps: [step, step] });
    await fold.getByText("Six **sevens** are", { exact: true }).waitFor();
    assert.ok(await page.locator(".reasoning > summary:focus").isVisible());
    assert.deepEqual(await order(), ["reasoning", "steps"]);
    await come({ text: "42" });
    await fold.waitFor({ state: "detached" });
    await come({ text: "42", steps: [step], reasoning: "Late" });
    await fold.waitFor();
    assert.deepEqual(await order(), ["reasoning", "steps", "answer"]);
  });

  it("is an answer like any other once it was stopped, above the line that says so", async () => {
    const output = `**Half** of it\n\n${"Words.\n\n".repeat(3_000)}The last\n\n\`\`\`ts\nlet a`;
    const kept = { ...answer, output, steps: [step] };
    const stopped = { ...waiting, result: { state: "stopped", answer: kept } } as const;
    const { page, nextCall } = await open(chat([stopped]), { height: 4000 });
    await page.locator(".answer strong").getByText("Half").waitFor({ state: "attached" });
    const parts = await page
      .locator(".turn")
      .evaluate((element) => [...element.children].map((one) => one.classList[0]));
    const expected = ["question", "who", "steps", "answer", "read", "review-all", "actions"];
    assert.deepEqual(parts, [...expected, "quiet-line"]);
    await page.getByText("The last", { exact: true }).waitFor();
    for (const [name, args] of [
      ["Apply", { action: "apply", blockIndex: 0 }],
      ["Copy", { action: "copy" }],
    ] as const) {
      await page.getByRole("button", { name, exact: true }).last().click();
      assert.deepEqual((await nextCall("useOutput")).args, { turnId: "asked", ...args });
    }
    await page.locator(".actions .more-actions").click();
    for (const name of ["Insert at cursor", "Replace selection"])
      await page.getByRole("menuitem", { name }).waitFor();
  });

  it("keeps its steps as they are while only the text grows", async () => {
    const { page, live, come, nextCall } = await begun();
    await come({ steps: [step] });
    await live.locator(".steps > summary").click();
    await live.getByRole("button", { name: "Details" }).press("Enter");
    assert.deepEqual((await nextCall("showStep")).args, { turnId: "asked", index: 0 });
    await come({ steps: [step], text: "More" });
    await live.getByText("More").waitFor();
    assert.equal(await live.locator(".steps[open]").count(), 1);
    assert.ok(await page.locator(".step button:focus").isVisible());
  });

  it("has its steps open, and the focus on their list, when there is another step", async () => {
    const { page, live, come } = await begun();
    const other = { sentence: "Searched the web for x" };
    await come({ steps: [step] });
    await live.locator(".steps > summary").press("Enter");
    await live.locator(".step").waitFor();
    await come({ steps: [step, other] });
    await live.locator(".step").nth(1).waitFor();
    await live.locator(".steps-line").getByText(`${step.sentence} · ${other.sentence}`).waitFor();
    assert.equal(await live.locator(".steps").count(), 1);
    assert.ok(await page.locator(".steps > summary:focus").isVisible());
    await live.locator(".steps > summary").press("Enter");
    await come({ steps: [step, other, step] });
    await until("it is there", async () =>
      /x · Calculated/.test((await live.locator(".steps-line").textContent()) ?? ""),
    );
    assert.equal(await live.locator(".steps[open]").count(), 0);
  });

  it("offers nothing of a text that is not complete", async () => {
    const { page, live, come, sent, nextCall } = await begun();
    await come({ text: "See [the docs](https://a.example/).\n\n```ts\nlet a" });
    await live.locator(".code-block").waitFor();
    assert.equal(await live.getByRole("button", { name: /^Copy|^Insert/ }).count(), 0);
    await live.getByRole("link", { name: "the docs" }).click();
    await page.locator(".waiting").getByRole("button", { name: "Stop" }).click();
    await nextCall("stop");
    assert.equal(sent.filter(({ call }) => call === "openLink").length, 0);
  });

  it("keeps what is selected in it, and its beginning, while it grows and once it is complete", async () => {
    const { page, live, come, post } = await begun();
    const pieces = Array.from(
      { length: 900 },
      (_, at) => `Paragraph *${at}* of a long answer.\n\n`,
    );
    const code = "```ts\nlet first = 1;\nlet second = 2;\n```\n\n";
    const text = `Begin\n\n${code}${pieces.join("")}`;
    await come({ text: text.slice(0, 31) });
    await live.locator("pre").getByText("let fir").waitFor();
    const select = (words: string) =>
      page.evaluate((wanted) => {
        const walker = document.createTreeWalker(document.querySelector(".answer")!, 4);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const at = (node as Text).data.indexOf(wanted);
          if (at !== -1) getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
        }
      }, words);
    const selected = () => page.evaluate(() => String(getSelection()));
    await select("let fir");
    for (const end of [40, 55, 70, 200]) await come({ text: text.slice(0, end) });
    await live
      .getByText(/^Paragraph/)
      .first()
      .waitFor();
    assert.equal(await selected(), "let fir");
    await select("Paragraph ");
    for (let end = 5_000; end < text.length; end += 4_000) await come({ text: text.slice(0, end) });
    await come({ text });
    await live.getByText("Paragraph 899 of a long answer.").waitFor();
    assert.match(await selected(), /^Paragraph /);
    assert.equal(await live.locator("em").count(), 900);
    await live.getByText("Begin", { exact: true }).waitFor({ state: "attached" });
    await live.locator(".hljs-keyword").first().waitFor({ state: "attached" });
    await select("a long");
    const before = await page.evaluate(
      () => getSelection()?.anchorNode?.parentElement?.textContent,
    );
    await post({ event: "turn", turn: { ...answered(text), id: "asked" } });
    await page.locator(".turn > .answer").waitFor();
    await until("it is selected again", async () => (await selected()) === "a long");
    assert.equal(
      await page.evaluate(() => getSelection()?.anchorNode?.parentElement?.textContent),
      before,
    );
  });

  it("is found in while it grows", async () => {
    const { page, come } = await begun();
    await come({ text: "A needle", steps: [{ sentence: "Sewed", found: "thread" }] });
    await page.locator(".live .answer").waitFor();
    await page.keyboard.press("ControlOrMeta+f");
    const field = page.getByLabel("Find", { exact: true });
    await field.fill("needle");
    await page.getByText("1 of 1").waitFor();
    await come({ text: "A needle and another needle", steps: [{ sentence: "Sewed" }] });
    await page.getByText("1 of 2").waitFor();
    await field.press("Enter");
    await page.getByText("2 of 2").waitFor();
    await until("it is marked", () =>
      page.evaluate(() => (CSS.highlights.get("find-current")?.size ?? 0) === 1),
    );
  });

  it("is work and no waiting, at once where it is drawn anew", async () => {
    const { page } = await open(chat([waiting], { busy: true }));
    const askedAt = new Date(Date.now() - 20_000).toISOString();
    const drawn = (data: unknown) =>
      page.evaluate((event) => {
        window.dispatchEvent(new MessageEvent("message", { data: event }));
        return [".pulse", ".explanation"].map((name) => document.querySelector(name)?.textContent);
      }, data);
    const [state, why] = await drawn({ event: "turn", turn: { ...waiting, askedAt } });
    assert.equal(state, "Waiting…");
    assert.match(why ?? "", /^Still waiting for hub\.example\.com\./);
    assert.deepEqual(
      await drawn({ event: "turn", turn: withLive({ text: "Half an" }, { askedAt }) }),
      ["Working…", ""],
    );
    await page.locator(".live").getByText("Half an").waitFor();
  });

  it("is there also where its question is drawn later", async () => {
    const later = Array.from({ length: 14 }, (_, at) => answered(`Answer ${at}.\n\n`.repeat(20)));
    const opened = await open(chat([waiting, ...later], { busy: true }));
    const { page, errors } = opened;
    await page.locator("[data-turn=asked]").waitFor({ state: "attached" });
    await comeTo(opened)({ text: "Half an answer" });
    await page.locator("main").evaluate((element) => {
      element.dispatchEvent(new Event("pointerdown"));
      element.scrollTop = 0;
    });
    await page.locator("[data-turn=asked] .live").getByText("Half an answer").waitFor();
    assert.deepEqual(errors, []);
  });

  it("leaves an answer alone that is complete, however late it comes", async () => {
    const { page, errors } = await open(chat([waiting], { busy: true }));
    const live = { event: "live", turnId: "asked", live: { ...nothing, text: "Half an" } };
    await page.evaluate(
      (events) => {
        for (const data of events) window.dispatchEvent(new MessageEvent("message", { data }));
      },
      [live, { event: "turn", turn: { ...answered("All of it."), id: "asked" } }, live],
    );
    await page.getByText("All of it.").waitFor();
    await page.evaluate(async () => {
      for (let frame = 0; frame < 5; frame++)
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    });
    assert.equal(await page.locator(".live").count(), 0);
    assert.deepEqual(errors, []);
  });
});
