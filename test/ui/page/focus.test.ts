import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { answer, attachment, chat, pageState, turn } from "./fixtures";
import { openPreview } from "./states";
import { useChromium } from "./suite";

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute("aria-label") ?? activeElement?.textContent ?? "";
  });

describe("the focus", () => {
  const { open } = useChromium();

  it("is not taken from an input of VS Code by anything that arrives, and comes once that closed", async () => {
    const { page, post } = await open(chat([{ ...turn(), id: "t1" }]));
    await page.locator("[data-turn=t1] .steps > summary").focus();
    // Headless, every document believes that it has the focus.
    await page.evaluate(() => {
      (document.activeElement as HTMLElement).blur();
      Object.assign(document, { hasFocus: () => false });
    });
    await post({ event: "removed", turnId: "t1" });
    await post({ event: "pageState", pageState: { ...pageState, busy: true } });
    await post({ event: "focus" });
    await page.locator("[data-turn=t1]").waitFor({ state: "detached" });
    const isInBox = () => page.locator("#question:focus").count();
    assert.equal(await isInBox(), 0);
    await page.evaluate(() => {
      Object.assign(document, { hasFocus: () => true });
      dispatchEvent(new Event("focus"));
    });
    assert.equal(await isInBox(), 1);
  });

  it("does not go back to where it was to be once the user has pressed elsewhere", async () => {
    const { page, post } = await open(chat([turn()]));
    await page.locator(".turn").waitFor();
    await page.evaluate(() => {
      (document.activeElement as HTMLElement).blur();
      Object.assign(document, { hasFocus: () => false });
    });
    await post({ event: "focus" });
    const focusedAfter = (gesture?: string) =>
      page.evaluate((name) => {
        Object.assign(document, { hasFocus: () => true });
        if (name !== undefined) document.body.dispatchEvent(new Event(name, { bubbles: true }));
        dispatchEvent(new Event("focus"));
        return document.activeElement?.id;
      }, gesture);
    assert.equal(await focusedAfter("pointerdown"), "");
    await page.evaluate(() => Object.assign(document, { hasFocus: () => false }) && undefined);
    await post({ event: "focus" });
    assert.equal(await focusedAfter(), "question");
  });

  for (const [name, shown] of [
    ["Add Context…", chat([])],
    ["Do not attach cart.ts:10–24", chat([], { attachments: [attachment] })],
    ["Stop", chat([], { busy: true })],
  ] as const)
    it(`is in the box after "${name}"`, async () => {
      const { page } = await open(shown);
      await page.locator(".composer").getByRole("button", { name }).click();
      await page.locator("#question:focus").waitFor();
    });

  for (const result of [{ state: "stopped" }, { state: "done", answer }] as const)
    it(`is in the box once a question whose Stop had it is ${result.state}`, async () => {
      const waiting = turn({ id: "t1", result: { state: "waiting" } });
      const { page, post } = await open(chat([waiting], { busy: true }));
      await page.locator(".waiting").getByRole("button", { name: "Stop" }).click();
      await post({ event: "turn", turn: { ...waiting, result } });
      await page.locator("#question:focus").waitFor();
    });

  it("is in the box after a question that was refused, and once the reason was dismissed", async () => {
    const { page } = await open(chat([]), {
      answer: (call) => {
        if (call === "send") throw new Error("Not sent.");
      },
    });
    await page.fill("#question", "Why?");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Not sent.").waitFor();
    await page.locator("#question:focus").waitFor();
    await page.getByRole("button", { name: "Dismiss" }).press("Enter");
    await page.getByText("Not sent.").waitFor({ state: "hidden" });
    await page.locator("#question:focus").waitFor();
  });

  it("goes to the new answer with the button that leads there", async () => {
    const waiting = { ...turn({ result: { state: "waiting" } }), id: "new" };
    const long = Array.from({ length: 20 }, () => turn());
    const { page, post } = await open(chat([...long, waiting], { busy: true }));
    // Older turns come a moment later, above what is in view.
    await page.waitForFunction(() => document.querySelectorAll(".turn").length === 21);
    await page.locator("main").hover();
    await page.mouse.wheel(0, -100_000);
    await page.waitForFunction(() => document.querySelector("main")?.scrollTop === 0);
    await post({ event: "turn", turn: { ...turn({ question: "New?" }), id: "new" } });
    await page.getByRole("button", { name: "New answer" }).press("Enter");
    await page.locator("[data-turn=new]:focus").waitFor();
    await page.getByRole("button", { name: "New answer" }).waitFor({ state: "hidden" });
    assert.equal(await focused(page), "Question: New?");
  });

  it("is in the box after a suggestion was taken from its button", async () => {
    const { page, nextCall } = await open(chat([]));
    await page.locator(".suggestion").nth(1).press("Enter");
    await page.locator("#question:focus").waitFor();
    const { text = "" } = pageState.expert?.suggestions[1] ?? {};
    assert.deepEqual((await nextCall("saveDraft")).args, { conversationId: "c1", text });
  });

  it("goes to the request that is shown, and to the whole of a long one", async () => {
    const json = JSON.stringify({ input_data: "x".repeat(60_000) }, null, 2);
    const { page } = await open(chat([]), {
      answer: () => ({ endpoint: "POST /api/v1/invoke_agent", json }),
    });
    await openPreview(page);
    await page.locator(".readable:focus").waitFor();
    await page.getByRole("radio", { name: "JSON", exact: true }).check({ force: true });
    const rest = (json.length - 50_000).toLocaleString("en");
    await page.getByRole("button", { name: `${rest} characters more` }).press("Enter");
    await page.locator(".json:focus").waitFor();
    assert.equal(await page.locator(".json").textContent(), json);
  });

  it("goes to the address that takes the place of one that was removed", async () => {
    const documentUrls = ["https://a.example/", "https://b.example/", "https://c.example/"];
    const { page } = await open(chat([], { options: { ...pageState.options, documentUrls } }));
    await page.getByRole("button", { name: /^Options/ }).click();
    await page.getByRole("button", { name: "Remove https://b.example/" }).press("Enter");
    assert.equal(await focused(page), "Remove https://c.example/");
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "Remove https://a.example/");
    await page.keyboard.press("Enter");
    await page.locator("#address:focus").waitFor();
  });

  it("is back in the field after an address was added, which is then empty", async () => {
    const { page } = await open(chat([]));
    await page.getByRole("button", { name: /^Options/ }).click();
    await page.getByLabel("Document addresses").fill("https://a.example/");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.locator("#address:focus").waitFor();
    assert.equal(await page.locator("#address").inputValue(), "");
    await page.getByRole("button", { name: "Remove https://a.example/" }).waitFor();
  });

  it("stays in the field whose address is wrong, with the reason in sight", async () => {
    const { page } = await open(chat([]), { height: 420 });
    await page.getByRole("button", { name: /^Options/ }).click();
    await page.getByLabel("Document addresses").fill("guide.pdf");
    await page.keyboard.press("Enter");
    await page.locator("#address-error").waitFor();
    const [error, panel] = await Promise.all(
      ["#address-error", ".panel"].map((name) => page.locator(name).boundingBox()),
    );
    assert.ok(error && panel && error.y + error.height <= panel.y + panel.height + 1);
    await page.locator("#address:focus").waitFor();
  });

  it("goes to the first of the steps that a button added", async () => {
    const steps = Array.from({ length: 60 }, (_, at) => ({ sentence: `Step ${at}` }));
    const { page } = await open(
      chat([turn({ result: { state: "done", answer: { ...answer, steps } } })]),
    );
    await page.locator(".steps > summary").click();
    await page.getByRole("button", { name: "10 more" }).press("Enter");
    await page
      .locator(".step", { has: page.locator("button:focus") })
      .getByText("Step 50")
      .waitFor();
    assert.equal(await page.locator(".step").count(), 60);
    assert.equal(await page.getByRole("button", { name: /more$/ }).count(), 0);
  });

  it("goes to the last suggestion where the one that had it is gone", async () => {
    const { page, post } = await open(chat([]));
    await page.locator(".suggestion").nth(2).focus();
    const expert = { ...pageState.expert!, suggestions: [{ text: "Only this one" }] };
    await post({ event: "pageState", pageState: { ...pageState, expert } });
    await page.locator(".suggestion:focus").getByText("Only this one").waitFor();
  });

  it("goes round in the menu, to its ends by Home and End, and out of it by Tab", async () => {
    const { page } = await open(chat([turn()]));
    const owner = page.getByRole("button", { name: "More actions" });
    await owner.click();
    await page.getByRole("menuitem").first().and(page.locator(":focus")).waitFor();
    const walk: [key: string, item: string][] = [
      ["End", "Open in new file"],
      ["ArrowDown", "Edit question"],
      ["ArrowUp", "Open in new file"],
      ["Home", "Edit question"],
      ["ArrowDown", "Ask again…"],
      // From where it is, the next one that begins like that.
      ["a", "Ask again…"],
      ["x", "Ask again…"],
    ];
    for (const [key, item] of walk) {
      await page.keyboard.press(key);
      assert.equal(await focused(page), item, key);
    }
    await page.keyboard.press("Shift+Tab");
    assert.equal(await page.getByRole("menu").count(), 0);
    assert.equal(await focused(page), "Ask again…");
    await owner.click();
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("Tab");
    assert.equal(await page.getByRole("menu").count(), 0);
    await page.locator("#question:focus").waitFor();
  });

  it("goes to the box when the turn that had it is discarded, and stays elsewhere", async () => {
    const stopped = { ...turn({ result: { state: "stopped" } }), id: "t1" };
    const { page, post } = await open(chat([stopped, { ...turn(), id: "t2" }]));
    const other = page.locator("[data-turn=t2] .steps > summary");
    await other.focus();
    await post({ event: "removed", turnId: "t1" });
    await page.locator("[data-turn=t1]").waitFor({ state: "detached" });
    assert.ok(await other.evaluate((element) => element === document.activeElement));
  });
});
