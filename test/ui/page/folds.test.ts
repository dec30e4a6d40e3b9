import assert from "node:assert/strict";
import { answer, attachment, chat, retry, step, turn } from "./fixtures";
import { useChromium } from "./suite";

const grouped = (count: number) => count.toLocaleString("en");

const failedWith = (action: "addModel" | "retry") =>
  turn({
    result: {
      state: "failed",
      problem: { sentence: "No answer.", remedies: [{ action, label: "Go" }] },
    },
  });

describe("what is folded", () => {
  const { open } = useChromium();

  it("is drawn once, however often it is opened", async () => {
    const { page, reload, state } = await open(chat([{ ...turn(), id: "t1" }]));
    const fold = page.locator(".attached > summary");
    const texts = page.locator(".attached pre");
    assert.equal(await texts.count(), 0);
    for (const open of [true, false, true]) {
      await fold.click();
      await page.locator(`.attached${open ? "[open]" : ":not([open])"}`).waitFor();
      await texts.waitFor({ state: open ? "visible" : "hidden" });
      assert.equal(await texts.count(), 1);
    }
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    assert.match(await state(), /"attached a1"/);
    await reload();
    await texts.waitFor();
    assert.equal(await texts.count(), 1);
  });

  it("shows a long text in parts, and all of it in the end", async () => {
    const log = Array.from({ length: 13_000 }, (_, at) => String(at).padStart(9, "0")).join(" ");
    const { page } = await open(
      chat([
        turn({ result: { state: "done", answer: { ...answer, steps: [[{ ...step, log }]] } } }),
      ]),
    );
    await page.locator(".steps > summary").click();
    await page.locator(".step > summary").click();
    const text = page.getByRole("group", { name: "Log", exact: true });
    for (const shown of [10_000, 110_000]) {
      const more = page.getByRole("button", {
        name: `${grouped(log.length - shown)} characters more`,
      });
      await more.waitFor();
      assert.ok((await text.textContent())?.startsWith(log.slice(0, shown)));
      await more.click();
    }
    assert.equal(await text.textContent(), log);
    assert.equal(await page.getByRole("button", { name: /more$/ }).count(), 0);
  });

  it("leaves out of a step what it does not have", async () => {
    const bare = { messageLog: [], query: "", raw: '{"bare": true}' };
    const { page } = await open(
      chat([turn({ result: { state: "done", answer: { ...answer, steps: [[bare]] } } })]),
    );
    await page.locator(".steps > summary").click();
    assert.equal(await page.locator(".step > summary").textContent(), "step");
    assert.equal(await page.locator(".step-group").count(), 0);
    await page.locator(".step > summary").click();
    assert.deepEqual(await page.locator(".step-body").allTextContents(), ["Raw JSON"]);
    await page.locator(".raw > summary").click();
    await page.getByRole("group", { name: "Raw JSON" }).getByText('{"bare": true}').waitFor();
  });

  it("names each text of a step", async () => {
    const { page } = await open(
      chat([turn({ result: { state: "done", answer: { ...answer, steps: [[step]] } } })]),
    );
    await page.locator(".steps > summary").click();
    await page.locator(".step > summary").click();
    const texts = page.locator(".step .long-text");
    await texts.first().waitFor();
    assert.deepEqual(
      await texts.evaluateAll((all) => all.map((one) => [one.ariaLabel, one.textContent])),
      [
        ["Query", step.query],
        ["Log", step.log],
        ["Message", step.messageLog[0]?.content],
        ["Arguments", step.messageLog[0]?.calls[0]?.arguments],
      ],
    );
    assert.deepEqual(await page.locator(".step .field-name").allTextContents(), [
      "Query",
      "Log",
      "Message log",
      "Call ID",
    ]);
  });

  it("marks a question that needs a model as unfinished, not as an error", async () => {
    const { page } = await open(chat([failedWith("addModel"), failedWith("retry")]));
    const icons = page.locator(".problem > .icon");
    await icons.nth(1).waitFor();
    const colours = await icons.evaluateAll((all) =>
      all.map((each) => getComputedStyle(each).color),
    );
    assert.notEqual(colours[0], colours[1]);
  });

  it("holds the details of a failure, if there are any", async () => {
    const problem = { sentence: "The key was refused.", remedies: [retry] };
    const { page } = await open(
      chat([
        turn({ result: { state: "failed", problem: { ...problem, details: "HTTP status 401" } } }),
        turn({ result: { state: "failed", problem } }),
      ]),
    );
    assert.equal(await page.locator(".details").count(), 1);
    await page.locator(".details > summary").click();
    await page.getByRole("group", { name: "Details" }).getByText("HTTP status 401").waitFor();
    const looks = await page
      .locator(".turn")
      .first()
      .locator(".buttons .button")
      .evaluateAll((all) => all.map((one) => [one.textContent, one.className]));
    assert.deepEqual(looks, [
      ["Retry", "button"],
      ["Discard", "button secondary"],
    ]);
  });
});

