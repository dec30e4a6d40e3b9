import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { some } from "../../support/testSize";
import type { OpenPage } from "../../support/pageHarness";
import { until } from "../../support/until";
import { answered, attachment, chat, pageState, step, turn } from "./fixtures";
import { openPreview } from "./states";
import { useChromium } from "./suite";

const paragraphs = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `Paragraph ${name}-${at}.`).join("\n\n");

const many = Array.from({ length: 20 }, (_, at) => ({
  ...answered(paragraphs(`t${at}`, 20)),
  id: `t${at}`,
}));

/** The text at the upper edge of the transcript, and its offset, once that is stable. */
async function reading(page: Page): Promise<{ words: string; at: number }> {
  const look = () =>
    page.evaluate(async () => {
      // With the page's own clock, so that its timers run meanwhile however slow it is.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 60)));
      const { top, bottom } = document.querySelector("main")!.getBoundingClientRect();
      const isDrawn = [...document.querySelectorAll(".undrawn")].every((piece) => {
        const box = piece.getBoundingClientRect();
        return box.bottom <= top || box.top >= bottom;
      });
      const all = [...document.querySelectorAll(".answer p")];
      const first = all.find((element) => element.getBoundingClientRect().top >= top - 4);
      return {
        words: first?.textContent ?? "",
        at: Math.round((first?.getBoundingClientRect().top ?? 0) - top),
        isDrawn,
      };
    });
  let last = await look();
  let same = 0;
  // Longer than the page takes to record its position.
  await until("it is at rest", async () => {
    const before = last;
    last = await look();
    const still = last.isDrawn && before.words === last.words && before.at === last.at;
    same = still ? same + 1 : 0;
    return same > 3;
  });
  return { words: last.words, at: last.at };
}

/** Waits until the same text is where it was: a fraction of a pixel may make another one the first. */
const returnedTo = (page: Page, { words, at }: { words: string; at: number }) =>
  until(`it is at ${words}`, async () => {
    await reading(page);
    const now = await page.evaluate((text) => {
      const all = [...document.querySelectorAll(".answer p")];
      const own = all.find((element) => element.textContent === text);
      const { top } = document.querySelector("main")!.getBoundingClientRect();
      return own && own.getBoundingClientRect().top - top;
    }, words);
    return now !== undefined && Math.abs(now - at) <= 1;
  });

/** Turns the wheel, and waits until that has begun to scroll: a busy browser does it later. */
const wheel = async (page: Page, by: number): Promise<void> => {
  const main = page.locator("main");
  await main.hover();
  const before = await main.evaluate((element) => element.scrollTop);
  await page.mouse.wheel(0, by);
  await until("it scrolls", async () => before !== (await main.evaluate((one) => one.scrollTop)));
};

/** Waits until this text is in the page's stored state. */
const kept = ({ state }: OpenPage, words: RegExp) =>
  until(`${words} is kept`, async () => words.test(await state()));
const notKept = ({ state }: OpenPage, words: RegExp) =>
  until(`${words} is forgotten`, async () => !words.test(await state()));

/** Waits until the stored place is where the page is now, and not where it was on the way. */
const placeIsKept = ({ page, state }: OpenPage) =>
  until("the place is kept", async () => {
    const stored = JSON.parse(await state()) as {
      conversations: { place?: { turnId: string; piece?: number; offset: number } }[];
    };
    const place = stored.conversations[0]?.place;
    if (!place) return false;
    const offset = await page.evaluate(({ turnId, piece }) => {
      const turn = document.querySelector(`[data-turn="${turnId}"]`);
      const element = piece === undefined ? turn : turn?.querySelector(".answer")?.children[piece];
      const { top } = document.querySelector("main")!.getBoundingClientRect();
      return element ? element.getBoundingClientRect().top - top : undefined;
    }, place);
    return offset !== undefined && Math.abs(offset - place.offset) < 1;
  });

/** Scrolls to this paragraph, and waits until that is stored. */
async function readAt(opened: OpenPage, words: string, turnId: string) {
  const { page } = opened;
  const own = page.locator(`[data-turn=${turnId}]`);
  await own.waitFor();
  // A reader's gesture; from here on the page stays where it is.
  await page.locator("main").dispatchEvent("pointerdown");
  await own.evaluate((element) => element.scrollIntoView({ block: "start" }));
  await own.getByText(words, { exact: true }).evaluate((element) => {
    element.scrollIntoView({ block: "start" });
  });
  const place = await reading(page);
  await kept(opened, new RegExp(`"place":\\{"turnId":"${turnId}"`));
  await placeIsKept(opened);
  return place;
}

