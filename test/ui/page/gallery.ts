import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Chromium } from "../../support/chromium";
import type { ThemeName } from "../../support/pageThemes";
import { openPage } from "../../support/pageHarness";
import { answers, enter, states } from "./states";

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
  { theme: "light", width: 280 },
  { theme: "hcDark", width: 280 },
  { theme: "hcLight", width: 600 },
  { theme: "light", width: 220 },
  { theme: "dark", width: 600 },
  { theme: "light", width: 600, zoom: 2 },
];

/** Screenshots of every state in every theme and width, named `state-theme-width.png`. */
export async function drawGallery(
  chromium: Chromium,
  folder: string,
  only: (name: string) => boolean = () => true,
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (const [title, state] of Object.entries(states)) {
    for (const { theme, width, zoom = 1 } of shots) {
      const name = `${title}-${theme}-${width}${zoom === 1 ? "" : `-zoom${zoom}`}`;
      if (!only(name)) continue;
      const answer = (call: string) => (call === "ready" ? state.chat : answers(call));
      const { page, close } = await openPage(chromium, { theme, width, zoom, answer });
      await enter(page, state);
      if (title === "answer") await page.locator(".code-block").hover();
      await page.waitForTimeout(500);
      const file = path.join(folder, `${name}.png`);
      await page.screenshot({ path: file });
      files.push(file);
      await close();
    }
  }
  return files;
}
