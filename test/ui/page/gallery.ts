import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Browser } from "playwright-core";
import type { ThemeName } from "../../support/pageThemes";
import { openPage } from "../../support/pageHarness";
import { states } from "./states";

interface Shot {
  theme: ThemeName;
  width: number;
  zoom?: number;
}

const shots: Shot[] = [
  { theme: "dark", width: 400 },
  { theme: "light", width: 400 },
  { theme: "light2026", width: 400 },
  { theme: "hcDark", width: 400 },
  { theme: "hcLight", width: 400 },
  { theme: "dark", width: 280 },
  { theme: "light", width: 220 },
  { theme: "dark", width: 600 },
  { theme: "light", width: 600, zoom: 2 },
];

/** Pictures of every state under every theme and width, named `state-theme-width.png`. */
export async function drawGallery(
  browser: Browser,
  folder: string,
  only: (name: string) => boolean = () => true,
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (const [state, { chat, open }] of Object.entries(states)) {
    for (const { theme, width, zoom = 1 } of shots) {
      const name = `${state}-${theme}-${width}${zoom === 1 ? "" : `-zoom${zoom}`}`;
      if (!only(name)) continue;
      const answer = (call: string) => (call === "ready" ? chat : undefined);
      const { page, close } = await openPage(browser, { theme, width, zoom, answer });
      await page.locator(".turn, .empty").first().waitFor();
      if (open !== undefined) {
        // The second time opens what the first one filled.
        for (let pass = 0; pass < 2; pass++) {
          await page.locator(open).evaluateAll((all) => {
            for (const element of all) (element as HTMLDetailsElement).open = true;
          });
          await page.waitForTimeout(50);
        }
      }
      if (state === "answer") await page.locator(".code-block").hover();
      await page.waitForTimeout(500);
      const file = path.join(folder, `${name}.png`);
      await page.screenshot({ path: file });
      files.push(file);
      await close();
    }
  }
  return files;
}
