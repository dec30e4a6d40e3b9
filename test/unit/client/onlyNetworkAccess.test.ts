import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { rawJson } from "../../support/rawServer";
import type * as Door from "../../../src/client/undiciSend";
import { makeCertificate } from "../../support/certificate";
import { answer, atEnd, clientOf, closeAll, fixture } from "./hubFixture";

const sources = path.resolve("src");
const textsOf = (files: string[]) =>
  new Map(files.map((file) => [path.basename(file), readFileSync(file, "utf8")]));
/** The shipped files of the host, by name; one of them is shared with the built-in hub. */
const shipped = textsOf([
  "dist/extension.cjs",
  "dist/undici.cjs",
  ...globSync("dist/chunks/*.cjs"),
]);
/** The shipped files of the built-in hub, which receives requests, and of its program. */
const shippedHub = textsOf(
  globSync(["dist/builtInHub*.cjs", "dist/undici.cjs", "dist/builtInHub/*.cjs"]),
);
const opensDoor = (name: string) => name.startsWith("undiciSend-");
const isDoor = (name: string) => opensDoor(name) || name === "undici.cjs";
const doorName = [...shipped.keys()].find(opensDoor) ?? "";
const bundle = path.resolve("dist", "chunks", doorName);

const otherDoors =
  /setGlobalDispatcher|globalDispatcher|interceptors|new WebSocket|XMLHttpRequest|EventSource\(/;
// A class may have a method of that name, whose parameters are followed by a brace.
const hostFetch = /(?<![\w$.#])fetch\((?![\w$,]*\)\{)|globalThis\.fetch/;
/** What only compares addresses. */
const inert = new Set(["net isIP", "net BlockList"]);
/** With the name that it is assigned to. */
const networkModule =
  /(?:([\w$]+)=)?require\("(?:node:)?(net|tls|https?|http2|dgram|dns)(?:\/\w+)?"\)/g;

/** What a file takes of the modules for the network. */
function usesIn(name: string, text: string): string[] {
  return [...text.matchAll(networkModule)].flatMap(([, variable, module]) => {
    assert.ok(variable, `${name} names what it takes of ${module}`);
    const uses = new RegExp(`(?<![\\w$.])${variable.replaceAll("$", "\\$")}\\.(\\w+)`, "g");
    const found = [...text.matchAll(uses)].map(([, what]) => `${module} ${what}`);
    return found.filter((use) => !inert.has(use));
  });
}

const metaOf = () =>
  JSON.parse(readFileSync("out/meta.json", "utf8")) as {
    outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>;
  };

/** Prints the content of each global dispatcher slot before and after the transport was used. */
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

describe("the door to the network, as it is shipped", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "expert-hub-"));
  /** The transport shares its errors with the file loaded at activation, which imports the editor's API. */
  const editor = path.join(folder, "vscode.js");
  writeFileSync(editor, 'module.exports = { env: { language: "en" }, l10n: {} };');
  after(() => rmSync(folder, { recursive: true }));
  afterEach(closeAll);

  it("O9 leaves the dispatcher and the fetch of the process as they were", () => {
    const script = path.join(folder, "probe.cjs");
    writeFileSync(script, probe(bundle));
    const env = { ...process.env, NODE_OPTIONS: "", NODE_PATH: folder };
    const printed = execFileSync(process.execPath, [script], { encoding: "utf8", env });
    assert.deepEqual(JSON.parse(printed), { status: 200, same: true, added: 0, fetch: true });
  });

  it("O10 is the only one, never follows, and never loosens TLS", () => {
    for (const [name, text] of shipped) {
      assert.doesNotMatch(text, otherDoors, name);
      assert.doesNotMatch(text, hostFetch, name);
      for (const [setting] of text.matchAll(/rejectUnauthorized\b.{3}/g)) {
        assert.equal(setting, "rejectUnauthorized:!0", name);
      }
      const uses = isDoor(name) ? [] : usesIn(name, text);
      assert.deepEqual(uses, name.startsWith("server-") ? ["http createServer"] : [], name);
    }
  });

  it("O10 is the only one of the built-in hub and its program as well, and never loosens TLS", () => {
    assert.equal([...shippedHub.keys()].filter(opensDoor).length, 1);
    const used = new Set<string>();
    for (const [name, text] of shippedHub) {
      assert.doesNotMatch(text, otherDoors, name);
      assert.doesNotMatch(text, hostFetch, name);
      for (const use of isDoor(name) ? [] : usesIn(name, text)) used.add(use);
      for (const [setting] of text.matchAll(/rejectUnauthorized\b.{3}/g))
        assert.equal(setting, "rejectUnauthorized:!0", name);
    }
    assert.deepEqual([...used].toSorted(), ["dns lookup", "http createServer"]);
  });

  it("O10 is what leads to undici, which is shipped once", () => {
    for (const texts of [shipped, shippedHub]) {
      const leads = [...texts].filter(([, text]) => /["'`/]undici\.cjs/.test(text));
      assert.equal(leads.length, 1);
      assert.ok(leads.every(([name]) => opensDoor(name)));
    }
    const { outputs } = metaOf();
    const holders = Object.entries(outputs).filter(([, { inputs }]) =>
      Object.keys(inputs).some((file) => file.includes("/undici/")),
    );
    assert.deepEqual(
      holders.map(([name]) => name),
      ["dist/undici.cjs"],
    );
  });

  it("O10 holds nothing of undici that fetches, or speaks HTTP/2 or SOCKS", () => {
    const inputs = metaOf().outputs["dist/undici.cjs"]?.inputs ?? {};
    const held = Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 100);
    assert.ok(held.some((file) => file.endsWith("/undici/lib/dispatcher/client-h1.js")));
    const unwanted =
      /\/undici\/(?:index|lib\/(?:web|milo|interceptor|mock|cache|global)|.*(?:h2|socks5-proxy|parser-h1|simd))/;
    assert.deepEqual(
      held.filter((file) => unwanted.test(file)),
      [],
    );
  });

  it("O10 is the only one in the sources", () => {
    for (const name of readdirSync(sources, { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".ts") || /^builtInHub\b|^(?:features[/\\]\w+[/\\])?page\b/.test(name))
        continue;
      const text = readFileSync(path.join(sources, name), "utf8");
      assert.doesNotMatch(
        text,
        /(?<![\w.#])fetch\(|setGlobalDispatcher|interceptors\.|rejectUnauthorized: false|globalDispatcher/,
        name,
      );
      const values = text
        .replaceAll(/^import type .*$/gm, "")
        .replaceAll(/^import \{ (?:BlockList, )?isIP \} from "node:net";$/gm, "");
      // The MCP server receives requests, and sends none.
      const server = /^import \{ createServer(?:, type \w+)* \} from "node:http";$/m;
      const others = /^features[/\\]agents[/\\]mcp\b/.test(name)
        ? values.replace(server, "")
        : values;
      assert.doesNotMatch(others, /["']undici["']|["']node:(?:https?|http2|net|dgram)["']/, name);
      const opens = /undici\/|node:tls/.test(text);
      assert.ok(
        !opens || /^client[/\\](?:undici\.ts|undiciDeep\.d\.ts|trust\.ts)$/.test(name),
        name,
      );
    }
  });

  it("O10 is opened by nothing else in the sources of the built-in hub, which looks up names", () => {
    const opens: Record<string, string[]> = {};
    const imports = /import (?!type )([^;]+?) from "node:(https?|http2|net|tls|dgram|dns)"/g;
    for (const file of globSync("src/builtInHub/**/*.ts")) {
      const text = readFileSync(file, "utf8");
      assert.doesNotMatch(text, hostFetch, file);
      assert.doesNotMatch(text, otherDoors, file);
      assert.doesNotMatch(text, /import\("node:|require\(|"undici/, file);
      for (const [, names = "", module = ""] of text.matchAll(imports)) {
        const values = names.replaceAll(/[{},]|\btype \w+/g, " ").trim();
        if (values !== "" && module !== "net")
          (opens[path.relative("src/builtInHub", file).replaceAll("\\", "/")] ??= []).push(
            `${module} ${values}`,
          );
      }
    }
    assert.deepEqual(opens, {
      "server.ts": ["http createServer"],
      "tools/web/reach.ts": ["dns lookup"],
    });
  });

  it("works without what is left out of it, over http and TLS", async () => {
    const hooks = registerHooks({
      resolve: (name, context, next) =>
        name === "vscode"
          ? { url: pathToFileURL(editor).href, shortCircuit: true }
          : next(name, context),
    });
    const { createSend } = createRequire(bundle)(bundle) as typeof Door;
    hooks.deregister();
    const authority = makeCertificate({ name: "Door Authority", authority: true, hosts: [] });
    const file = path.join(folder, "authority.pem");
    writeFileSync(file, authority.cert);
    const { NODE_EXTRA_CA_CERTS: kept } = process.env;
    process.env["NODE_EXTRA_CA_CERTS"] = file;
    atEnd(async () => {
      if (kept === undefined) delete process.env["NODE_EXTRA_CA_CERTS"];
      else process.env["NODE_EXTRA_CA_CERTS"] = kept;
    });
    for (const tls of [undefined, makeCertificate({ issuer: authority })]) {
      const { server } = await fixture({
        ...(tls && { tls }),
        answer: ({ socket, request }) =>
          socket.write(rawJson(request.startsWith("GET") ? [{ id: 7 }] : answer)),
      });
      const { client } = clientOf(server.origin, { send: createSend({}, () => undefined) });
      const asked = Array.from({ length: 20 }, () => client.invokeAgent({ input_data: "Grüße" }));
      for (const { value } of await Promise.all(asked)) assert.equal(value.output, "Fine.");
      assert.equal((await client.getExpert(7)).id, 7);
      assert.equal(server.requests.length, 21);
      assert.ok(server.sockets.length <= 8);
    }
  });
});
