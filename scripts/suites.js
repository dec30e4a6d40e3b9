// What `npm test` runs: first the checks, then the suites, several in parallel and the longest first.
import { availableParallelism } from "node:os";
import { vsixFile } from "./budget.js";
import { from } from "./root.js";
import { ensureBrowser, ensureServer } from "./vscode.js";

const node = (script, ...args) => [process.execPath, from(script), ...args];

const mocha = (pattern, seconds, jobs) => (grep) => {
  const reporter = from("scripts/reporter.cjs");
  const options = { reporter, timeout: `${seconds}s`, grep, jobs };
  const given = Object.entries(options).flatMap(([name, value]) =>
    value ? [`--${name}`, value] : [],
  );
  const program = from("node_modules/mocha/bin/mocha.js");
  const files = `out/test/${pattern}.test.js`;
  const parallel = jobs ? ["--parallel"] : [];
  return [[process.execPath, "--enable-source-maps", program, ...parallel, ...given, files]];
};

/** Shared, since parallel suites may both need it at once. */
let server;
let browser;
const needBrowser = () => (browser ??= ensureBrowser());
async function needVSCode() {
  await (server ??= ensureServer());
  await needBrowser();
}

export const check = "check";

/** Suites spend half their time waiting for VS Code and the browser; a whole run can afford one at a time. */
export const atOnce = (isWhole) => (isWhole ? 1 : Math.min(4, availableParallelism() + 2));

export const suites = [
  {
    kind: check,
    name: "build",
    title: "Build: what is shipped, and the suites",
    always: true,
    minutes: 2,
    commands: () => [node("scripts/bundle.js", "--tests")],
  },
  {
    kind: check,
    name: "types",
    title: "Types: every layer, and the editor's against the newest VS Code",
    minutes: 3,
    commands: () => [
      node("node_modules/typescript/bin/tsc", "-b"),
      node("node_modules/typescript/bin/tsc", "-p", "tsconfig.newest.json"),
    ],
  },
  {
    kind: check,
    name: "lint",
    title: "Lint and format",
    minutes: 2,
    sideBySide: true,
    commands: () => [
      node("node_modules/oxlint/bin/oxlint", "--type-aware", "--deny-warnings"),
      node("node_modules/oxfmt/bin/oxfmt", "--check", "."),
    ],
  },
  {
    kind: check,
    name: "package",
    title: "Package: the VSIX, within its size",
    minutes: 2,
    commands: () => [node("scripts/package.js", "--no-build")],
  },
  {
    name: "surroundings",
    whole: true,
    needs: "package",
    title: "Surroundings: the VSIX among proxies, hostile workspaces, broken storage, no network",
    minutes: 20,
    before: needVSCode,
    env: { EXPERT_HUB_VSIX: vsixFile },
    commands: mocha("ui/surroundings/*", 300),
  },
  {
    name: "host",
    title: "Host: inside the extension host of a real VS Code",
    minutes: 30,
    before: needVSCode,
    commands: () => [node("scripts/hostSuite.js")],
  },
  {
    name: "page",
    title: "Page: the chat page alone in Chromium",
    minutes: 30,
    before: needBrowser,
    commands: mocha("ui/page/**/*", 180),
  },
  {
    name: "packaged",
    needs: "package",
    title: "Packaged: whole paths in a real VS Code with the VSIX installed",
    minutes: 30,
    before: needVSCode,
    env: { EXPERT_HUB_VSIX: vsixFile },
    commands: mocha("ui/workbench/*", 300),
  },
  {
    name: "unit",
    needs: "package",
    title: "Unit: in plain node",
    minutes: 15,
    // Most of the time they wait: for sockets, files and processes.
    commands: mocha("unit/**/*", 60, 2),
  },
  {
    name: "workbench",
    // The same tests run on the VSIX.
    whole: true,
    title: "Workbench: the first minute in a real VS Code, from source",
    minutes: 5,
    before: needVSCode,
    commands: mocha("ui/workbench/firstMinute", 300),
  },
  {
    name: "contract",
    title: "Contract: the client against the built-in hub and raw sockets",
    minutes: 6,
    commands: mocha("contract/**/*", 60),
  },
  {
    name: "desktop",
    title: "Desktop: the host suite in desktop VS Code",
    minutes: 10,
    mayBeEmpty: true,
    commands: () => [node("scripts/desktopSuite.js")],
  },
];
