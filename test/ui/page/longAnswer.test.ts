import assert from "node:assert/strict";
import { answered, chat, turn } from "./fixtures";
import { useChromium } from "./suite";

const words = "Some words between two blocks of code.\n\n".repeat(60);
const count = 40;
const markdown = Array.from(
  { length: count },
  (_, at) => `${words}\`\`\`\ncode number ${at}\n\`\`\`\n\n`,
).join("");

describe("a long answer", () => {
  const { open } = useChromium();

  it("I13 counts its code blocks through, in pieces drawn at once and in those drawn later", async () => {
    const { page, nextCall } = await open(chat([{ ...answered(markdown), id: "t" }]));
    await page.locator(".answer .piece.undrawn").first().waitFor({ state: "attached" });
    for (const at of [0, 3, 7, 20, count - 1]) {
      const piece = page
        .locator(".piece")
        .filter({ hasText: `code number ${at}\n` })
        .first();
      await piece.evaluate((element) => {
        document.querySelector("main")?.dispatchEvent(new PointerEvent("pointerdown"));
        element.scrollIntoView();
      });
      const block = page.locator(".code-block", {
        has: page.getByText(`code number ${at}`, { exact: true }),
      });
      await block.getByRole("button", { name: "Apply" }).click();
      assert.deepEqual((await nextCall("useOutput")).args, {
        turnId: "t",
        blockIndex: at,
        action: "apply",
      });
    }
  });

  it("is drawn whole, with its blocks and their buttons, by a slow computer", async () => {
    const { page, post } = await open(chat([turn({ id: "t", result: { state: "waiting" } })]));
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 8 });
    try {
      await post({ event: "turn", turn: { ...answered(markdown), id: "t" } });
      await page.locator(".answer .piece.undrawn").first().waitFor({ state: "attached" });
      for (const at of [3, 20, count - 1]) {
        const piece = page.locator(".piece", { hasText: `code number ${at}\n` }).first();
        await piece.evaluate((element) => {
          document.querySelector("main")?.dispatchEvent(new PointerEvent("pointerdown"));
          element.scrollIntoView();
        });
        const code = page.getByText(`code number ${at}`, { exact: true });
        const block = page.locator(".code-block", { has: code });
        await block.getByRole("button", { name: "Apply" }).waitFor();
      }
    } finally {
      await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
      await session.detach();
    }
  });

  it("is drawn once, however often it comes near", async () => {
    const { page } = await open(chat([answered(markdown)]));
    await page.locator(".answer .piece.undrawn").first().waitFor({ state: "attached" });
    const piece = page.locator(".piece").last();
    const part = piece.locator(".part").first();
    const scrollTo = (top: number) =>
      page.locator("main").evaluate(async (element, to) => {
        element.dispatchEvent(new Event("pointerdown"));
        element.scrollTop = to;
        for (let frame = 0; frame < 4; frame++)
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      }, top);
    await scrollTo(1e7);
    await part.evaluate((element) => element.classList.add("kept"));
    await scrollTo(0);
    await scrollTo(1e7);
    assert.equal(await piece.locator(".part.kept").count(), 1);
  });
});
