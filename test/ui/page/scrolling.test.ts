import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../support/until";
import { answered, chat, retry, turn } from "./fixtures";
import { useChromium } from "./suite";

const long = "A paragraph of some words that fill a line or two.\n\n".repeat(40);
const waiting = turn({ id: "asked", result: { state: "waiting" } });
const before = Array.from({ length: 6 }, (_, at) => ({ ...answered(long), id: `t${at}` }));

const topOf = (page: Page, id: string) =>
  page.evaluate((turnId) => {
    const { top } = document.querySelector("main")!.getBoundingClientRect();
    const turn = document.querySelector(`[data-turn=${turnId}]`);
    return Math.round((turn?.getBoundingClientRect().top ?? 0) - top);
  }, id);

/** Until all is drawn, and nothing moves by itself any more. */
async function atRest(page: Page): Promise<number> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".answer")].every(
      (answer) => answer.querySelector(".part") && !answer.querySelector(".plain, .undrawn"),
    ),
  );
  const look = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++)
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)));
      return document.querySelector("main")!.scrollTop;
    });
  let now = await look();
  let same = 0;
  await until("it is at rest", async () => {
    const last = now;
    now = await look();
    same = last === now ? same + 1 : 0;
    return same > 2;
  });
  return now;
}

/** Scrolls, and hides the page before anything was stored; what is stored then. */
const hiddenAfterScroll = (page: Page, leavesNoRoom: boolean) =>
  page.evaluate((noRoom) => {
    const main = document.querySelector("main")!;
    main.dispatchEvent(new Event("pointerdown"));
    main.scrollTop = 700;
    const { top } = main.getBoundingClientRect();
    const first = [...document.querySelectorAll<HTMLElement>("[data-turn]")].find(
      (turn) => turn.getBoundingClientRect().bottom > top,
    );
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    if (noRoom) {
      main.style.display = "none";
      document.dispatchEvent(new Event("visibilitychange"));
    }
    const state = sessionStorage.getItem(`state of ${location.search}`) ?? "";
    return { state, turnId: first?.dataset["turn"] };
  }, leavesNoRoom);

