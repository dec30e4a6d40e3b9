// The parts of `npm start`.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { end, exitCode, findOnPath, output, run } from "./processes.js";
import { from, root } from "./root.js";
import { startServer, workbenchUrl } from "./vscode.js";

const { env, platform } = process;
const hasDisplay = platform !== "linux" || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
const oldest = 125;

/** Starts the built-in hub in its own process, which prints its address once it listens. */
export async function startHub(folder) {
  const key = randomUUID();
  const args = [from("dist/builtInHubCli.cjs"), "--folder", folder, "--key", key];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    let said = "";
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`The built-in hub ended with ${code}`)));
    child.stdout.on("data", (text) => {
      said += text;
      const found = /^address (\S+)$/m.exec(said)?.[1];
      if (found) resolve(found);
    });
  });
  return { address, key, gone: exitCode(child), stop: () => end(child) };
}

function usualPlaces() {
  if (platform === "darwin")
    return ["Visual Studio Code", "Visual Studio Code - Insiders", "VSCodium"].map(
      (app) => `/Applications/${app}.app/Contents/Resources/app/bin/code`,
    );
  if (platform === "win32")
    return [`${env.LOCALAPPDATA}\\Programs`, env.PROGRAMFILES].map(
      (folder) => `${folder}\\Microsoft VS Code\\bin\\code.cmd`,
    );
  return ["/usr/share/code/bin/code", "/snap/bin/code", "/usr/share/codium/bin/codium"];
}

/** Opens desktop VS Code if a recent enough version and a display are available. */
export async function openOnDesktop(folder) {
  // It refuses to run as root, and the `code` of a remote terminal accepts no extension in development.
  if (!hasDisplay || env.VSCODE_IPC_HOOK_CLI || process.getuid?.() === 0) return false;
  const code =
    findOnPath(["code", "code-insiders", "codium"]) ?? usualPlaces().find((f) => existsSync(f));
  if (!code) return false;
  const options = { shell: platform === "win32" };
  const { stdout: version } = await output(code, ["--version"], options);
  const [major, minor] = version.split(".").map(Number);
  if (!(major > 1 || minor >= oldest)) {
    console.log(`${code} is older than 1.${oldest}: starting VS Code in the browser instead.`);
    return false;
  }
  const quoted = (text) => (options.shell ? `"${text}"` : text);
  const args = [`--extensionDevelopmentPath=${root}`, folder].map(quoted);
  return (await run(quoted(code), args, options)) === 0;
}

export async function startWorkbench(folder) {
  const server = await startServer({ source: root });
  const address = workbenchUrl({ url: server.url, folder });
  return { address, gone: exitCode(server.process), stop: server.stop };
}

/** Returns whether the address could be opened. */
export function openInBrowser(address) {
  if (!hasDisplay) return false;
  const opener = { darwin: "open", win32: "explorer.exe" }[platform] ?? findOnPath(["xdg-open"]);
  if (!opener) return false;
  const child = spawn(opener, [address], { stdio: "ignore", detached: true });
  child.once("error", () => console.log("Open this address in a browser."));
  child.unref();
  return true;
}

async function mustAnswer(name, address, headers, expected) {
  const response = await fetch(address, { headers, signal: AbortSignal.timeout(20_000) });
  const text = await response.text();
  if (!response.ok || !text.includes(expected))
    throw new Error(`${name} answered ${response.status}: ${text.slice(0, 200)}`);
}

export async function check(hub, workbench) {
  const user = `${hub.address}/api/v1/get_user`;
  await mustAnswer("The built-in hub", user, { "svc-api-key": hub.key }, '"user"');
  await mustAnswer("VS Code", workbench.address, {}, "vscode-workbench-web-configuration");
}
