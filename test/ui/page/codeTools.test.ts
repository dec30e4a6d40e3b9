import assert from "node:assert/strict";
import { answered, chat } from "./fixtures";
import { until } from "../../support/until";
import { useChromium } from "./suite";

const long = "word ".repeat(80);
const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\`\n\n`;

describe("the buttons of code", () => {
  const { open } = useChromium();

  it("lead to the file that a block names, and wrap the lines of all", async () => {
    const output = fence("ts src/cart.ts#L3-L5", long) + fence("ts", long);
    const { page, nextCall } = await open(chat([answered(output)]), {
      answer: (call) => (call === "existingFiles" ? ["src/cart.ts"] : undefined),
    });
    const blocks = page.locator(".code-block");
    await blocks.last().waitFor();
    assert.equal(await blocks.first().locator(".code-language").textContent(), "src/cart.ts:3–5");
    await page.getByRole("link", { name: "src/cart.ts:3–5" }).press("Enter");
    const turnId = await page.locator("[data-turn]").getAttribute("data-turn");
    assert.deepEqual((await nextCall("openFile")).args, { turnId, file: "src/cart.ts:3-5" });
    const more = page.getByRole("button", { name: "More code actions" });
    const choose = async (at: number, name: string) => {
      await more.nth(at).press("Enter");
      await page.getByRole("menuitem", { name }).press("Enter");
    };
    await more.first().press("Enter");
    assert.equal(await page.getByRole("menuitem", { name: "Go to" }).count(), 0);
    await page.keyboard.press("Escape");
    await choose(1, "Go to cart.ts");
    assert.deepEqual((await nextCall("goToRange")).args, { turnId, blockIndex: 1 });
    const scrolls = () =>
      blocks
        .locator("pre")
        .evaluateAll((all) => all.map((one) => one.scrollWidth > one.clientWidth));
    assert.deepEqual(await scrolls(), [true, true]);
    await choose(1, "Wrap lines");
    assert.deepEqual(await scrolls(), [false, false]);
    await choose(0, "Do not wrap lines");
    assert.deepEqual(await scrolls(), [true, true]);
  });

  it("stay where they are when they wrap the lines of all code", async () => {
    const output = fence("ts", long) + fence("ts", "a;") + "Words.\n\n".repeat(60);
    const { page } = await open(chat([answered(output)]));
    const more = page.getByRole("button", { name: "More code actions" }).last();
    await more.waitFor();
    await page.locator("main").dispatchEvent("pointerdown");
    await more.evaluate((element) => element.scrollIntoView({ block: "start" }));
    const top = async () => (await more.boundingBox())!.y;
    const before = await top();
    for (const name of ["Wrap lines", "Do not wrap lines"]) {
      await more.press("Enter");
      await page.getByRole("menuitem", { name }).press("Enter");
      await until(`${name}: it is where it was`, async () => Math.abs((await top()) - before) < 2);
    }
  });

  it("lead to no place where none is known", async () => {
    const { page, errors } = await open(chat([answered(fence("ts", "a;"), { target: undefined })]));
    await page.getByRole("button", { name: "More code actions" }).press("Enter");
    await page.getByRole("menu").waitFor();
    assert.deepEqual(await page.getByRole("menuitem").allTextContents(), [
      "Copy",
      "Insert at cursor",
      "Open in new file",
      "Wrap lines",
    ]);
    assert.deepEqual(errors, []);
  });

  it("take room from the name of a file only while they are shown, and never its height", async () => {
    const output = fence("ts src/checkout/basket/totals.ts", "a;");
    const { page } = await open(chat([answered(output)]), { width: 280 });
    const name = page.locator(".code-language");
    await name.waitFor();
    await page.mouse.move(0, 0);
    const head = page.locator(".code-head");
    const seen = async () => [
      await name.evaluate((one) => one.scrollWidth > one.clientWidth),
      (await head.boundingBox())!.height,
    ];
    const [isCut, height] = await seen();
    assert.equal(isCut, false);
    await head.hover();
    assert.deepEqual(await seen(), [true, height]);
    await page.mouse.move(0, 0);
    await page.getByRole("button", { name: "More code actions" }).first().focus();
    assert.deepEqual(await seen(), [true, height]);
  });

  it("offer one review of an answer with changes to several files", async () => {
    const output = fence("ts a.ts", "a") + fence("ts b.ts", "b");
    const { page, nextCall } = await open(chat([answered(output)]));
    await page.locator(".review-all").getByRole("button", { name: "Apply" }).click();
    const turnId = await page.locator("[data-turn]").getAttribute("data-turn");
    assert.deepEqual((await nextCall("useOutput")).args, { turnId, action: "apply" });
  });

  it("offer the review also of answers that are drawn at once, and above their actions", async () => {
    const { page, post } = await open(chat([answered("The code for Markdown is loaded.")]));
    await page.locator(".part").waitFor();
    const two = fence("ts a.ts", "a") + fence("ts b.ts", "b");
    const diff = "--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-a\n+b";
    const named = `\`a.ts\`:\n\n${fence("diff", "-a\n+b")}`;
    for (const [id, output] of [two, diff, two + named].entries()) {
      const turn = { ...answered(output), id: `changes-${id}` };
      await post({ event: "turn", turn });
      // It may be drawn again, such as when its place is known.
      await post({ event: "turn", turn });
      const own = page.locator(`[data-turn=${turn.id}]`);
      await own.locator(".review-all").getByRole("button", { name: "Apply" }).waitFor();
      const inOrder = own.locator(".answer, .review-all, .answer ~ .actions");
      const classes = await inOrder.evaluateAll((all) => all.map(({ className }) => className));
      assert.deepEqual(classes, ["answer", "review-all", "actions"]);
    }
  });

  it("say how far the review has come, and what is not in it", async () => {
    const two = `${fence("ts a.ts", "a")}\n\n${fence("ts b.ts", "b")}`;
    const { page, post, nextCall } = await open(chat([answered(two)]));
    const turnId = (await page.locator("[data-turn]").getAttribute("data-turn"))!;
    const count = page.locator(".review-count");
    const apply = page.locator(".review-all").getByRole("button", { name: "Apply" });
    await apply.waitFor();
    assert.equal(await apply.getAttribute("class"), "button");
    assert.equal(await count.isVisible(), false);
    const review = { state: "open" as const, kept: 7, all: 7, edited: 0, files: 3 };
    await post({ event: "review", turnId, review: { ...review, notPlaced: [] } });
    await page.getByRole("button", { name: "Show Review" }).click();
    assert.deepEqual((await nextCall("reviewAllChanges")).args, { turnId });
    assert.equal(await count.textContent(), "In review: 7 of 7 hunks in 3 files");
    const notPlaced = ["b.ts does not exist.", "<b>c.ts</b> is a folder."];
    await post({ event: "review", turnId, review: { ...review, kept: 5, edited: 1, notPlaced } });
    await page.getByText("b.ts does not exist.").waitFor();
    assert.equal(await count.textContent(), "In review: 5 of 7 hunks in 3 files (1 edited)");
    assert.deepEqual(await page.locator(".review-reasons li").allTextContents(), notPlaced);
    const state = "applied" as const;
    await post({ event: "review", turnId, review: { ...review, state, kept: 5, notPlaced } });
    await apply.waitFor();
    assert.equal(await apply.getAttribute("class"), "button secondary", "it is done");
    assert.equal(await count.textContent(), "Applied: 5 of 7 hunks in 3 files");
    assert.equal(
      await page.getByRole("status").filter({ hasText: "hunks" }).count(),
      0,
      "read out",
    );
  });

  it("stay in view at the end of the chat while the reasons below them come", async () => {
    const long = "A line.\n\n".repeat(60) + fence("ts a.ts", "a");
    const { page, post } = await open(chat([answered(long)]));
    const turnId = (await page.locator("[data-turn]").getAttribute("data-turn"))!;
    const main = page.locator("main");
    // Until then, the chat follows by itself, which a press anywhere ends.
    await page.locator(".code-block").waitFor();
    await page.getByRole("button", { name: "Apply" }).click();
    await main.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    const notPlaced = Array.from({ length: 4 }, (_, n) => `b${n}.ts does not exist.`);
    const review = { state: "open" as const, kept: 7, all: 7, edited: 0, files: 3, notPlaced };
    await post({ event: "review", turnId, review });
    await page.getByText("b3.ts does not exist.").waitFor();
    await until("it is at the end", () =>
      main.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop < 2),
    );
  });

  it("fold many reasons, and leave them unfolded while hunks are skipped", async () => {
    const { page, post } = await open(chat([answered(fence("ts a.ts", "a"))]));
    const turnId = (await page.locator("[data-turn]").getAttribute("data-turn"))!;
    await page.getByRole("button", { name: "Apply" }).waitFor();
    const notPlaced = Array.from({ length: 30 }, (_, n) => `b${n}.ts does not exist.`);
    const review = { state: "open" as const, kept: 7, all: 7, edited: 0, files: 3, notPlaced };
    await post({ event: "review", turnId, review });
    const reasons = page.locator(".review-reasons li");
    await page.getByText("b3.ts does not exist.").waitFor();
    assert.equal(await reasons.count(), 4);
    await page.getByRole("button", { name: "26 more" }).click();
    await page.getByText("b29.ts does not exist.").waitFor();
    await post({ event: "review", turnId, review: { ...review, kept: 6 } });
    await page.getByText("In review: 6 of 7").waitFor();
    assert.deepEqual(await reasons.allTextContents(), notPlaced);
  });

  it("offer no review of excerpts, such as the results of a search", async () => {
    const places = ["src/a.ts:12", "src/b.ts:3"];
    const found = places.map((place) => `**\`${place}\`**\n\n${fence("ts", "parse();")}`).join("");
    const quoted = `In \`a.ts\` (lines 10–20):\n\n${fence("ts", "a")}In \`b.ts\`:\n\n${fence("ts", "b")}`;
    const { page, post } = await open(chat([answered(found)]));
    await page.locator(".code-block").nth(1).waitFor();
    await post({ event: "turn", turn: { ...answered(quoted), id: "quoted" } });
    await page.locator("[data-turn=quoted] .code-block").nth(1).waitFor();
    assert.equal(await page.getByRole("button", { name: "Apply" }).count(), 1, "of b.ts");
  });
});