describe("scrolling", () => {
  const { open } = useChromium();

  for (const gesture of ["wheel", "touchstart", "pointerdown", "keydown"])
    it(`is the reader's after a ${gesture}`, async () => {
      const { page, post } = await open(chat([...before, waiting], { busy: true }));
      await page.locator(".waiting").waitFor();
      await atRest(page);
      await page.locator("main").evaluate((element, type) => {
        element.dispatchEvent(new Event(type));
        element.scrollTop -= 900;
      }, gesture);
      const place = await atRest(page);
      await post({ event: "turn", turn: { ...answered(long), id: "asked" } });
      await page.getByRole("button", { name: "New answer" }).waitFor();
      assert.equal(await atRest(page), place);
    });

  it("follows the end for who is a line above it", async () => {
    const { page, post } = await open(chat([...before, waiting], { busy: true }));
    await page.locator(".waiting").waitFor();
    await atRest(page);
    await page.locator("main").evaluate((element) => {
      element.dispatchEvent(new Event("pointerdown"));
      element.scrollTop -= 40;
    });
    await atRest(page);
    await post({ event: "turn", turn: { ...answered(long), id: "asked" } });
    await page.locator("[data-turn=asked] .answer").waitFor();
    await until("it is at its beginning", async () => (await topOf(page, "asked")) === 8);
    assert.equal(await page.locator(".new-answer").isVisible(), false);
  });

  it("shows the beginning of an answer whose question is longer than the view", async () => {
    const asked = { ...waiting, question: long };
    const { page, post } = await open(chat([asked], { busy: true }));
    await page.locator(".waiting").waitFor();
    await post({ event: "turn", turn: { ...answered(long), id: "asked", question: long } });
    await page.locator("[data-turn=asked] .answer").waitFor();
    const header = page.locator("[data-turn=asked] .question + *");
    await until("it is at its beginning", () =>
      header.evaluate((element) => {
        const { top } = document.querySelector("main")!.getBoundingClientRect();
        return Math.round(element.getBoundingClientRect().top - top) === 8;
      }),
    );
    assert.equal(await page.locator(".new-answer").isVisible(), false);
  });

  it("shows all of a short answer, and not only its beginning", async () => {
    const { page, post } = await open(chat([...before, waiting], { busy: true }));
    await page.locator(".waiting").waitFor();
    await post({ event: "turn", turn: { ...answered("Short."), id: "asked" } });
    await page.getByText("Short.", { exact: true }).waitFor();
    await until("it is at the end", () =>
      page.locator("main").evaluate((element) => {
        const { scrollHeight, scrollTop, clientHeight } = element;
        return scrollHeight - scrollTop - clientHeight < 1;
      }),
    );
  });

  it("goes to the question that was just asked, wherever the reader was", async () => {
    const { page, post } = await open(chat(before));
    await atRest(page);
    await page.locator("main").evaluate((element) => {
      element.dispatchEvent(new Event("pointerdown"));
      element.scrollTop = 0;
    });
    await atRest(page);
    await post({ event: "turn", turn: waiting });
    await page.locator(".waiting").waitFor();
    await until("it is seen", async () => {
      const { bottom } = (await page
        .locator("main")
        .evaluate((element) => element.getBoundingClientRect().toJSON() as unknown)) as DOMRect;
      const box = await page.locator(".waiting").boundingBox();
      return box !== null && box.y + box.height <= bottom + 1;
    });
  });

  it("offers no new answer where there is none, nor once the end was reached", async () => {
    const { page, post } = await open(chat([...before, waiting], { busy: true }));
    await page.locator(".waiting").waitFor();
    await atRest(page);
    await page.locator("main").evaluate((element) => {
      element.dispatchEvent(new Event("pointerdown"));
      element.scrollTop = 0;
    });
    await atRest(page);
    const offer = page.getByRole("button", { name: "New answer" });
    const problem = { sentence: "The hub did not answer.", remedies: [retry] };
    for (const result of [{ state: "failed", problem }, { state: "stopped" }] as const) {
      await post({ event: "turn", turn: waiting });
      await post({ event: "turn", turn: { ...waiting, result } });
      await page.locator("[aria-label='No answer']").waitFor({ state: "attached" });
      assert.equal(await offer.isVisible(), false, result.state);
    }
    await post({ event: "turn", turn: waiting });
    await post({ event: "turn", turn: { ...answered("Fine."), id: "asked" } });
    await offer.waitFor();
    await page.locator("main").evaluate((element) => (element.scrollTop = 1e6));
    await offer.waitFor({ state: "hidden" });
    await page.locator("main").evaluate((element) => (element.scrollTop = 0));
    await atRest(page);
    assert.equal(await offer.isVisible(), false);
  });

  it("offers the new answer until it was gone to, also from where it begins", async () => {
    const { page, post } = await open(chat([...before, waiting], { busy: true }));
    await page.locator(".waiting").waitFor();
    await atRest(page);
    await page.locator("main").evaluate((element) => {
      element.dispatchEvent(new Event("pointerdown"));
      element.scrollTop -= 900;
    });
    await post({ event: "turn", turn: { ...answered(long), id: "asked" } });
    const offer = page.getByRole("button", { name: "New answer" });
    await offer.waitFor();
    await atRest(page);
    await page.locator("main").evaluate((element) => {
      const { top } = document.querySelector("[data-turn=asked]")!.getBoundingClientRect();
      element.scrollTop += top - element.getBoundingClientRect().top - 8;
    });
    await atRest(page);
    assert.equal(await topOf(page, "asked"), 8);
    await offer.click();
    await offer.waitFor({ state: "hidden" });
  });

  it("stays at a turn that was led to, whatever arrives", async () => {
    const { page, post } = await open(chat([...before, waiting], { busy: true }));
    await page.locator(".waiting").waitFor();
    await atRest(page);
    await post({ event: "reveal", turnId: "t2" });
    await until("it is there", async () => Math.abs(await topOf(page, "t2")) <= 1);
    await atRest(page);
    await post({ event: "turn", turn: { ...answered(long), id: "asked" } });
    await page.getByRole("button", { name: "New answer" }).waitFor();
    await atRest(page);
    assert.ok(Math.abs(await topOf(page, "t2")) <= 1, String(await topOf(page, "t2")));
  });

  it("leads to a turn that the host sends later", async () => {
    const { page, post } = await open({ ...chat(before.slice(3)), more: true });
    await atRest(page);
    await post({ event: "reveal", turnId: "t1" });
    const { conversationId } = chat([]).pageState;
    await post({ event: "earlier", conversationId, turns: before.slice(0, 3), more: false });
    await page.locator("[data-turn=t1] .who").waitFor();
    await until("it is there", async () => Math.abs(await topOf(page, "t1")) <= 1);
  });

  it("is at the end while the place to return to is not there", async () => {
    const { page, reload } = await open(chat(before));
    const place = { turnId: "gone", offset: 0 };
    await reload({ conversations: [{ id: "c1", place, folds: [] }] });
    await page.locator("[data-turn=t5] .part").last().waitFor();
    await until("it is at the end", () =>
      page.locator("main").evaluate((element) => {
        const { scrollHeight, scrollTop, clientHeight } = element;
        return scrollHeight - scrollTop - clientHeight < 1;
      }),
    );
    await atRest(page);
    assert.ok((await topOf(page, "t5")) < 0, "only the end of the last one is seen");
    const kept = await page.evaluate(() => {
      Object.defineProperty(document, "hidden", { value: true, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
      return sessionStorage.getItem(`state of ${location.search}`);
    });
    assert.match(kept ?? "", /"place":\{"turnId":"gone","offset":0\}/);
  });

  it("is where it was in each conversation, however soon another one is shown", async () => {
    const { page } = await open(chat(before));
    await atRest(page);
    const show = (shown: unknown) =>
      page.evaluate((data) => {
        window.dispatchEvent(new MessageEvent("message", { data }));
      }, shown);
    // In one task: the place is not recorded by the time of the last scrolling.
    const seen = await page.evaluate(
      (data) => {
        const main = document.querySelector("main")!;
        main.dispatchEvent(new Event("pointerdown"));
        main.scrollTop = 700;
        const { top } = main.getBoundingClientRect();
        const turns = [...main.querySelectorAll<HTMLElement>("[data-turn]")];
        const first = turns.find((turn) => turn.getBoundingClientRect().bottom > top)!;
        const at = { id: first.dataset["turn"]!, top: first.getBoundingClientRect().top - top };
        window.dispatchEvent(new MessageEvent("message", { data }));
        return at;
      },
      { event: "chat", chat: chat([answered("Other.")], { conversationId: "c2" }) },
    );
    await page.getByText("Other.").waitFor();
    await show({ event: "chat", chat: chat(before) });
    await page.locator("[data-turn=t0] .answer").waitFor();
    await until("it is back", async () => Math.abs((await topOf(page, seen.id)) - seen.top) < 2);
  });

  it("follows one answer after the other, also from the beginning of a long one", async () => {
    const other = { ...waiting, id: "other" };
    const { page, post } = await open(chat([...before, waiting, other], { busy: true }));
    await page.locator(".waiting").last().waitFor();
    await atRest(page);
    for (const id of ["asked", "other"]) {
      await post({ event: "turn", turn: { ...answered(long), id } });
      await page.locator(`[data-turn=${id}] .answer`).waitFor();
      await until("it is at its beginning", async () => (await topOf(page, id)) === 8);
      assert.equal(await page.locator(".new-answer").isVisible(), false);
    }
  });

  for (const [name, leavesNoRoom] of [
    ["is not forgotten where the page has no room", true],
    ["is kept with everything else at the moment the page is hidden", false],
  ] as const)
    it(name, async () => {
      const { page } = await open(chat(before));
      await atRest(page);
      const { state, turnId } = await hiddenAfterScroll(page, leavesNoRoom);
      assert.match(state, new RegExp(`"place":\\{"turnId":"${turnId}"`));
    });
});
