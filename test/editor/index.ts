import path from "node:path";
import Mocha from "mocha";
import { canaries } from "./support/canaries";
import { extension } from "./support/hub";

/** Runs the suites inside an extension host; the contract of `@vscode/test-electron`. */
export async function run(): Promise<void> {
  const grep = process.env["EXPERT_HUB_GREP"];
  const mocha = new Mocha({
    ui: "bdd",
    color: false,
    timeout: 180_000,
    slow: 1_000,
    // Built to out/test/editor.
    reporter: path.resolve(__dirname, "../../../scripts/reporter.cjs"),
    ...(grep && { grep }),
    bail: process.env["EXPERT_HUB_MUTANT"] !== undefined,
  });
  // Defines `describe` and `it` for the suites; hence they are imported only afterwards.
  mocha.suite.emit("pre-require", globalThis, "", mocha);
  await import("./suites");
  // Only the first suite may find it inactive. Without that suite, the others would never see it active.
  const [beforeFirstUse] = mocha.suite.suites;
  if (grep && !beforeFirstUse?.tests.some((test) => test.fullTitle().match(grep)))
    mocha.suite.beforeAll("activate the extension", () => extension().activate());
  const { ChatStage } = await import("./support/chatStage");
  for (const suite of mocha.suite.suites) {
    suite.afterAll("close what is kept for the next test", () => ChatStage.closeSpare());
    suite.afterAll("no canary came out", async () => {
      const places = await canaries.sweep();
      if (places.length > 0) throw new Error(`came out in\n${places.join("\n")}`);
    });
  }
  const failures = await new Promise<number>((resolve) => {
    mocha.run(resolve);
  });
  if (failures > 0) throw new Error(`${failures} failed`);
}
