// Takes screenshots of every state in every theme from a real VS Code, and the pictures for README
// and the walkthrough; with `walkthrough`, only the latter.
import { copyFile } from "node:fs/promises";
import { bundle } from "./bundle.ts";
import { mustRunScript } from "./processes.ts";
import { from } from "./root.ts";
import { vsixFile } from "./vsix.ts";

await bundle({ tests: true });
if (process.argv[2] !== "walkthrough") {
  await mustRunScript("out/test/ui/screenshots.js", from("out/screenshots"));
  await copyFile(from("out/screenshots/5-beside-dark.png"), from("docs/screenshot.png"));
  console.log("out/screenshots, docs/screenshot.png");
}
// Of the VSIX: with linked sources, VS Code does not know whose messages it shows.
await mustRunScript("scripts/package.ts", "--no-build");
process.env.EXPERT_HUB_VSIX = vsixFile;
await mustRunScript("out/test/ui/walkthroughPictures.js", from("media/walkthrough"));
console.log("media/walkthrough");
