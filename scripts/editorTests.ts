// What the host suite needs, whether VS Code is the server or the desktop program.
import { mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { from } from "./root.ts";

export const tests = from("out/test/editor/index.cjs");
export const otherExtensions = ["caller", "modelProvider"].map((name) =>
  from("test/support", name),
);

/** Prints what the tests report, as it happens; `stop` prints the rest. */
export function followReport(name: string) {
  mkdirSync(from("out/logs"), { recursive: true });
  const file = from("out/logs", name);
  writeFileSync(file, "");
  const descriptor = openSync(file, "r");
  // Reads on from where it stopped.
  const printNew = () => void process.stdout.write(readFileSync(descriptor));
  const timer = setInterval(printNew, 250);
  const stop = () => {
    clearInterval(timer);
    printNew();
  };
  // Narrows nothing until a test writes it.
  const policy = file.replace("-report.txt", "-policy.json");
  rmSync(policy, { force: true });
  return { env: { EXPERT_HUB_REPORT: file, EXPERT_HUB_TEST_POLICY: policy }, stop };
}
