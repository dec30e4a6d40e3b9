import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";

describe("the built-in hub on the command line", function () {
  this.timeout(20_000);
  let folder = "";
  let program = "";

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "expert-hub-cli-"));
    program = path.join(folder, "cli.cjs");
    await build({
      entryPoints: ["src/builtInHub/cli.ts"],
      outfile: program,
      bundle: true,
      platform: "node",
      format: "cjs",
      mainFields: ["module", "main"],
      logLevel: "error",
    });
  });

  after(() => rm(folder, { recursive: true }));

  const run = (...given: string[]) => {
    const child = spawn(process.execPath, [program, ...given], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    const ended = once(child, "close").then(([code]) => ({ code: code as number | null, text }));
    return { child, ended, text: () => text };
  };

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`prints its address, key and experts, and ends cleanly on ${signal}`, async () => {
      const { child, ended, text } = run("--port", "0", "--folder", ".", "--key", "K", "--faults");
      while (!text().includes("experts")) await once(child.stdout, "data");
      assert.match(text(), /^address http:\/\/127\.0\.0\.1:\d+\nkey K\nexperts 1 2 3 4\n$/);
      const address = /address (\S+)/.exec(text())?.[1];
      const response = await fetch(`${address}/api/v1/get_expert/503`, {
        headers: { "svc-api-key": "K" },
      });
      assert.equal(response.status, 503);
      child.kill(signal);
      assert.equal((await ended).code, 0);
    });
  }

  it("makes a key where none is given", async () => {
    const { child, ended, text } = run();
    while (!text().includes("experts")) await once(child.stdout, "data");
    assert.match(text(), /^key [\da-f-]{36}$/m);
    child.kill();
    await ended;
  });

  it("tells its options", async () => {
    const { code, text } = await run("--help").ended;
    assert.equal(code, 0);
    for (const option of ["--port", "--folder", "--key", "--faults"])
      assert.ok(text.includes(option));
  });

  it("refuses what it does not know, in one line", async () => {
    for (const given of [["--nothing"], ["--port", "x"], ["--key", ""]]) {
      const { code, text } = await run(...given).ended;
      assert.equal(code, 1);
      assert.equal(text.trim().split("\n").length, 1, text);
    }
  });
});
