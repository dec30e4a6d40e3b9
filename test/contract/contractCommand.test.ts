import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { from } from "../../scripts/root";
import { startBuiltInHub, type RunningHub } from "../../src/builtInHub/index";
import { withEchoModel } from "../support/echoModel";
import { key, startSpoiltHub } from "./spoiltHub";

describe("the command of the contract suite", () => {
  let hub: RunningHub;
  before(async () => void (hub = await startBuiltInHub({ key, ...withEchoModel })));
  after(() => hub.close());

  it("ends with 0 where every promise holds, and counts them", async () => {
    const args = ["--base-url", `${hub.baseUrl}/`, "--expert", "1", "--ask"];
    const { code, said } = await run(args, { EXPERT_HUB_KEY: key });
    assert.equal(code, 0, said);
    assert.match(said, /^ {2}passed {10}get_user answers with the account as described/m);
    assert.match(said, /\n\d+ passed, 0 failed, 0 not applicable\n$/);
  });

  it("ends with 1 where one fails, and never prints the key, though the hub repeats it", async () => {
    const spoilt = await startSpoiltHub(hub.baseUrl, (path, { headers }, { status }) =>
      path === "get_user" && status === 200
        ? {
            body: [
              { user: { email: 7, name: headers["svc-api-key"], [key]: 1 } },
              { user: { [key]: 1 } },
            ],
          }
        : path.startsWith("get_expert") && status === 200
          ? { body: [{ id: 2, [key]: key }] }
          : { body: { error: 1, message: `Key ${key}` } },
    );
    const args = ["--base-url", spoilt.baseUrl, "--key", key, "--expert", "5"];
    const { code, said } = await run(args);
    spoilt.close();
    assert.equal(code, 1, said);
    assert.match(said, /failed {10}get_user answers.*\n +- \[0\]\.user\.email must be a string/);
    assert.match(said, /- \[0\]\.•••• is not described/);
    assert.ok(!said.includes(key), said);
  });

  it("refuses wrong options with 2 and a sentence without the key", async () => {
    const base = ["--base-url", "https://hub.example"];
    for (const [args, sentence] of [
      [["--key", key], /^--base-url is required/],
      [base, /^Give the API key in EXPERT_HUB_KEY\.$/],
      [[...base, "--key", `${key} x`], /^--key must consist of visible ASCII/],
      [[...base, "--key", key, "--ask"], /^--ask needs --expert\.$/],
      [["--base-url", "http://hub.example", "--key", key], /^--base-url must be https/],
      [
        ["--base-url", `https://${key}@hub.example`, "--key", key],
        /^--base-url must be an address/,
      ],
      [[...base, key], /^Argument 3 belongs to no option/],
    ] as const) {
      const { code, said } = await run(args);
      assert.equal(code, 2, said);
      assert.match(said.trimEnd(), sentence);
      assert.equal(said.trimEnd().split("\n").length, 1, said);
      assert.ok(!said.includes(key), said);
    }
  });

  it("explains itself", async () => {
    const { code, said } = await run(["--help"]);
    assert.equal(code, 0);
    for (const word of ["--base-url", "--expert", "--ask", "EXPERT_HUB_KEY", "Exit codes"])
      assert.ok(said.includes(word), word);
  });
});

async function run(args: readonly string[], env: Record<string, string> = {}) {
  const { EXPERT_HUB_KEY: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [from("scripts/contract.ts"), ...args], {
    env: { ...inherited, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const [code] = (await once(child, "close")) as [number];
  return { code, said };
}
