// Builds, then starts the built-in hub and VS Code with the extension.
// `--check` starts everything, checks that both answer, and exits.
import { bundle } from "./bundle.js";
import { check, openInBrowser, openOnDesktop, startHub, startWorkbench } from "./demo.js";
import { copySample } from "./sample.js";

const checking = process.argv.includes("--check");
await using ending = new AsyncDisposableStack();
const interrupted = Promise.withResolvers();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => interrupted.resolve());
const over = [interrupted.promise];

console.log("Building");
await bundle();
const folder = await copySample();
ending.defer(folder.remove);
const hub = await startHub(folder.path);
ending.defer(hub.stop);
over.push(hub.gone.then(() => "The built-in hub"));

console.log(`
The built-in hub runs. In VS Code open the Expert Hub view and press "Try the Built-in Hub",
or press "Connect to a Hub" and paste
  address  ${hub.address}
  key      ${hub.key}
`);

if (!checking && (await openOnDesktop(folder.path))) {
  console.log("VS Code opens with the extension on it. Ctrl+C ends the hub.");
} else {
  const workbench = await startWorkbench(folder.path);
  ending.defer(workbench.stop);
  over.push(workbench.gone.then(() => "VS Code"));
  console.log(`VS Code with the extension on it:\n  ${workbench.address}\n`);
  if (checking) await check(hub, workbench);
  else if (!openInBrowser(workbench.address)) console.log("Open this address in a browser.");
  console.log(checking ? "Both answer." : "Ctrl+C ends both.");
}
const gone = checking ? undefined : await Promise.race(over);
if (gone) {
  console.error(`${gone} ended by itself`);
  process.exitCode = 1;
}
