import { readFileSync } from "node:fs";
import { from } from "../../scripts/root";

export const readJson = (file: string): unknown => JSON.parse(readFileSync(from(file), "utf8"));

/** A file's content with texts in place of their keys, as VS Code shows it. */
export const withTexts = (manifest: unknown, texts: Readonly<Record<string, string>>): unknown =>
  JSON.parse(JSON.stringify(manifest), (_, value: unknown) => {
    const [, key] = typeof value === "string" ? (/^%(.+)%$/.exec(value) ?? []) : [];
    return key === undefined ? value : (texts[key] ?? value);
  });

/** package.json in English. */
export const readManifest = (): unknown =>
  withTexts(readJson("package.json"), readJson("package.nls.json") as Record<string, string>);
