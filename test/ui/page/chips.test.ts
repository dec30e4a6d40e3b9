import assert from "node:assert/strict";
import type { SuggestionView } from "../../../src/page/protocol/views";
import { until } from "../../support/until";
import { attachment, chat, pageState } from "./fixtures";
import { useChromium } from "./suite";

const box = "#question";
const offer = ".chip-suggested";
const suggested: SuggestionView = {
  kind: "selection",
  label: "order.ts:3–9",
  detail: "7 lines · TypeScript",
};
const names = ["cart.ts:1", "prices.json", "notes.md", "sizes.py:4", "order.ts"];
const attached = [...names, ...names.map((name) => `more-${name}`)].map((label, at) => ({
  ...attachment,
  id: `a${at}`,
  label,
}));

describe("what lies open", () => {
  const { open } = useChromium();

  it("is suggested beside what is attached, and follows the host", async () => {
    const { page, post } = await open(chat([], { suggested }));
    await page.locator(offer).getByText("order.ts:3–9").waitFor();
    assert.equal(
      await page.locator(offer).getAttribute("title"),
      "Attach order.ts:3–9: 7 lines · TypeScript",
    );
    assert.equal(await page.getByRole("button", { name: "Send" }).isDisabled(), true);
    await post({
      event: "suggested",
      suggested: { kind: "file", label: "cart.ts", detail: "80 lines · TypeScript" },
    });
    await page.locator(offer).getByText("cart.ts", { exact: true }).waitFor();
    await post({ event: "suggested" });
    await page.locator(offer).waitFor({ state: "detached" });
    assert.equal(await page.locator(".chips").isVisible(), false);
  });

  it("keeps the focus where something else is suggested in its place", async () => {
    const { page, post } = await open(chat([], { suggested }));
    await page.locator(offer).focus();
    await post({ event: "suggested", suggested: { ...suggested, label: "cart.ts" } });
    await page.locator(`${offer}:focus`).getByText("cart.ts", { exact: true }).waitFor();
  });

  it("is attached by a click or a key, said, and the focus is in the box", async () => {
    const { page, nextCall } = await open(chat([], { suggested }));
    await page.locator(offer).click();
    await nextCall("attachSuggested");
    await page.locator(`${box}:focus`).waitFor();
    await page.getByRole("status").filter({ hasText: "order.ts:3–9 is attached." }).waitFor();
    await page.keyboard.press("Shift+Tab");
    await page.locator(`${offer}:focus`).waitFor();
    await page.keyboard.press("Enter");
    await nextCall("attachSuggested");
  });

  it("Q13 is sent with no question unless it is attached", async () => {
    const { page, nextCall, sent } = await open(chat([], { suggested }));
    await page.locator(offer).waitFor();
    await page.focus(box);
    await page.keyboard.press("Enter");
    await page.keyboard.type("Why?");
    await page.keyboard.press("Enter");
    assert.deepEqual((await nextCall("send")).args, { text: "Why?" });
    assert.deepEqual(
      sent
        .filter(({ call }) => call === "attachSuggested" || call === "send")
        .map(({ call }) => call),
      ["send"],
    );
  });

  it("is not suggested before the hub is set up", async () => {
    const state = { suggested, attachments: attached.slice(0, 1) };
    const { page, post } = await open(chat([], { ...state, setupStep: "key" }));
    await page.locator(".chip").waitFor();
    assert.equal(await page.locator(offer).count(), 0);
    await post({ event: "pageState", pageState: { ...pageState, ...state } });
    await page.locator(offer).waitFor();
  });
});

describe("what is attached", () => {
  const { open } = useChromium();

  it("stands in at most two lines, with the number of what does not fit", async () => {
    for (const width of [220, 280, 400]) {
      const { page } = await open(chat([], { attachments: attached, suggested }), { width });
      const more = page.locator(".chip-more");
      await more.waitFor();
      const shown = await page.locator(".chip-row:visible").count();
      assert.ok(shown > 0 && shown < attached.length, `${shown} at ${width}`);
      assert.equal(await more.textContent(), `+${attached.length - shown}`);
      assert.equal(
        await more.getAttribute("aria-label"),
        `${attached.length - shown} more attachments`,
      );
      const boxes = await page.locator(".chip-row:visible, .chip-more, .chip-suggested").all();
      const lines = new Map<number, number>();
      for (const each of boxes) {
        const { x, y, width: wide } = (await each.boundingBox())!;
        const frame = (await page.locator(".chips").boundingBox())!;
        const line = Math.floor((y - frame.y) / 20);
        assert.ok(x >= (lines.get(line) ?? 0), `one covers another at ${width}`);
        lines.set(line, x + wide);
        assert.ok(x + wide <= frame.x + frame.width + 1, `${x + wide} at ${width}`);
      }
      assert.ok(lines.size <= 2, `${lines.size} lines at ${width}`);
    }
  });

  it("leaves a name its room beside what says that it is changed", async () => {
    const changed = attached.slice(0, 2).map((one) => ({ ...one, isChanged: true }));
    const { page } = await open(chat([], { attachments: changed }), { width: 600 });
    const label = page.locator(".chip-label").first();
    await page.locator(".chip-change").first().waitFor();
    assert.ok(await label.evaluate((one) => one.scrollWidth <= one.clientWidth));
  });

  it("gets a row each once it is unfolded, and two lines again", async () => {
    const { page } = await open(chat([], { attachments: attached }), { width: 280 });
    const more = page.locator(".chip-more");
    await more.waitFor();
    const shown = await page.locator(".chip-row:visible").count();
    await more.focus();
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".chip-row:visible").count(), attached.length);
    await page.locator(".chip > summary:focus").getByText(attached[shown]!.label).waitFor();
    const tops = await page
      .locator(".chip-row")
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
    assert.equal(new Set(tops).size, attached.length);
    assert.equal(await more.getAttribute("aria-expanded"), "true");
    await page.getByRole("button", { name: "Show fewer" }).click();
    assert.equal(await page.locator(".chip-row:visible").count(), shown);
    assert.equal(await more.getAttribute("aria-expanded"), "false");
  });

  it("is counted anew when the window or the list changes", async () => {
    const { page, post } = await open(chat([], { attachments: attached }), { width: 280 });
    const more = page.locator(".chip-more");
    await more.waitFor();
    const before = await more.textContent();
    await page.setViewportSize({ width: 1200, height: 720 });
    await more.waitFor({ state: "hidden" });
    await page.setViewportSize({ width: 280, height: 720 });
    await until("it is as before", async () => (await more.textContent()) === before);
    await post({
      event: "pageState",
      pageState: { ...pageState, attachments: attached.slice(0, 1) },
    });
    await more.waitFor({ state: "hidden" });
  });

  it("shows its text across the whole line, and says what is changed out of sight", async () => {
    const last = { ...attached.at(-1)!, isChanged: true };
    const attachments = [...attached.slice(0, -1), last];
    const { page } = await open(chat([], { attachments }), { width: 280 });
    await page.getByRole("button", { name: /more attachments, changed$/ }).waitFor();
    await page.locator(".chip > summary").first().click();
    await page.locator(".chip-body .preview").waitFor();
    assert.equal(await page.locator(".chip-row:visible").count(), attached.length);
    assert.ok(await page.locator(".chip > summary:focus").getByText(names[0]!).isVisible());
  });
});