const show = (conversationId: string) => ({
  event: "chat",
  chat: chat([], { attachments: [attachment], conversationId }),
});

describe("folds that are kept", () => {
  const { open } = useChromium();

  it("are opened from the outside in, in whatever order they were opened", async () => {
    const { page, reload } = await open(chat([{ ...turn(), id: "t1" }]));
    const folds = [["t1", ["steps/step 0 0/raw", "steps/step 0 0", "steps"]]];
    await reload({ conversations: [{ id: "c1", folds }] });
    await page.locator(".raw[open] .long-text").waitFor();
    assert.equal(await page.locator("details[open]").count(), 3);
  });

  it("are those of the attachment of each conversation", async () => {
    const { page, post } = await open(chat([], { attachments: [attachment] }));
    await page.locator(".chip > summary").click();
    await page.locator(".chip[open] .preview").waitFor();
    await post(show("c2"));
    // By then, its folds would be open.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    assert.equal(await page.locator(".chip[open]").count(), 0);
    await post(show("c1"));
    await page.locator(".chip[open] .preview").waitFor();
  });
});

describe("the menu of a turn", () => {
  const { open } = useChromium();

  for (const type of ["blur", "resize"])
    it(`closes on ${type} of the window`, async () => {
      const { page } = await open(chat([turn()]));
      const owner = page.getByRole("button", { name: "More actions" });
      await owner.click();
      await page.getByRole("menu", { name: "More actions" }).waitFor();
      await page.evaluate((name) => window.dispatchEvent(new Event(name)), type);
      assert.equal(await page.getByRole("menu").count(), 0);
      assert.equal(await owner.getAttribute("aria-expanded"), "false");
    });

  it("keeps its Escape to itself, and gives the focus back where an action is chosen", async () => {
    const { page } = await open(chat([turn()]));
    const owner = page.getByRole("button", { name: "More actions" });
    await page.evaluate(() => {
      addEventListener("keydown", ({ key }) => (document.title = key));
    });
    await owner.click();
    await page.getByRole("menuitem").first().press("ArrowDown");
    assert.equal(await page.title(), "ArrowDown");
    await page.keyboard.press("Escape");
    assert.equal(await page.title(), "ArrowDown");
    await owner.and(page.locator(":focus")).waitFor();
    await owner.click();
    await page.getByRole("menuitem").first().press("Enter");
    await owner.and(page.locator(":focus")).waitFor();
  });

  it("is above its button where there is no room below", async () => {
    const { page } = await open(chat([turn()]), { height: 500 });
    const owner = page.getByRole("button", { name: "More actions" });
    await page.locator(".code-block").waitFor();
    await page.locator(".composer").evaluate((element) => (element.style.display = "none"));
    await owner.click();
    const [menu, button] = [await page.getByRole("menu").boundingBox(), await owner.boundingBox()];
    assert.ok(
      menu && button && menu.y >= 0 && menu.y + menu.height <= button.y,
      JSON.stringify(menu),
    );
  });

  it("is the only one, and says what each action does", async () => {
    const { page } = await open(chat([turn(), turn()]));
    const owners = page.getByRole("button", { name: "More actions" });
    await owners.first().press("Enter");
    await page.getByRole("menu").waitFor();
    await owners.last().press("Enter");
    await page.locator(".more-actions[aria-expanded=true]").and(owners.last()).waitFor();
    assert.equal(await page.getByRole("menu").count(), 1);
    assert.equal(await owners.first().getAttribute("aria-expanded"), "false");
    const titles = await page
      .getByRole("menuitem")
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).title));
    assert.deepEqual(titles, [
      "Edit this question in a new conversation that ends before it",
      "The same question, with another ability or model",
      "Continue from this answer in a new conversation",
      "Save the question under a name, to ask it again",
      "Copy the request as a shell command, without the key",
      "The answer as the hub sent it",
      "Insert at cursor in cart.ts",
      "Replace selection in cart.ts",
      "Open in new file",
    ]);
  });
});
