// Builds and packages the extension as users get it, and enforces its size limit.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { prepare } from "./install.js";

await prepare();

const { activationLimit, activationSize, metaFile, vsixFile, vsixLimit, vsixSize } =
  await import("./budget.js");
const { bundle } = await import("./bundle.js");
const { mustRun } = await import("./processes.js");
const { from, root } = await import("./root.js");
const { sbomOf } = await import("./sbom.js");

if (!process.argv.includes("--no-build")) await bundle();
const read = async (file) => JSON.parse(await readFile(file, "utf8"));
const { outputs } = await read(metaFile);
const [manifest, lock] = [await read(from("package.json")), await read(from("package-lock.json"))];
await writeFile(from("dist/sbom.cdx.json"), JSON.stringify(sbomOf({ outputs, manifest, lock })));
await mkdir(path.dirname(vsixFile), { recursive: true });
const vsce = [from("node_modules/@vscode/vsce/vsce"), "package", "--no-dependencies"];
const options = ["--allow-missing-repository", "--no-rewrite-relative-links", "--out", vsixFile];
await mustRun(process.execPath, [...vsce, ...options], { cwd: root });

const sizes = [
  ["JavaScript at activation", await activationSize(), activationLimit],
  ["VSIX", await vsixSize(), vsixLimit],
];
for (const [name, size, limit] of sizes) {
  console.log(`${name}: ${size} of ${limit} bytes`);
  if (size >= limit) throw new Error(`${name} is too large`);
}
console.log(path.relative(process.cwd(), vsixFile));
