import assert from "node:assert/strict";
import type { ThemeName } from "../../support/pageThemes";
import { wordless } from "../../support/pseudo";
import { runsAll, some } from "../../support/testSize";
import { everyRule, rulesOfThemes, violationsIn, wideIn } from "./audit";
import { done, mixed, rest } from "./comparisons";
import { settled } from "./states";
import { useChromium } from "./suite";
import { cutIn, englishIn } from "./textFaults";

const contents = { done: () => done(4), mixed, rest };
/** Side by side, and with tabs. */
const widths = [1200, 500];
const themes: ThemeName[] = runsAll
  ? ["dark", "light", "light2026", "hcDark", "hcLight"]
  : ["dark", "hcLight"];

describe("accessibility of a comparison", () => {
  const { openComparison } = useChromium();

  for (const theme of themes)
    it(`N15 has no violation under ${theme}, side by side and with tabs`, async () => {
      for (const [name, content] of some(Object.entries(contents), theme === "dark" ? 3 : 1)) {
        const { page } = await openComparison(content(), { theme, reducedMotion: true });
        for (const width of widths) {
          await page.setViewportSize({ width, height: 720 });
          await settled(page);
          const rules = theme === "dark" ? everyRule : rulesOfThemes;
          assert.deepEqual(await violationsIn(page, rules), [], `${name} at ${width}`);
        }
      }
    });

  it("N8 has no word of English, and nothing cut at 280 and 700 px", async () => {
    for (const [name, content] of Object.entries(contents)) {
      const given = { language: "pseudo", reducedMotion: true };
      const { page } = await openComparison(wordless(content()), given);
      for (const width of [280, 700]) {
        await page.setViewportSize({ width, height: 720 });
        await settled(page);
        const faults = [...(await englishIn(page)), ...(await cutIn(page))];
        assert.deepEqual(faults, [], `${name} at ${width}`);
      }
    }
  });

  it("stays within its width from 220 px on and at 200 %, but for code and tables", async () => {
    for (const [width, zoom] of [
      [220, 1],
      [700, 1],
      [1000, 2],
    ] as const)
      for (const [name, content] of some(Object.entries(contents), zoom === 1 ? 3 : 1)) {
        const { page } = await openComparison(content(), { width, zoom });
        await settled(page);
        assert.deepEqual(await wideIn(page), [], `${name} at ${width}`);
      }
  });
});
