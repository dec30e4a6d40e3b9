import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../support/until";
import { answer, noticeIn, pick, runCommand, runFromList } from "../../support/workbench";
import { useSharedWindow } from "./sharedWindow";

const offer = "Expert Hub: Offer Experts to VS Code's Chat and MCP Clients…";

describe("the MCP server in a window", () => {
  let page: Page;

  before(async () => {
    ({ page } = await useSharedWindow());
    // A browser may keep pages from it, which they then log as an error.
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  });

  it("N4 is turned on and off by the user, and shows that it runs", async () => {
    const status = page.locator(".statusbar-item", { hasText: "MCP" });
    assert.equal(await status.count(), 0);
    await runFromList(page, offer, "Turn On MCP Server");
    const running = noticeIn(page, "is running on port");
    await running.waitFor();
    await status.click();
    await page.locator(".quick-input-widget").getByText("claude mcp add").waitFor();
    await page.keyboard.press("Enter");
    const copied = noticeIn(page, "The configuration was copied");
    await copied.waitFor();
    const configuration = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(configuration, /"url": "http:\/\/127\.0\.0\.1:\d+\/mcp"/);
    assert.match(configuration, /"Authorization": "Bearer \$\{input:expert-hub-token\}"/);
    const copiedBy = async (...rows: string[]) => {
      let text = "";
      await page.evaluate(() => navigator.clipboard.writeText(""));
      await status.click();
      for (const [at, row] of rows.entries()) {
        if (at > 0) await page.locator(".quick-input-title", { hasText: "Copy Token" }).waitFor();
        // Filtered, since rows of the list before may still be there.
        await page.locator(".quick-input-widget input.input").fill(row);
        await pick(page, row);
      }
      await until("something is copied", async () => {
        text = await page.evaluate(() => navigator.clipboard.readText());
        return text !== "";
      });
      return text;
    };
    const token = await copiedBy("Token Only…", "Zed");
    assert.match(token, /^[\w-]{43}$/);
    assert.equal(await copiedBy("Token Only…", "Zed"), token, "it can be had again");
    assert.notEqual(await copiedBy("Token Only…", "Codex"), token);
    assert.match(await copiedBy("Zed"), new RegExp(`"Authorization": "Bearer ${token}"`));
    assert.match(await copiedBy("Cursor"), /"Bearer \$\{env:EXPERT_HUB_MCP_TOKEN_CURSOR\}"/);
    await status.click();
    await pick(page, "Other Program…");
    await answer(page, "MCP Configuration for Another Program", "My Agent");
    await noticeIn(page, "My Agent needs the token")
      .getByRole("button", { name: "Copy Token" })
      .click();
    await noticeIn(page, "The token of My Agent was copied").waitFor();
    await runCommand(page, "Expert Hub: Permissions…");
    const listed = page
      .locator(".quick-input-widget")
      .getByRole("checkbox", { name: /^My Agent, may ask/ });
    await listed.waitFor();
    await page.keyboard.press("Escape");
    await runFromList(page, offer, "Turn Off MCP Server");
    await status.waitFor({ state: "hidden" });
  });
});
