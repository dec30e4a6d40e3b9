// Takes screenshots of every state in every theme from a real VS Code, and the one for README.
import { copyFile } from "node:fs/promises";
import { prepare } from "./install.js";

await prepare();

const { bundle } = await import("./bundle.js");
const { mustRun } = await import("./processes.js");
const { from } = await import("./root.js");

await bundle({ tests: true });
await mustRun(process.execPath, [from("out/test/ui/screenshots.js"), from("out/screenshots")]);
await copyFile(from("out/screenshots/5-beside-dark.png"), from("media/screenshot.png"));
console.log("out/screenshots, media/screenshot.png");
