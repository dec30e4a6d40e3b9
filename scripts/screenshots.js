// Takes screenshots of every state in every theme from a real VS Code, and the pictures for README
// and the walkthrough; with `walkthrough`, only the latter.
import { copyFile } from "node:fs/promises";
import { prepare } from "./install.js";

await prepare();

const { vsixFile } = await import("./budget.js");
const { bundle } = await import("./bundle.js");
const { mustRun } = await import("./processes.js");
const { from } = await import("./root.js");

const run = (script, ...args) => mustRun(process.execPath, [from(script), ...args]);
await bundle({ tests: true });
if (process.argv[2] !== "walkthrough") {
  await run("out/test/ui/screenshots.js", from("out/screenshots"));
  await copyFile(from("out/screenshots/5-beside-dark.png"), from("docs/screenshot.png"));
  console.log("out/screenshots, docs/screenshot.png");
}
// Of the VSIX: with linked sources, VS Code does not know whose messages it shows.
await run("scripts/package.js", "--no-build");
process.env.EXPERT_HUB_VSIX = vsixFile;
await run("out/test/ui/walkthroughPictures.js", from("media/walkthrough"));
console.log("media/walkthrough");
