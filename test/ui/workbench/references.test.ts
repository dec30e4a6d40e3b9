import type { Page } from "playwright-core";
import { describeWithAll } from "../../support/testSize";
import { chatFrame } from "../../support/workbench";
import { pickExpert, useSharedWindow } from "./sharedWindow";

describeWithAll("what an answer names, in a real window", () => {
  let page: Page;

  before(async () => {
    ({ page } = await useSharedWindow());
  });

  it("opens the file at the lines, by the mouse and by the keyboard", async () => {
    const chat = chatFrame(page);
    await pickExpert(page, chat, "Code Reader");
    const box = chat.getByRole("textbox").first();
    await box.fill("Where is CartBadge?");
    await box.press("Enter");
    const link = chat.locator(".answer").getByRole("link", { name: /^cart\.ts:5-11$/ });
    // The lines are selected, and the cursor stands behind them.
    const position = (line: number) => page.locator(".statusbar-item", { hasText: `Ln ${line},` });
    await link.click();
    await page.locator(".tabs-container .tab", { hasText: "cart.ts" }).waitFor();
    await position(11).waitFor();
    await page.keyboard.press("ControlOrMeta+Home");
    await position(1).waitFor();
    await link.press("Enter");
    await position(11).waitFor();
  });
});
