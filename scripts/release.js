// `npm run release -- <version>`: everything of a release but the commit and the uploads.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { prepare } from "./install.js";

const usage = `npm run release -- <version> [options]

  --pre-release   for a version with an odd minor number, which only those get who ask for it
  --skip-tests    only to try this command
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: "boolean" },
    "pre-release": { type: "boolean", default: false },
    "skip-tests": { type: "boolean", default: false },
  },
});
const [version] = positionals;
if (values.help || positionals.length !== 1) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

await prepare();
const { vsixFile, vsixSize } = await import("./budget.js");
const { mustRun } = await import("./processes.js");
const { release } = await import("./release/release.js");
const { from, root } = await import("./root.js");
const { unzip } = await import("./zip.js");

const script = (file, ...args) => mustRun(process.execPath, [from(file), ...args], { cwd: root });
const preRelease = values["pre-release"];
const test = () => script("scripts/test.js", "--all");
const build = async () => {
  await script("scripts/package.js", ...(preRelease ? ["--pre-release"] : []));
  return { files: unzip(await readFile(vsixFile)), size: await vsixSize() };
};
try {
  const steps = values["skip-tests"] ? { build } : { test, build };
  console.log(await release({ folder: root, version, preRelease, today: new Date(), ...steps }));
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
}
