// Two ways to install the extension on a server: a VSIX as users get it, or this checkout as it is.
import { copyFile, glob, mkdir, symlink } from "node:fs/promises";
import path from "node:path";
import { output } from "./processes.js";
import { ensureServer } from "./server.js";

export const serverEntry = async () => path.join(await ensureServer(), "out", "server-main.js");

export async function installVsix(vsix, { extensionsDir, serverDataDir }) {
  const folders = ["--extensions-dir", extensionsDir, "--server-data-dir", serverDataDir];
  const entry = await serverEntry();
  const args = [entry, "--install-extension", path.resolve(vsix), "--accept-server-license-terms"];
  // It complains about unbuilt native modules but continues: its output tells whether it succeeded.
  const { stdout, stderr } = await output(process.execPath, [...args, ...folders]);
  if (!stdout.includes("was successfully installed"))
    throw new Error(`${vsix} was not installed: ${stdout}${stderr}`);
}

/**
 * An installed extension whose files are links into the checkout, so that a reload picks up a new
 * build. Not a development payload: that needs the smoke test driver, under which the workbench
 * shows no notifications.
 */
export async function linkSource(source, { extensionsDir }) {
  const home = path.join(extensionsDir, "expert-hub.expert-hub-source");
  await mkdir(home, { recursive: true });
  // Copied, since VS Code may write into an installed manifest.
  for await (const file of glob("package{,.nls,.nls.*}.json", { cwd: source }))
    await copyFile(path.join(source, file), path.join(home, file));
  for (const folder of ["dist", "l10n", "media"])
    await symlink(path.join(source, folder), path.join(home, folder), "junction");
}
