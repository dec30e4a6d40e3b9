import assert from "node:assert/strict";
import type { TurnView } from "../../../src/page/protocol/views";
import { TextIndex } from "../../../src/features/chat/page/find/textIndex";
import { pause, until } from "../../support/until";
import { answered, chat } from "./fixtures";
import { useChromium } from "./suite";

describe("the index of what can be found", () => {
  it("lists the hits of the whole conversation in its order, and knows where a turn stands", async () => {
    const index = new TextIndex({
      t: (text) => text,
      visible: (text) => text,
      withEscapes: (text) => text,
      *words(output) {
        yield output;
      },
    });
    const turns = ["one needle", "hay", "needle, needle"].map((text, at) => ({
      ...answered(text),
      id: `t${at}`,
    }));
    await new Promise<void>((resolve) => {
      index.update(turns, resolve);
    });
    const hits = index.search("needle");
    assert.deepEqual(
      [0, 1, 2, 3].map((at) => {
        const hit = hits.at(at);
        return hit && [hit.segment.turnId, hit.ordinal];
      }),
      [["t0", 0], ["t2", 0], ["t2", 1], undefined],
    );
    assert.deepEqual([hits.from(0), hits.from(1), hits.from(3)], [0, 1, 0]);
    assert.deepEqual(
      ["t0", "t2", "unknown"].map((id) => index.orderOf(id)),
      [0, 2, 0],
    );
    assert.equal(index.search("").count, 0);
  });

  it("never takes the words of a turn back to what they were while it was being read", async () => {
    const turns = Array.from({ length: 20_000 }, (_, at) => ({
      ...answered("some words"),
      id: `t${at}`,
    }));
    const index = new TextIndex({
      t: (text) => text,
      visible: (text) => text,
      withEscapes: (text) => text,
      *words(output) {
        yield output;
      },
    });
    const read = (all: TurnView[]) =>
      new Promise<void>((resolve) => {
        index.update(all, resolve);
      });
    let wasDone = false;
    void read([{ ...answered("needle"), id: "t0" }, ...turns.slice(1)]).then(
      () => (wasDone = true),
    );
    assert.equal(wasDone, false, "all was read in the first task");
    const started = performance.now();
    await read([{ ...answered("other"), id: "t0" }, ...turns.slice(1)]);
    // Twice the time that an indexer of the previous text could still need.
    await pause(2 * (performance.now() - started));
    assert.equal(wasDone, false);
    assert.equal(index.search("needle").count, 0);
    assert.equal(index.search("other").count, 1);
  });
});

describe("finding on the page", () => {
  const { open } = useChromium();

  it("marks the hit that was gone to last, however long the one before takes to be drawn", async () => {
    const paragraphs = Array.from({ length: 6000 }, (_, at) => `Paragraph ${at}.`);
    paragraphs[4000] = "The **needle** far away.";
    const { page } = await open(
      chat([
        { ...answered("The needle at hand."), id: "t1" },
        { ...answered(paragraphs.join("\n\n")), id: "t2" },
      ]),
    );
    await page.locator(".piece.undrawn").first().waitFor({ state: "attached" });
    await page.locator("main").dispatchEvent("pointerdown");
    await page.locator("[data-turn=t1]").evaluate((element) => element.scrollIntoView());
    await page.keyboard.press("ControlOrMeta+f");
    await page.getByLabel("Find", { exact: true }).fill("needle");
    await page.getByText("1 of 2").waitFor();
    const marked = () =>
      page.evaluate(() => {
        const [range] = CSS.highlights.get("find-current") ?? [];
        const within = range instanceof Range ? range.startContainer.parentElement : undefined;
        return within?.closest<HTMLElement>("[data-turn]")?.dataset["turn"];
      });
    await until("the first is marked", async () => (await marked()) === "t1");
    // The far one is being looked for, and not drawn yet, when the search returns to the near one.
    await page.evaluate(async () => {
      for (let time = 0; time < 2; time++) {
        document
          .querySelector(".find input")
          ?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
        for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      }
    });
    await page.getByText("1 of 2").waitFor();
    // Longer than the search waits for something that is not drawn.
    await pause(3500);
    // What is on the screen is marked again.
    await page.locator("main").dispatchEvent("scroll");
    await pause(200);
    assert.equal(await marked(), "t1");
  });
});
