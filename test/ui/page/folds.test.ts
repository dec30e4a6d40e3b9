import assert from "node:assert/strict";
import { attachment, chat, retry, turn } from "./fixtures";
import { useChromium } from "./suite";

const failedWith = (action: "addModel" | "retry") =>
  turn({
    result: {
      state: "failed",
      problem: { sentence: "No answer.", remedies: [{ action, label: "Go" }] },
    },
  });

describe("what is folded", () => {
  const { open } = useChromium();

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
    assert.deepEqual(looks, [["Retry", "button"]]);
  });
});

const show = (conversationId: string) => ({
  event: "chat",
  chat: chat([], { attachments: [attachment], conversationId }),
});

describe("folds that are kept", () => {
  const { open } = useChromium();

  it("are opened from the outside in, in whatever order they were opened", async () => {
    const other = { turnId: "o1", expertName: "Other", modelOnly: false, state: "done" } as const;
    const { page, reload } = await open(chat([{ ...turn(), id: "t1", others: [other] }]), {
      answer: (call) => (call === "otherAnswer" ? turn({ id: "o1" }) : undefined),
    });
    const folds = [["t1", ["others/other o1/steps", "others/other o1", "others"]]];
    await reload({ conversations: [{ id: "c1", folds }] });
    await page.locator(".other[open] .answer").waitFor();
    await page.locator(".other[open] .steps[open] .step").first().waitFor();
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
    await page.getByRole("menuitem", { name: "Fork from here" }).press("Enter");
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
      "Ask another question in place of this one",
      "The same question, with another ability or model",
      "Ask other experts the same question and see the answers side by side",
      "Continue from this answer in a new conversation",
      "Save the question under a name, to ask it again",
      "Copy the request as a shell command, without the key",
      "The answer as the hub sent it",
      "Copy",
      "Insert at cursor in cart.ts",
      "Replace selection in cart.ts",
      "Open in new file",
    ]);
  });
});
