// Builds and packages the extension as users get it, and enforces its size limit.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { prepare } from "./install.js";

await prepare();

const budget = await import("./budget.js");
const { metaFile, vsixFile } = budget;
const { bundle } = await import("./bundle.js");
const { mustRun } = await import("./processes.js");
const { noticesOf } = await import("./notices.js");
const { linkOptions, readmeFor } = await import("./readme.js");
const { from, root } = await import("./root.js");
const { sbomOf } = await import("./sbom.js");
const { writeList } = await import("./vsixFiles.js");

if (!process.argv.includes("--no-build")) await bundle();
const read = async (file) => JSON.parse(await readFile(file, "utf8"));
const { outputs } = await read(metaFile);
const [manifest, lock] = [await read(from("package.json")), await read(from("package-lock.json"))];
await writeFile(from("dist/sbom.cdx.json"), JSON.stringify(sbomOf({ outputs, manifest, lock })));
const product = manifest.displayName;
await writeFile(from("ThirdPartyNotices.txt"), await noticesOf({ outputs, lock, product }));
await mkdir(path.dirname(vsixFile), { recursive: true });
const vsce = [from("node_modules/@vscode/vsce/vsce"), "package", "--no-dependencies"];
// vsce takes a path within the extension.
const readme = "out/README.md";
await writeFile(from(readme), readmeFor(await readFile(from("README.md"), "utf8"), manifest));
const options = [...linkOptions(manifest), "--readme-path", readme, "--out", vsixFile];
if (process.argv.includes("--pre-release")) options.push("--pre-release");
await mustRun(process.execPath, [...vsce, ...options], { cwd: root });
if (process.argv.includes("--update-list")) await writeList();

const sizes = [
  ["JavaScript at activation", await budget.activationSize(), budget.activationLimit],
  ["VSIX without the pictures of the walkthrough", await budget.vsixSize(), budget.vsixLimit],
  ["These pictures", await budget.walkthroughSize(), budget.walkthroughLimit],
];
for (const [name, size, limit] of sizes) {
  console.log(`${name}: ${size} of ${limit} bytes`);
  if (size >= limit) throw new Error(`${name} is too large`);
}
console.log(path.relative(process.cwd(), vsixFile));
