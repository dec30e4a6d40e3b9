import { readdirSync } from "node:fs";
import path from "node:path";
import type Mocha from "mocha";
import { smokeTests } from "../support/smokeTests";
import { canaries } from "./support/canaries";
import { extension } from "./support/hub";

// For "mocha" itself, the Node of older versions of VS Code gives the module around it.
const MochaRunner = require("mocha/lib/mocha.cjs") as typeof Mocha;

// Built to out/test/editor.
const root = path.resolve(__dirname, "../../..");

/** These look at a window in which nothing was done before, one after the other. */
const first = ["beforeFirstUse", "activation", "canaries", "firstUse"];

/** Turns on VS Code's own Git extension, which then answers for what others stand in for. */
const last = ["selection/changes"];

/** The files of all suites, without their ending. Those that are in neither list depend on no order. */
function suiteFiles(): string[] {
  const ending = ".test.ts";
  const found = readdirSync(path.join(root, "test", "editor"), { recursive: true })
    .map((name) => String(name).replaceAll(path.sep, "/"))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length));
  const others = found.filter((name) => ![...first, ...last].includes(name));
  return [...first, ...others.toSorted(), ...last];
}

/** What is asked for, perhaps of the smoke tests alone. `undefined` stands for all. */
function wanted(): RegExp | undefined {
  const grep = process.env["EXPERT_HUB_GREP"];
  if (process.env["EXPERT_HUB_SMOKE"] === undefined)
    return grep === undefined ? undefined : new RegExp(grep);
  const titles = Object.values(smokeTests)
    .flat()
    .map((title) => title.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^(?=.*(?:${grep ?? ""})).* (?:${titles.join("|")})$`);
}

/** Runs the suites inside an extension host; the contract of `@vscode/test-electron`. */
export async function run(): Promise<void> {
  const grep = wanted();
  const mocha = new MochaRunner({
    ui: "bdd",
    color: false,
    timeout: 180_000,
    slow: 1_000,
    reporter: path.join(root, "scripts", "reporter.cjs"),
    ...(grep !== undefined && { grep }),
    bail: process.env["EXPERT_HUB_MUTANT"] !== undefined,
  });
  // Defines `describe` and `it` for the suites; hence they are imported only afterwards.
  mocha.suite.emit("pre-require", globalThis, "", mocha);
  for (const name of suiteFiles()) await import(`./${name}.test.ts`);
  // Only the first suite may find it inactive. Without that suite, the others would never see it active.
  const [beforeFirstUse] = mocha.suite.suites;
  if (grep && !beforeFirstUse?.tests.some((test) => test.fullTitle().match(grep)))
    mocha.suite.beforeAll("activate the extension", () => extension().activate());
  for (const suite of mocha.suite.suites) {
    suite.afterAll("no canary came out", async () => {
      const places = await canaries.sweep();
      // A second run of this suite alone could not show that nothing came out of this one.
      if (places.length > 0)
        throw Object.assign(new Error(`came out in\n${places.join("\n")}`), { isFinal: true });
    });
  }
  const failures = await new Promise<number>((resolve) => {
    mocha.run(resolve);
  });
  if (failures > 0) throw new Error(`${failures} failed`);
}
