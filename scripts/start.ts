// Builds, then starts the built-in hub and VS Code with the extension on a copy of the sample, or on
// the folder that is given: `npm start -- ~/project`. `--check` starts everything, checks that both
// answer, and exits.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import open from "open";
import { bundle } from "./bundle.ts";
import { end, exitCode, findOnPath, output, run } from "./processes.ts";
import { from, root } from "./root.ts";
import { copySample } from "./sample.ts";
import { startServer, workbenchUrl } from "./vscode.ts";

const { env, platform } = process;
const hasDisplay = platform !== "linux" || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
const oldest = 125;

/** Starts the built-in hub in its own process, which prints its address once it listens. */
async function startHub(folder: string) {
  const key = randomUUID();
  const args = [from("dist/builtInHubCli.cjs"), "--folder", folder, "--key", key];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const gone = exitCode(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const [, address] = /^address (\S+)$/.exec(line) ?? [];
    if (address) return { address, key, gone, stop: () => end(child) };
  }
  throw new Error(`The built-in hub ended with ${await gone}`);
}

function usualPlaces(): string[] {
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
async function openOnDesktop(folder: string): Promise<boolean> {
  // It refuses to run as root, and the `code` of a remote terminal accepts no extension in development.
  if (!hasDisplay || env.VSCODE_IPC_HOOK_CLI || process.getuid?.() === 0) return false;
  const code =
    findOnPath("code", "code-insiders", "codium") ?? usualPlaces().find((f) => existsSync(f));
  if (!code) return false;
  const options = { shell: platform === "win32" };
  const { stdout: version } = await output(code, ["--version"], options);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (!(major > 1 || minor >= oldest)) {
    console.log(`${code} is older than 1.${oldest}: starting VS Code in the browser instead.`);
    return false;
  }
  const quoted = (text: string): string => (options.shell ? `"${text}"` : text);
  const args = [`--extensionDevelopmentPath=${root}`, folder].map(quoted);
  return (await run(quoted(code), args, options)) === 0;
}

async function mustAnswer(name: string, address: string, headers: HeadersInit, expected: string) {
  const response = await fetch(address, { headers, signal: AbortSignal.timeout(20_000) });
  const text = await response.text();
  if (!response.ok || !text.includes(expected))
    throw new Error(`${name} answered ${response.status}: ${text.slice(0, 200)}`);
}

const { values, positionals } = parseArgs({
  options: { check: { type: "boolean", default: false } },
  allowPositionals: true,
});
const isCheck = values.check;
const given = positionals[0] && path.resolve(process.env.INIT_CWD ?? "", positionals[0]);
if (given && !existsSync(given)) {
  console.error(`There is no folder ${given}`);
  process.exit(2);
}
await using ending = new AsyncDisposableStack();
const interrupted = Promise.withResolvers<void>();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => interrupted.resolve());
const over: Promise<string | void>[] = [interrupted.promise];

console.log("Building");
await bundle();
const folder = given ? { path: given, remove: async () => {} } : await copySample();
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

if (!isCheck && (await openOnDesktop(folder.path))) {
  console.log("VS Code opens with the extension on it. Ctrl+C ends the hub.");
} else {
  const server = await startServer({ source: root });
  ending.defer(server.stop);
  over.push(exitCode(server.process).then(() => "VS Code"));
  const address = workbenchUrl({ url: server.url, folder: folder.path });
  console.log(`VS Code with the extension on it:\n  ${address}\n`);
  if (isCheck) {
    const user = `${hub.address}/api/v1/get_user`;
    await mustAnswer("The built-in hub", user, { "svc-api-key": hub.key }, '"user"');
    await mustAnswer("VS Code", address, {}, "vscode-workbench-web-configuration");
  } else if (!hasDisplay || !(await open(address).catch(() => undefined))) {
    console.log("Open this address in a browser.");
  }
  console.log(isCheck ? "Both answer." : "Ctrl+C ends both.");
}
const gone = isCheck ? undefined : await Promise.race(over);
if (gone) {
  console.error(`${gone} ended by itself`);
  process.exitCode = 1;
}
