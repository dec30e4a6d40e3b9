import assert from "node:assert/strict";
import { until } from "../../support/until";
import { answered, chat } from "./fixtures";
import { useChromium } from "./suite";

const rounds = (earlier: string, rest: string) =>
  answered(`${earlier}\n\n${rest}`, { earlierLength: earlier.length + 2 });

const block = (text: string) => `\`\`\`ts\n${text}\n\`\`\``;
const line = ".rounds > summary";

describe("what a model wrote before it last called a tool", () => {
  const { open } = useChromium();

  it("is folded into a line, and shown by it", async () => {
    const { page } = await open(
      chat([rounds("**Let me** look at the cart.\nAnd more.\n\nFound it.", "It leaks.")]),
    );
    const earlier = page.getByText("Found it.");
    await page.getByText("It leaks.").waitFor();
    assert.equal(await earlier.isVisible(), false);
    const words = await page.locator(line).textContent();
    assert.equal(words, "Earlier: **Let me** look at the cart.");
    assert.equal(await page.locator(".rounds + .answer").count(), 1, "it stands above");
    await page.locator(line).click();
    await earlier.waitFor();
    await page.locator(line).press("Enter");
    await earlier.waitFor({ state: "hidden" });
    assert.equal(await page.getByText("It leaks.").isVisible(), true);
  });

  it("is folded in an answer that comes later as well, and stays open when that is redrawn", async () => {
    const turn = { ...rounds("Let me look.", "It leaks."), id: "t2" };
    const { page, post } = await open(chat([{ ...answered("one"), id: "t1" }]));
    await page.locator(".part", { hasText: "one" }).waitFor();
    await post({ event: "turn", turn });
    await page.locator(line).click();
    await page.getByText("Let me look.", { exact: true }).waitFor();
    await post({ event: "turn", turn });
    await until(
      "it is open again",
      async () => (await page.locator(".rounds[open]").count()) === 1,
    );
    await page.getByText("Let me look.", { exact: true }).waitFor();
    assert.equal(await page.locator(".rounds").count(), 1);
  });

  it("keeps the numbers of code blocks, whether they are folded or not", async () => {
    const { page, nextCall } = await open(
      chat([rounds(`Like this?\n\n${block("one();")}`, `Rather this:\n\n${block("two();")}`)]),
    );
    const blocks = page.locator(".code-block");
    await blocks.last().waitFor();
    assert.deepEqual(
      [await blocks.first().isVisible(), await blocks.last().isVisible()],
      [false, true],
    );
    await blocks.last().hover();
    await blocks.last().getByRole("button", { name: "Copy" }).click();
    assert.equal(((await nextCall("useOutput")).args as { blockIndex: number }).blockIndex, 1);
  });

  it("is not folded where one of its blocks goes on", async () => {
    for (const [earlier, rest] of [
      ["- one", "- two"],
      ["Let me see:\n\n- one", "- two"],
      ["```\none", "two\n```"],
    ] as const) {
      const { page } = await open(chat([rounds(earlier, rest)]));
      await page.getByText("two").waitFor();
      assert.equal(await page.getByText("one").isVisible(), true);
      assert.equal(await page.locator(".rounds").count(), 0);
    }
  });

  it("is folded where it is long, and drawn once it is shown", async () => {
    const long = Array.from({ length: 900 }, (_, at) => `Paragraph ${at} of what came before.`);
    const { page } = await open(chat([rounds(long.join("\n\n"), "It leaks.")]));
    await page.locator(line).waitFor();
    assert.equal(await page.getByText("It leaks.").isVisible(), true);
    assert.equal(await page.getByText("Paragraph 7 of").isVisible(), false);
    await page.locator(line).click();
    await page.getByText("Paragraph 7 of").waitFor();
    await page.getByText("Paragraph 899 of").scrollIntoViewIfNeeded();
    await page.locator("p", { hasText: "Paragraph 899 of" }).waitFor();
  });

  it("is found, and then shown", async () => {
    const { page, post } = await open(chat([rounds("A needle is here.", "It leaks.")]));
    await page.locator(line).waitFor();
    await post({ event: "find" });
    await page.getByRole("textbox", { name: "Find" }).fill("needle");
    await page.keyboard.press("Enter");
    await page.getByText("A needle is here.", { exact: true }).waitFor();
  });
});
