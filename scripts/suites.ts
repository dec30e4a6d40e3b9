// What `npm test` runs: first the checks, then the suites, several in parallel and the longest first.
import { availableParallelism } from "node:os";
import { ensureBrowser } from "./browser.ts";
import { from } from "./root.ts";
import { type Age, ensureServer } from "./server.ts";
import { vsixFile } from "./vsix.ts";

export type Command = readonly [program: string, ...args: string[]];

export interface Suite {
  readonly name: string;
  readonly title: string;
  readonly minutes: number;
  readonly commands: (grep?: string) => readonly Command[];
  /** A check has no tests: it passes or fails. */
  readonly kind?: "check";
  /** Runs whatever is chosen, and nothing runs after its failure. */
  readonly always?: boolean;
  /** Runs with `--all` only. */
  readonly whole?: boolean;
  /** The check that this suite needs. */
  readonly needs?: string;
  readonly sideBySide?: boolean;
  readonly mayBeEmpty?: boolean;
  readonly before?: () => Promise<unknown>;
  readonly env?: Readonly<Record<string, string>>;
}

const node = (script: string, ...args: string[]): Command => [
  process.execPath,
  from(script),
  ...args,
];

const mocha =
  (patterns: string | readonly string[], seconds: number, jobs?: number) =>
  (grep?: string): Command[] => {
    const reporter = from("scripts/reporter.cjs");
    const require = from("scripts/propertySeed.ts");
    const options = { reporter, require, timeout: `${seconds}s`, grep, jobs };
    const given = Object.entries(options).flatMap(([name, value]) =>
      value ? [`--${name}`, String(value)] : [],
    );
    const program = from("node_modules/mocha/bin/mocha.js");
    const files = [patterns].flat().map((pattern) => `out/test/${pattern}.test.js`);
    // A hook that fails in a window may leave a server open, for which mocha would wait.
    const flags = jobs ? ["--parallel"] : files[0]!.includes("/ui/") ? ["--exit"] : [];
    return [[process.execPath, "--enable-source-maps", program, ...flags, ...given, ...files]];
  };

/** Shared, since parallel suites may both need it at once. */
const servers = new Map<Age, Promise<string>>();
let browser: Promise<string> | undefined;
const needBrowser = (): Promise<string> => (browser ??= ensureBrowser());
async function needVSCode(age: Age = "newest"): Promise<void> {
  const server = servers.get(age) ?? ensureServer(age);
  servers.set(age, server);
  await server;
  await needBrowser();
}
const oldest = {
  whole: true,
  before: () => needVSCode("oldest"),
  env: { EXPERT_HUB_VSIX: vsixFile, EXPERT_HUB_VSCODE: "oldest" },
} as const;

/** Suites spend half their time waiting for VS Code and the browser; a whole run can afford one at a time. */
export const atOnce = (isWhole = false): number =>
  isWhole ? 1 : Math.min(4, availableParallelism() + 2);

export const suites: readonly Suite[] = [
  {
    kind: "check",
    name: "build",
    title: "Build: what is shipped, and the suites",
    always: true,
    minutes: 2,
    commands: () => [node("scripts/bundle.ts", "--tests")],
  },
  {
    kind: "check",
    name: "types",
    title: "Types: every layer, and with --all the editor's against the newest VS Code",
    minutes: 3,
    commands: () => [
      node("node_modules/typescript/bin/tsc", "-b"),
      ...(process.env.EXPERT_HUB_ALL
        ? [node("node_modules/typescript/bin/tsc", "-p", "tsconfig.newest.json")]
        : []),
    ],
  },
  {
    kind: "check",
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
    kind: "check",
    name: "package",
    title: "Package: the VSIX, within its size",
    minutes: 2,
    commands: () => [node("scripts/package.ts", "--no-build")],
  },
  {
    name: "surroundings",
    whole: true,
    needs: "package",
    title: "Surroundings: the VSIX among proxies, hostile workspaces, broken storage, no network",
    minutes: 20,
    before: () => needVSCode(),
    env: { EXPERT_HUB_VSIX: vsixFile },
    commands: mocha("ui/surroundings/*", 300),
  },
  {
    name: "host",
    title: "Host: inside the extension host of a real VS Code",
    minutes: 30,
    before: () => needVSCode(),
    commands: () => [node("scripts/hostSuite.ts")],
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
    before: () => needVSCode(),
    env: { EXPERT_HUB_VSIX: vsixFile },
    // Its window serves the others.
    commands: mocha(["ui/workbench/firstMinute", "ui/workbench/*"], 300),
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
    before: () => needVSCode(),
    commands: mocha("ui/workbench/firstMinute", 300),
  },
  {
    ...oldest,
    name: "oldest",
    needs: "package",
    title: "Oldest: the first minute in the oldest VS Code that is supported, with the VSIX",
    minutes: 6,
    commands: mocha("ui/workbench/firstMinute", 300),
  },
  {
    ...oldest,
    name: "oldestHost",
    title: "Oldest host: a test of each feature inside the extension host of that VS Code",
    minutes: 6,
    env: { ...oldest.env, EXPERT_HUB_SMOKE: "1" },
    commands: () => [node("scripts/hostSuite.ts")],
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
    commands: () => [node("scripts/desktopSuite.ts")],
  },
];
