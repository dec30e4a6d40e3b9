// Writes the skill from the built-in experts; the package holds the file.
import { writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { prepare } from "./install.js";
import { from } from "./root.js";
import { skillText } from "./skillText.js";

await prepare();
const { build } = await import("esbuild");

const catalog = from("out/catalog.mjs");
await build({
  absWorkingDir: from("."),
  entryPoints: ["src/builtInHub/experts/catalog.ts"],
  outfile: catalog,
  bundle: true,
  format: "esm",
  packages: "external",
  platform: "node",
});
const { experts } = await import(pathToFileURL(catalog));
await writeFile(from("skills/ask-expert-hub/SKILL.md"), skillText(experts()));
