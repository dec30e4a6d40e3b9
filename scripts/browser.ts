// Finds a Chromium, or installs one if that needs no confirmation.
import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";
import { findOnPath, mustRun, run } from "./processes.ts";
import { from } from "./root.ts";

const { env, platform } = process;

/** Root cannot use the sandbox; nothing may be fetched except what a test requests. */
export const browserArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
];

/** Debian's Chromium without a user interface: it shows a window of VS Code with a seventh less work. */
const headlessShell = "chromium-headless-shell";

const findInstalled = (): string | undefined =>
  findOnPath(
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "microsoft-edge-stable",
    "chrome",
  );

function usualPlaces(): string[] {
  if (platform === "darwin")
    return ["/Applications", `${env.HOME}/Applications`].flatMap((folder) =>
      ["Google Chrome", "Chromium", "Microsoft Edge"].map(
        (app) => `${folder}/${app}.app/Contents/MacOS/${app}`,
      ),
    );
  if (platform === "win32")
    return [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].flatMap((folder = "") =>
      ["Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe"].map(
        (file) => path.join(folder, file),
      ),
    );
  return ["/snap/bin/chromium", "/opt/google/chrome/chrome", "/opt/microsoft/msedge/msedge"];
}

/** The path of an installed browser that Playwright can drive, or undefined. */
function findBrowser(): string | undefined {
  const chosen = env.CHROMIUM;
  if (chosen && !existsSync(chosen)) throw new Error(`CHROMIUM names no file: ${chosen}`);
  const places = [...usualPlaces(), chromium.executablePath()];
  return chosen || findInstalled() || places.find((file) => existsSync(file));
}

async function installFromDebian(): Promise<void> {
  if (process.getuid?.() !== 0 || !findOnPath("apt-get")) return;
  const install = ["install", "-y", "-qq", "--no-install-recommends"];
  const options = { env: { ...env, DEBIAN_FRONTEND: "noninteractive" } };
  console.log("No browser found: apt-get update && apt-get install chromium");
  await mustRun("apt-get", ["update", "-qq"], options);
  await mustRun("apt-get", [...install, "chromium", "fonts-dejavu-core"], {
    ...options,
    stdio: ["ignore", "ignore", "inherit"],
  });
  // Not every release has it, and the suites can do without.
  await run("apt-get", [...install, headlessShell], { ...options, stdio: "ignore" });
}

async function installFromPlaywright(): Promise<void> {
  console.log("No browser found: playwright-core install chromium");
  await run(process.execPath, [from("node_modules/playwright-core/cli.js"), "install", "chromium"]);
}

export async function ensureBrowser(): Promise<string> {
  for (const install of [undefined, installFromDebian, installFromPlaywright]) {
    await install?.().catch(console.error);
    const found = findBrowser();
    if (found) return found;
  }
  throw new Error(
    "No Chromium, Chrome or Edge was found and none could be installed: install one, or set CHROMIUM to its path.",
  );
}

/** For windows of VS Code; the page's own tests need what only a whole browser has. */
export async function ensureWindowBrowser(): Promise<string> {
  const whole = await ensureBrowser();
  return env.CHROMIUM ? whole : (findOnPath(headlessShell) ?? whole);
}
