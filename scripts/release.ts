// `npm run release -- <version>`: everything of a release but the commit and the uploads.
import { parseArgs } from "node:util";
import { vsixSize } from "./budget.ts";
import { mustRunScript } from "./processes.ts";
import { release } from "./release/release.ts";
import { root } from "./root.ts";
import { readVsix } from "./vsix.ts";

const usage = `npm run release -- <version> [options]

  --pre-release   for a version with an odd minor number, which only those get who ask for it
  --skip-tests    only to try this command
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: "boolean" },
    "pre-release": { type: "boolean", default: false },
    "skip-tests": { type: "boolean" },
  },
});
const [version] = positionals;
if (values.help || version === undefined || positionals.length > 1) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

const preRelease = values["pre-release"];
const test = () => mustRunScript("scripts/run.js", "test", "--all");
const build = async () => {
  await mustRunScript("scripts/package.ts", ...(preRelease ? ["--pre-release"] : []));
  return { files: await readVsix(), size: await vsixSize() };
};
try {
  const steps = values["skip-tests"] ? { build } : { test, build };
  console.log(await release({ folder: root, version, preRelease, today: new Date(), ...steps }));
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
}