describe("a page that is hidden and shown again", () => {
  const { open } = useChromium();

  it("Q8 is where the reader was, in the middle of an answer", async () => {
    const opened = await open(chat(many));
    const place = await readAt(opened, "Paragraph t7-9.", "t7");
    assert.match(place.words, /Paragraph t7-9\./);
    await opened.reload();
    await returnedTo(opened.page, place);
  });

  it("Q8 is where the reader was in an answer of many pieces", async () => {
    const long = { ...answered(paragraphs("long", 6000)), id: "long" };
    const opened = await open(chat([...many.slice(0, 3), long, many[3]!]));
    const { page } = opened;
    await page.locator("[data-turn=long] .piece").nth(8).waitFor();
    // A gesture before the conversation is shown would not keep the page from following its end.
    await page.locator("main").dispatchEvent("pointerdown");
    await page
      .locator("[data-turn=long] .piece")
      .nth(8)
      .evaluate((element) => {
        element.scrollIntoView({ block: "start" });
      });
    await page.locator("main").evaluate((element) => {
      element.scrollTop += 200;
    });
    await kept(opened, /"turnId":"long","piece":\d/);
    await placeIsKept(opened);
    const place = await reading(page);
    await placeIsKept(opened);
    await opened.reload();
    await returnedTo(page, place);
  });

  it("Q8 is at the end where the reader was there, and follows the next answer", async () => {
    const waiting = { ...turn({ result: { state: "waiting" } }), id: "asked" };
    const opened = await open(chat([...many, waiting]));
    const { page, post, reload } = opened;
    await page.locator(".waiting").waitFor();
    await wheel(page, -3000);
    await kept(opened, /"place":\{/);
    await wheel(page, 100_000);
    await notKept(opened, /"place"/);
    await reload();
    await page.locator(".waiting").waitFor();
    await post({ event: "turn", turn: { ...answered("The newest."), id: "asked" } });
    await page.getByText("The newest.").waitFor();
    assert.ok(await page.getByText("The newest.").isVisible());
    assert.equal(await page.locator(".new-answer").isVisible(), false);
  });

  it("Q8 goes to a turn that the host sends later, unless the reader scrolls first", async () => {
    const opened = await open(chat(many));
    const place = await readAt(opened, "Paragraph t7-9.", "t7");
    const state: unknown = JSON.parse(await opened.state());
    const again = await open({ ...chat(many.slice(10)), more: true });
    const { page, post, reload } = again;
    for (const scrolls of [false, true]) {
      await reload(state);
      await page.getByText("Paragraph t19-19.").waitFor();
      if (scrolls) {
        await wheel(page, -300);
        await kept(again, /"turnId":"t1\d"/);
      }
      const before = await reading(page);
      const turns = many.slice(0, 10);
      await post({ event: "earlier", conversationId: "c1", turns, more: false });
      await page.locator("[data-turn=t0]").waitFor({ state: "attached" });
      await returnedTo(page, scrolls ? before : place);
    }
  });

  it("Q8 has the same folds open", async () => {
    const opened = await open(
      chat([
        { ...turn(), id: "t1" },
        { ...turn(), id: "t2" },
      ]),
    );
    const { page, reload } = opened;
    const own = page.locator("[data-turn=t1]");
    const folds = () =>
      page
        .locator("details")
        .evaluateAll((all) =>
          all.map(
            (one) =>
              `${one.closest<HTMLElement>("[data-turn]")?.dataset["turn"]} ${one.className} ${(one as HTMLDetailsElement).open}`,
          ),
        );
    await own.locator(".steps > summary").click();
    await own.locator(".step").nth(2).waitFor();
    await kept(opened, /"t1",\["steps"\]/);
    const before = await folds();
    assert.equal(before.filter((fold) => fold.endsWith("true")).length, 1);
    await reload();
    await own.locator(".step").nth(2).waitFor();
    assert.deepEqual(await folds(), before);
    await own.locator(".steps > summary").click();
    await notKept(opened, /"steps"/);
    await reload();
    await own.locator(".steps").waitFor();
    assert.equal(await own.locator("details[open]").count(), 0);
  });

  it("keeps a fold open while its turn becomes another, and while all is drawn anew", async () => {
    const live = { steps: [step], text: "Half", running: [] };
    const asked = turn({ id: "t1", result: { state: "waiting", live } });
    const { page, post } = await open(chat([asked]));
    await page.locator(".steps > summary").click();
    await post({ event: "turn", turn: { ...turn(), id: "t1" } });
    await page.locator(".code-block").waitFor();
    await page.locator(".steps[open] .step").first().waitFor();
    await post({
      event: "chat",
      chat: chat([{ ...turn({ otherHub: "other.example" }), id: "t1" }]),
    });
    await page.getByText("from other.example").waitFor();
    await page.locator(".steps[open] .step").first().waitFor();
  });

  it("keeps each conversation apart", async () => {
    const { page, post } = await open(chat([{ ...turn(), id: "t1" }]));
    await page.locator(".steps > summary").click();
    await page.locator(".steps[open] .step").first().waitFor();
    await post({ event: "chat", chat: chat([{ ...turn(), id: "t1" }], { conversationId: "c2" }) });
    await page.locator(".steps:not([open])").waitFor();
    await post({ event: "chat", chat: chat([{ ...turn(), id: "t1" }]) });
    await page.locator(".steps[open]").waitFor();
  });

  it("Q8 has its panel and the attachment in the composer open, the focus elsewhere", async () => {
    const opened = await open(chat([turn()], { attachments: [attachment] }), {
      answer: () => ({ endpoint: "POST /api/v1/invoke_agent", json: "{}" }),
    });
    const { page, reload } = opened;
    await page.locator(".chip > summary").click();
    const openOptions = () => page.getByRole("button", { name: /^Options/ }).click();
    for (const [show, panel] of [
      [openOptions, ".options"],
      [() => openPreview(page), ".request"],
    ] as const) {
      await show();
      await page.locator(panel).waitFor();
      await kept(opened, panel === ".options" ? /"panel":"options"/ : /"panel":"preview"/);
      await reload();
      await page.locator(panel).waitFor();
      await page.locator(".chip[open] .preview").waitFor();
      assert.equal(await page.locator(".panel:focus-within, .chip:focus-within").count(), 0);
    }
    await page.locator(".request").getByRole("button", { name: "Close" }).click();
    await notKept(opened, /"panel"/);
    await reload();
    await page.locator(".turn").waitFor();
    assert.equal(await page.locator(".panel").isVisible(), false);
  });

  it("Q8 has its find box open and stays where it is until the next key", async () => {
    const opened = await open(chat(many));
    const { page, reload } = opened;
    await page.keyboard.press("ControlOrMeta+f");
    await page.getByLabel("Find", { exact: true }).fill("t15-19");
    await page.getByText("1 of 1").waitFor();
    const place = await readAt(opened, "Paragraph t7-9.", "t7");
    await kept(opened, /"find":"t15-19"/);
    await reload();
    await page.getByText("? of 1").waitFor();
    assert.equal(await page.getByLabel("Find", { exact: true }).inputValue(), "t15-19");
    await returnedTo(page, place);
    assert.equal(await page.locator("input:focus").count(), 0);
    await page.getByLabel("Find", { exact: true }).press("Enter");
    await page.getByText("1 of 1").waitFor();
    await page.getByText("Paragraph t15-19.").waitFor();
    await page.getByLabel("Find", { exact: true }).press("Escape");
    await notKept(opened, /"find"/);
    await reload();
    await page.locator(".turn").first().waitFor();
    assert.equal(await page.locator(".find").count(), 0);
  });

  it("forgets what it kept of the oldest conversations and of turns that are gone", async () => {
    const opened = await open(chat([{ ...turn(), id: "t1" }]));
    const { page, post } = opened;
    await page.locator(".steps > summary").click();
    await kept(opened, /"t1",\["steps"\]/);
    await post({ event: "removed", turnId: "t1" });
    await notKept(opened, /steps/);
    for (let at = 0; at < 50; at++)
      await post({ event: "chat", chat: chat([], { conversationId: `other${at}` }) });
    await kept(opened, /"conversationId":"other49"/);
    const { conversations } = JSON.parse(await opened.state()) as { conversations: unknown[] };
    assert.equal(conversations.length, 20);
  });

  it("forgets the oldest folds first, of those of very many turns", async () => {
    const opened = await open(chat([{ ...turn(), id: "t1" }]));
    const folds = Array.from({ length: 100 }, (_, at) => [`old${at}`, ["sources"]]);
    await opened.reload({ conversations: [{ id: pageState.conversationId, folds }] });
    await opened.page.locator(".steps > summary").click();
    await kept(opened, /"t1",\["steps"\]/);
    const text = await opened.state();
    assert.ok(text.includes('"old99"') && text.includes('"old1"') && !text.includes('"old0"'));
    // What is used again counts as new.
    const again = [["t1", ["reasoning"]], ...folds.slice(1), ["new", ["sources"]]];
    await opened.reload({ conversations: [{ id: pageState.conversationId, folds: again }] });
    await opened.page.locator(".steps > summary").click();
    await kept(opened, /"t1",\["reasoning","steps"\]/);
    assert.doesNotMatch(await opened.state(), /"old1"/);
  });

  it("keeps places and folds, and no word of a conversation", async () => {
    const opened = await open(
      chat([...many, { ...turn(), id: "t20" }], {
        attachments: [attachment],
        draft: "A draft",
        title: "A title",
      }),
    );
    const { page, state } = opened;
    for (const fold of [".steps > summary", ".chip > summary"])
      await page.locator(fold).last().click();
    await readAt(opened, "Paragraph t7-9.", "t7");
    await kept(opened, /step/);
    const text = await state();
    const words = /paragraph|leak|listener|useEffect|cart|reviewer|engine|GiB|draft|title|hub/i;
    assert.doesNotMatch(text, words);
  });

  it("begins anew where what was kept is not understood", async () => {
    const { page, reload, errors } = await open(chat([turn()]));
    const states = [
      null,
      "x",
      { conversations: 3, panel: "constructor", find: {} },
      {
        conversations: [
          null,
          { id: 1 },
          { id: pageState.conversationId, place: { turnId: "t" }, folds: [["t", [1]], 7] },
        ],
      },
      {
        conversations: [
          {
            id: pageState.conversationId,
            folds: [["t1", ["__proto__/constructor", "step x y", "/"]]],
          },
        ],
      },
    ];
    for (const state of some(states, 2)) {
      await reload(state);
      await page.locator(".code-block").waitFor();
    }
    assert.deepEqual(errors, []);
  });
});
