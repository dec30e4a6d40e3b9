import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";

const sources = path.resolve("src");

/** Prints what each global dispatcher slot is before and after the door was used. */
const probe = (bundle: string) => `
  const names = ["undici.globalDispatcher.1", "undici.globalDispatcher.2", "undici.globalDispatcher.3"];
  const slots = () => names.map((name) => globalThis[Symbol.for(name)]);
  const symbols = () => Object.getOwnPropertySymbols(globalThis).length;
  const http = require("node:http");
  (async () => {
    await fetch("data:,warm");
    const before = slots(), count = symbols(), { fetch: hostFetch } = globalThis;
    const { createSend } = require(${JSON.stringify(bundle)});
    const server = http.createServer((_, response) => response.end("ok")).listen(0, "127.0.0.1");
    await require("node:events").once(server, "listening");
    const send = createSend({});
    const url = new URL("http://127.0.0.1:" + server.address().port);
    const { status, body } = await send({ url, method: "GET", headers: {}, signal: AbortSignal.timeout(5000) });
    for await (const _ of body);
    await send.close();
    server.close();
    const same = slots().every((slot, index) => slot === before[index]);
    console.log(JSON.stringify({ status, same, added: symbols() - count, fetch: fetch === hostFetch }));
  })();`;

describe("the door to the network", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "expert-hub-"));
  const bundle = path.join(folder, "door.cjs");
  after(() => rmSync(folder, { recursive: true }));

  before(async () => {
    await build({
      entryPoints: [path.join(sources, "hub", "undiciSend.ts")],
      outfile: bundle,
      bundle: true,
      format: "cjs",
      platform: "node",
      target: "es2024",
      minify: true,
      mainFields: ["module", "main"],
      logLevel: "silent",
    });
  });

  it("O9 leaves the dispatcher and the fetch of the process as they were", () => {
    const script = path.join(folder, "probe.cjs");
    writeFileSync(script, probe(bundle));
    const env = { ...process.env, NODE_OPTIONS: "" };
    const printed = execFileSync(process.execPath, [script], { encoding: "utf8", env });
    assert.deepEqual(JSON.parse(printed), { status: 200, same: true, added: 0, fetch: true });
  });

  it("O10 is the only one, never follows, and never loosens TLS", () => {
    const bundled = readFileSync(bundle, "utf8");
    assert.doesNotMatch(
      bundled,
      /setGlobalDispatcher|undici\.globalDispatcher|interceptors\.redirect/,
    );
    for (const name of readdirSync(sources, { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".ts") || /^(localHub|webview)\b/.test(name)) continue;
      const text = readFileSync(path.join(sources, name), "utf8");
      assert.doesNotMatch(
        text,
        /(?<![\w.#])fetch\(|setGlobalDispatcher|interceptors\.|rejectUnauthorized: false|globalDispatcher/,
        name,
      );
      assert.doesNotMatch(text, /["']undici["']|["']node:(?:http|https|http2|net|dgram)["']/, name);
      const opens = /undici\/|node:tls/.test(text);
      assert.ok(
        !opens || /^hub[/\\](?:undiciSend\.ts|undiciDeep\.d\.ts|trust\.ts)$/.test(name),
        name,
      );
    }
  });
});
