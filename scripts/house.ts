// Counts how much there is to read and to ship, and prints it: `npm run house`. No test holds these
// numbers but those of scripts/budget.ts. Build and package first.
import { existsSync, globSync, readFileSync } from "node:fs";
import { activationSize, firstScripts, vsixSize } from "./budget.ts";
import { from, readJson, root } from "./root.ts";
import { vsixFile } from "./vsix.ts";

interface Manifest {
  contributes: {
    commands: { command: string }[];
    configuration: { properties: object };
    menus: { commandPalette: { command: string; when: string }[] };
  };
}

const textsOf = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: root, exclude: ["**/node_modules/**"] }).map((file) =>
    readFileSync(from(file), "utf8"),
  );

const linesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.split("\n").length - 1, 0);

const wordsOf = (file: string): number => readFileSync(from(file), "utf8").match(/\S+/g)!.length;

const { contributes } = readJson("package.json") as Manifest;
const hidden = contributes.menus.commandPalette.filter(({ when }) => when === "false");
const sources = textsOf("src/**/*.{ts,css}");

console.table({
  "lines in src": linesOf(sources),
  "files in src": sources.length,
  "lines in test": linesOf(textsOf("test/**/*.{ts,json}")),
  "lines in scripts and bench": linesOf(textsOf("scripts/**/*.{js,ts,cjs}", "bench/**/*.ts")),
  commands: contributes.commands.length,
  "commands in the palette": contributes.commands.length - hidden.length,
  settings: Object.keys(contributes.configuration.properties).length,
  "words in README": wordsOf("README.md"),
  ...(existsSync(vsixFile) && {
    "bytes of the VSIX, without the walkthrough's pictures": await vsixSize(),
    "bytes of JavaScript at activation": await activationSize(),
    "bytes of the page's first script": (await firstScripts()).bytes,
  }),
});
