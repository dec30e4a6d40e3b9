import assert from "node:assert/strict";
import { until } from "../../support/until";
import { answered, chat } from "./fixtures";
import { useChromium } from "./suite";

const turnsFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => ({
    ...answered(`Answer ${first + index}.`),
    id: `t${first + index}`,
  }));

describe("a long conversation", () => {
  const { open } = useChromium();

  it("opens with its newest turns; older ones follow before them, and find reaches all", async () => {
    const { page, post } = await open(chat(turnsFrom(901, 930)));
    const { conversationId } = chat([]).pageState;
    await post({ event: "earlier", conversationId, turns: turnsFrom(701, 900) });
    await post({ event: "turn", turn: { ...answered("Answer 702, changed."), id: "t702" } });
    await post({ event: "earlier", conversationId, turns: turnsFrom(501, 700) });
    await post({ event: "earlier", conversationId: "another", turns: turnsFrom(1, 500) });
    await page.locator("[data-turn=t501]").waitFor({ state: "attached" });
    const ids = await page
      .locator("[data-turn]")
      .evaluateAll((elements) =>
        elements.map((element) => (element as HTMLElement).dataset["turn"]),
      );
    assert.deepEqual(
      ids,
      turnsFrom(501, 930).map(({ id }) => id),
    );
    await page.getByText("Answer 702, changed.").waitFor({ state: "attached" });
    await post({ event: "find" });
    await page.getByRole("textbox", { name: /find/i }).fill("Answer 50");
    await page.getByText(/of 9\b/).waitFor();
  });

  it("stays where the reader is while older turns are put before", async () => {
    const { page, post } = await open(chat(turnsFrom(901, 930)));
    await page.locator("[data-turn=t901]").waitFor({ state: "attached" });
    await page.locator("main").dispatchEvent("pointerdown");
    // At the very top the browser itself does not anchor the visible content.
    const top = await page.locator("main").evaluate(async (element) => {
      element.scrollTop = 0;
      // The page is notified with the next frame, and turns that come into view are drawn in full.
      for (let frame = 0; frame < 10; frame++)
        await new Promise((resolve) => requestAnimationFrame(resolve));
      return document.querySelector("[data-turn=t901]")?.getBoundingClientRect().top;
    });
    const { conversationId } = chat([]).pageState;
    await post({ event: "earlier", conversationId, turns: turnsFrom(701, 900) });
    await page.locator("[data-turn=t701]").waitFor({ state: "attached" });
    const now = await page
      .locator("[data-turn=t901]")
      .evaluate((element) => element.getBoundingClientRect().top);
    assert.ok(Math.abs(now - (top ?? 0)) < 2, `${now} instead of ${top}`);
  });

  it("asks for older turns one lot after the other, each once the one before is drawn", async () => {
    const { page, post, sent, nextCall } = await open({
      ...chat(turnsFrom(431, 460)),
      more: true,
    });
    const { conversationId } = chat([]).pageState;
    const drawn = () => page.locator(".turn").count();
    const lots = [turnsFrom(231, 430), turnsFrom(31, 230), turnsFrom(1, 30)];
    let expected = 30;
    for (const [index, turns] of lots.entries()) {
      await nextCall("earlier");
      assert.equal(await drawn(), expected);
      expected += turns.length;
      await post({ event: "earlier", conversationId, turns, more: index < 2 });
    }
    await page.locator("[data-turn=t1]").waitFor({ state: "attached" });
    assert.equal(await drawn(), 460);
    assert.equal(sent.filter(({ call }) => call === "earlier").length, 3);
  });

  it("leaves out a turn that is removed before it is drawn", async () => {
    const { page, errors } = await open(chat([]));
    await page.evaluate(
      (events) => {
        for (const data of events) window.dispatchEvent(new MessageEvent("message", { data }));
      },
      [
        { event: "chat", chat: chat(turnsFrom(1, 40)) },
        { event: "removed", turnId: "t7" },
      ],
    );
    await page.locator("[data-turn=t1]").waitFor({ state: "attached" });
    assert.equal(await page.locator(".turn").count(), 39);
    assert.equal(await page.locator("[data-turn=t7]").count(), 0);
    assert.deepEqual(errors, []);
  });

  it("draws a turn in full before it comes into sight", async () => {
    const lines = "A line.\\\n".repeat(20);
    const turns = turnsFrom(1, 16).map(({ id }) => ({ ...answered(lines), id }));
    const { page } = await open(chat(turns));
    await page.locator("[data-turn=t1]").waitFor({ state: "attached" });
    await page.locator("main").evaluate((element) => {
      element.dispatchEvent(new Event("pointerdown"));
      const { top } = document.querySelector("[data-turn=t5]")!.getBoundingClientRect();
      element.scrollTop += top - element.getBoundingClientRect().top + 5;
    });
    await page.locator("[data-turn=t4] .who").waitFor({ state: "attached" });
  });

  it("leads to a turn that it has not drawn yet", async () => {
    const { page } = await open(chat([]));
    // As the host opens a conversation at a turn, before the first drawing.
    await page.evaluate(
      (events) => {
        for (const data of events) window.dispatchEvent(new MessageEvent("message", { data }));
      },
      [
        { event: "reveal", turnId: "t3" },
        { event: "chat", chat: chat(turnsFrom(1, 30)) },
      ],
    );
    await page.locator("[data-turn=t3] .who").waitFor();
    await until("it is at the top", async () => {
      const main = await page.locator("main").boundingBox();
      const turn = await page.locator("[data-turn=t3]").boundingBox();
      return Math.abs((turn?.y ?? 0) - (main?.y ?? 0)) <= 1;
    });
  });

  it("leads to any turn, and draws those around it whole", async () => {
    const { page, post } = await open(chat(turnsFrom(1, 450)));
    await page.locator("[data-turn=t1]").waitFor({ state: "attached" });
    for (const turn of [300, 120, 440, 2]) {
      await post({ event: "reveal", turnId: `t${turn}` });
      for (const near of [turn, turn + 1, turn - 1])
        await page.locator(`[data-turn=t${near}] .who`).waitFor();
      const { top, bottom } = await page
        .locator(`[data-turn=t${turn}]`)
        .evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
      // Lines of code have fractions of a pixel.
      assert.ok(top > -1 && bottom < 720, `${turn} stands at ${top}`);
    }
    assert.equal(await page.locator(".turn").count(), 450);
  });
});
