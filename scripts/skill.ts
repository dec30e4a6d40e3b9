// Writes the built-in experts into the skill; the package holds the file.
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { from, root } from "./root.ts";
import { withExperts } from "./skillText.ts";

const catalog = "out/catalog.mjs";
await build({
  absWorkingDir: root,
  entryPoints: ["src/builtInHub/experts/catalog.ts"],
  outfile: catalog,
  bundle: true,
  format: "esm",
  packages: "external",
  platform: "node",
});
type Catalog = { experts: () => Parameters<typeof withExperts>[1] };
const { experts } = (await import(pathToFileURL(from(catalog)).href)) as Catalog;
const file = from("skills/ask-expert-hub/SKILL.md");
await writeFile(file, withExperts(await readFile(file, "utf8"), experts()));
