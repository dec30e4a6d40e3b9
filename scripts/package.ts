// Builds and packages the extension as users get it, and enforces its size limit.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Metafile } from "esbuild";
import * as budget from "./budget.ts";
import { bundle } from "./bundle.ts";
import { noticesOf } from "./notices.ts";
import { mustRunScript } from "./processes.ts";
import { linkOptions, readmeFor } from "./readme.ts";
import { from, readJson } from "./root.ts";
import { sbomOf, type Lock } from "./sbom.ts";
import { vsixFile, writeList } from "./vsix.ts";

const { values } = parseArgs({
  options: {
    "no-build": { type: "boolean" },
    "pre-release": { type: "boolean" },
    "update-list": { type: "boolean" },
  },
});
if (!values["no-build"]) await bundle();
const { outputs } = readJson(budget.metaFile) as Metafile;
type Manifest = Record<"publisher" | "name" | "version" | "displayName", string> & {
  repository?: unknown;
};
const manifest = readJson("package.json") as Manifest;
const lock = readJson("package-lock.json") as Lock;
await writeFile(from("dist/sbom.cdx.json"), JSON.stringify(sbomOf(outputs, manifest, lock)));
const product = manifest.displayName;
await writeFile(from("ThirdPartyNotices.txt"), await noticesOf({ outputs, lock, product }));
// vsce takes a path within the extension.
const readme = "out/README.md";
await writeFile(from(readme), readmeFor(await readFile(from("README.md"), "utf8"), manifest));
const options = [...linkOptions(manifest), "--readme-path", readme, "--out", vsixFile];
if (values["pre-release"]) options.push("--pre-release");
await mustRunScript("node_modules/@vscode/vsce/vsce", "package", "--no-dependencies", ...options);
if (values["update-list"]) await writeList();

const sizes = [
  ["JavaScript at activation", await budget.activationSize(), budget.activationLimit],
  ["VSIX without the pictures of the walkthrough", await budget.vsixSize(), budget.vsixLimit],
  ["These pictures", await budget.walkthroughSize(), budget.walkthroughLimit],
] as const;
for (const [name, size, limit] of sizes) {
  console.log(`${name}: ${size} of ${limit} bytes`);
  if (size >= limit) throw new Error(`${name} is too large`);
}
console.log(path.relative(process.cwd(), vsixFile));
