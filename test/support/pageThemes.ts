import { readFileSync } from "node:fs";
import path from "node:path";

export type ThemeName = "dark" | "light" | "light2026" | "hcDark" | "hcLight";

interface Theme {
  bodyClass: string;
  variables: Record<string, string>;
}

/** The variables that VS Code 1.139 gives to a page in its own themes; extracted from its workbench. */
export const pageThemes = JSON.parse(
  readFileSync(path.join(process.cwd(), "test/support/pageThemes.json"), "utf8"),
) as Record<ThemeName, Theme>;
