import assert from "node:assert/strict";
import type { LiveView, TurnView } from "../../../src/page/protocol/views";
import type { OpenPage } from "../../support/pageHarness";
import { until } from "../../support/until";
import { answered, chat, step, turn } from "./fixtures";
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
    await live.getByText("Running web_search, a\\u202Eb…", { exact: true }).waitFor();
    await come({ running: ["web_search"], text: "**Half** an" });
    await live.locator("strong").getByText("Half").waitFor();
    const parts = () =>
      live.evaluate((element) => [...element.children].map((one) => one.className));
    assert.deepEqual(await parts(), ["answer", "detail running"]);
    await come({ running: ["web_search"], text: "**Half** an answer", steps: [[step]] });
    await live.getByText("1 step: computation_engine").waitFor();
    assert.deepEqual(await parts(), ["steps", "answer", "detail running"]);
    assert.equal(await live.getByText("Running web_search…", { exact: true }).count(), 1);
    const order = await page
      .locator(".waiting")
      .evaluate((element) => [...element.children].map((one) => one.className));
    assert.deepEqual(order, ["live", "quiet-line", "detail explanation"]);
    await come({ steps: [[step]] });
    await live.locator(".answer").waitFor({ state: "detached" });
    assert.deepEqual(await parts(), ["steps"]);
  });

  it("has what the model thinks above everything, folded, and extends it while it is read", async () => {
    const { page, live, come } = await begun();
    await come({ reasoning: "Six" });
    const fold = live.locator("details.reasoning");
    await fold.waitFor();
    assert.equal(await fold.locator(".plain").count(), 0, "folded");
    await come({ reasoning: "Six **sevens**", steps: [[step]], text: "It is" });
    const order = () => live.evaluate((all) => [...all.children].map((one) => one.className));
    await until("the text is there", async () => (await order()).length === 3);
    assert.deepEqual(await order(), ["reasoning", "steps", "answer"]);
    await fold.locator("summary").click();
    await fold.getByText("Six **sevens**", { exact: true }).waitFor();
    await come({ reasoning: "Six **sevens** are", steps: [[step], [step]] });
    await fold.getByText("Six **sevens** are", { exact: true }).waitFor();
    assert.ok(await page.locator(".reasoning > summary:focus").isVisible());
    assert.deepEqual(await order(), ["reasoning", "steps"]);
    await come({ text: "42" });
    await fold.waitFor({ state: "detached" });
  });

  it("stays above the line that says that it was stopped", async () => {
    const kept: LiveView = { ...nothing, steps: [[step]], text: "**Half** of it" };
    for (const result of [{ state: "stopped", live: kept }, { state: "stopped" }] as const) {
      const { page } = await open(chat([{ ...waiting, result }]));
      await page.getByText("Stopped.", { exact: true }).waitFor();
      const shown = page.locator(".live strong, .live .steps, .quiet-line");
      const count = "live" in result ? 3 : 1;
      await until("all of it is there", async () => (await shown.count()) === count);
      const last = await shown.last().getAttribute("class");
      assert.match(last ?? "", /quiet-line/);
    }
  });

  it("keeps its steps as they are while only the text grows", async () => {
    const { page, live, come } = await begun();
    await come({ steps: [[step]] });
    await live.locator(".steps > summary").click();
    await live.locator(".step > summary").click();
    await live.locator(".step .long-text").first().waitFor();
    await come({ steps: [[step]], text: "More" });
    await live.getByText("More").waitFor();
    assert.equal(await live.locator(".step[open]").count(), 1);
    assert.ok(await page.locator(".step > summary:focus").isVisible());
  });

  it("has its steps open, and the focus on their list, when there is another step", async () => {
    const { page, live, come } = await begun();
    await come({ steps: [[step]] });
    await live.locator(".steps > summary").press("Enter");
    await live.locator(".step > summary").click();
    await live.locator(".step .long-text").first().waitFor();
    await come({ steps: [[step], [{ ...step, tool: "web_search" }]] });
    await live.getByText("2 steps: computation_engine, web_search").waitFor();
    await live.locator(".step[open] .long-text").first().waitFor();
    assert.equal(await live.locator(".step").count(), 2);
    assert.equal(await live.locator(".steps").count(), 1);
    assert.ok(await page.locator(".steps > summary:focus").isVisible());
    await live.locator(".steps > summary").press("Enter");
    await come({ steps: [[step, step, step]] });
    await live.getByText("3 steps: computation_engine").waitFor();
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

  it("is plain text once it is long", async () => {
    const { live, come } = await begun();
    const text = `**${"word ".repeat(2_399)}\u202ew**`;
    await come({ text: text.slice(0, 12_000) });
    await live.locator(".answer:not(.plain)").waitFor();
    await come({ text: `${text} and more` });
    await live.locator(".answer.plain").waitFor();
    assert.equal(
      await live.locator(".answer").textContent(),
      `${text.replace("\u202e", "\\u202E")} and more`,
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
