// Finds a Chromium, or installs one if that needs no confirmation.
import { existsSync } from "node:fs";
import path from "node:path";
import { findOnPath, mustRun, run } from "./processes.js";
import { from } from "./root.js";

const names = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
  "microsoft-edge-stable",
  "chrome",
];

/** Debian's Chromium without a user interface: it shows a window of VS Code with a seventh less work. */
const headlessShell = "chromium-headless-shell";

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

const macApps = ["Google Chrome", "Chromium", "Microsoft Edge"];
const windowsPrograms = [
  "Google\\Chrome\\Application\\chrome.exe",
  "Chromium\\Application\\chrome.exe",
  "Microsoft\\Edge\\Application\\msedge.exe",
];

function usualPlaces() {
  const { env, platform } = process;
  if (platform === "darwin")
    return ["/Applications", `${env.HOME}/Applications`].flatMap((folder) =>
      macApps.map((app) => `${folder}/${app}.app/Contents/MacOS/${app}`),
    );
  if (platform === "win32")
    return [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA]
      .filter(Boolean)
      .flatMap((folder) => windowsPrograms.map((file) => path.join(folder, file)));
  return ["/snap/bin/chromium", "/opt/google/chrome/chrome", "/opt/microsoft/msedge/msedge"];
}

async function playwrightsOwn() {
  const { chromium } = await import("playwright-core");
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}

/** The path of an installed browser that Playwright can drive, or undefined. */
export async function findBrowser() {
  const chosen = process.env.CHROMIUM;
  if (chosen && !existsSync(chosen)) throw new Error(`CHROMIUM names no file: ${chosen}`);
  return (
    chosen ||
    findOnPath(names) ||
    usualPlaces().find((file) => existsSync(file)) ||
    (await playwrightsOwn())
  );
}

async function installFromDebian() {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !findOnPath(["apt-get"])) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  console.log("No browser found: apt-get update && apt-get install chromium");
  await mustRun("apt-get", ["update", "-qq"], { env });
  await mustRun(
    "apt-get",
    ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-dejavu-core"],
    { env, stdio: ["ignore", "ignore", "inherit"] },
  );
  // Not every release has it, and the suites can do without.
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", headlessShell], {
    env,
    stdio: "ignore",
  });
}

async function installFromPlaywright() {
  console.log("No browser found: playwright-core install chromium");
  const cli = from("node_modules", "playwright-core", "cli.js");
  await run(process.execPath, [cli, "install", "chromium"]);
}

export async function ensureBrowser() {
  for (const install of [undefined, installFromDebian, installFromPlaywright]) {
    try {
      await install?.();
    } catch (error) {
      console.error(String(error.message ?? error));
    }
    const found = await findBrowser();
    if (found) return found;
  }
  throw new Error(
    "No Chromium, Chrome or Edge was found and none could be installed: install one, or set CHROMIUM to its path.",
  );
}

/** For windows of VS Code; the page's own tests need what only a whole browser has. */
export async function ensureWindowBrowser() {
  const whole = await ensureBrowser();
  return process.env.CHROMIUM ? whole : (findOnPath([headlessShell]) ?? whole);
}
