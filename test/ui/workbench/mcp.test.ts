import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../support/until";
import { noticeIn, pick, runFromList } from "../../support/workbench";
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
    const tokens: string[] = [];
    for (let time = 0; time < 2; time++) {
      await page.evaluate(() => navigator.clipboard.writeText(""));
      await status.click();
      await pick(page, "Token Only");
      await until("the token is copied", async () => {
        tokens[time] = await page.evaluate(() => navigator.clipboard.readText());
        return tokens[time] !== "";
      });
    }
    assert.match(tokens[0] ?? "", /^[\w-]{43}$/);
    assert.equal(tokens[1], tokens[0], "it can be had again");
    await runFromList(page, offer, "Turn Off MCP Server");
    await status.waitFor({ state: "hidden" });
  });
});
