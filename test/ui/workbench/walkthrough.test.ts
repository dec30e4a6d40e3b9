import type { Page } from "playwright-core";
import { describeWithAll } from "../../support/testSize";
import { until } from "../../support/until";
import { runCommand } from "../../support/workbench";
import { useSharedWindow } from "./sharedWindow";

describeWithAll("the walkthrough of a window in which a hub is connected", () => {
  let page: Page;

  before(async () => {
    ({ page } = await useSharedWindow());
  });

  it("checks the steps that were done before it was opened", async () => {
    await runCommand(page, "Expert Hub: Get Started");
    const done = page.locator(".getting-started-step [role=checkbox][aria-checked=true]");
    for (const step of ["connect", "expert"])
      await until(`${step} is checked`, async () => {
        const ids = await done.evaluateAll((boxes) =>
          boxes.map((box) => box.getAttribute("data-done-step-id")),
        );
        return ids.some((id) => id?.endsWith(`#${step}`));
      });
    await runCommand(page, "View: Close All Editors");
  });
});
