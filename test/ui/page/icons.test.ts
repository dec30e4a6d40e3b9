import assert from "node:assert/strict";
import { until } from "../../support/until";
import { answered, chat } from "./fixtures";
import { useChromium } from "./suite";

describe("the icons of the page", () => {
  const { open } = useChromium();

  it("are decoration, and those of turns follow, also where their code could not be loaded at first", async () => {
    const { page, post, reload } = await open(chat([]), { alone: true });
    const loading = "**/turnIcons*";
    await page.route(loading, (route) => route.abort());
    const failed = page.waitForEvent("requestfailed", { timeout: 8_000 });
    await reload();
    await post({ event: "turn", turn: { ...answered("One."), id: "t1" } });
    await failed;
    const shapes = (where: string) =>
      page
        .locator(`${where} svg path`)
        .evaluateAll((all) => all.map((path) => path.getAttribute("d") ?? ""));
    await page.locator("[data-turn=t1] .actions").waitFor();
    assert.ok((await shapes("[data-turn=t1]")).includes(""));
    await page.unroute(loading);
    await post({ event: "turn", turn: { ...answered("Two."), id: "t2" } });
    await post({ event: "turn", turn: { ...answered("Three."), id: "t3" } });
    await page.locator("[data-turn=t3] .actions").waitFor();
    for (const turn of ["[data-turn=t2]", "[data-turn=t3]"])
      await until("it has its icons", async () => !(await shapes(turn)).includes(""));
    assert.deepEqual(await shapes("[data-turn=t3]"), await shapes("[data-turn=t2]"));
    assert.ok(new Set(await shapes("[data-turn=t3]")).size > 2);
    assert.ok(new Set(await shapes(".composer")).size > 2);
    const kinds = await page
      .locator("svg")
      .evaluateAll((all) => [
        ...new Set(
          all.map((svg) =>
            ["class", "viewBox", "aria-hidden"].map((name) => svg.getAttribute(name)).join(),
          ),
        ),
      ]);
    assert.deepEqual(kinds, ["icon,0 0 16 16,true"]);
  });
});
