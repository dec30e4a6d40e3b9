import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { modelAddress } from "../../../../src/builtInHub/models/modelServer";
import { listModels } from "../../../../src/builtInHub/models/listModels";
import { OpenAiModel } from "../../../../src/builtInHub/models/openAiModel";
import { ModelKeys } from "../../../../src/features/models/editor/modelKeys";
import type { ModelRequest } from "../../../../src/contract/chatModel";
import { createSend } from "../../../../src/client/undiciSend";
import { makeCertificate } from "../../../support/certificate";
import { startConnectProxy } from "../../../support/connectProxy";
import { callsOf, completion, piece } from "../../../support/modelServer";
import { TestSecrets } from "../../platform/editor/secretStorage";
import { scriptedModels } from "./modelUnderTest";

const never = new AbortController().signal;
const question: ModelRequest = {
  purpose: { by: "chat", kind: "model" },
  messages: [{ role: "user" as const, content: "Hello" }],
  tools: [],
};
const key = "sk-MODEL-CANARY-1";

describe("the key of a model's address", () => {
  const scripted = scriptedModels();

  it("G2 is masked where the server repeats it, in an answer or an error", async () => {
    const { model } = await scripted(completion({ content: `Your key is ${key}.` }), key);
    const heard: string[] = [];
    const { text } = await model.complete(
      { ...question, onText: (piece) => heard.push(piece) },
      never,
    );
    assert.doesNotMatch(text + heard.join(""), /CANARY/);
    const refusing = await scripted(
      { status: 401, body: { error: { message: `Incorrect API key: ${key}` } } },
      key,
    );
    await assert.rejects(refusing.model.complete(question, never), (error: Error) => {
      assert.doesNotMatch(error.message, /CANARY/);
      return /Incorrect API key/.test(error.message);
    });
  });

  it("G2 is masked where the server repeats it in pieces, or in a call", async () => {
    const said = `Your key is ${key}, ${key.slice(0, 5)}, ${key.slice(0, 3)}`;
    const { model } = await scripted(
      { events: [...said].map((content) => piece({ content })) },
      key,
    );
    const heard: string[] = [];
    await model.complete({ ...question, onText: (text) => heard.push(text) }, never);
    assert.equal(heard.join(""), "Your key is ••••, sk-MO, sk-");
    assert.equal(heard[0], "Y");

    const called = await scripted(callsOf(["web_search", { query: key }]), key);
    const { calls } = await called.model.complete(question, never);
    assert.equal(calls[0]?.arguments, '{"query":"••••"}');
  });

  it("G2 does not follow a redirect", async () => {
    const target = await scripted(completion({ content: "caught" }));
    const location = `${target.server.origin}/v1/chat/completions`;
    const { model } = await scripted({ status: 307, headers: { location } }, key);
    await assert.rejects(model.complete(question, never), /Redirects are not followed/);
    assert.equal(target.server.requests.length, 0);
  });

  it("G2 is given out for its own origin only, until it is forgotten", async () => {
    const secrets = new TestSecrets();
    const keys = new ModelKeys(secrets);
    await keys.store("https://models.example", key);
    assert.equal(await keys.get("https://models.example"), key);
    assert.equal(await keys.get("https://models.example:8443"), undefined);
    assert.equal(await keys.get("http://models.example"), undefined);
    const again = new ModelKeys(secrets);
    assert.equal(await again.get("https://models.example"), key);
    await again.forget("https://models.example");
    assert.equal(await new ModelKeys(secrets).get("https://models.example"), undefined);
    for (const each of [keys, again]) each.dispose();
  });
});

describe("the way to a model's address", () => {
  const authority = makeCertificate({ name: "Model Authority", authority: true, hosts: [] });
  const kept = process.env["NODE_EXTRA_CA_CERTS"];
  const folder = mkdtempSync(path.join(tmpdir(), "expert-hub-model-"));
  const ending: (() => Promise<unknown>)[] = [];

  beforeEach(() => {
    const file = path.join(folder, "authority.pem");
    writeFileSync(file, authority.cert);
    process.env["NODE_EXTRA_CA_CERTS"] = file;
  });
  afterEach(async () => {
    for (const end of ending.splice(0).toReversed()) await end();
    if (kept === undefined) delete process.env["NODE_EXTRA_CA_CERTS"];
    else process.env["NODE_EXTRA_CA_CERTS"] = kept;
  });
  after(() => rmSync(folder, { recursive: true }));

  async function secureServer(hosts: string[], issuer: typeof authority | undefined) {
    const seen: (string | undefined)[] = [];
    const server = createServer(makeCertificate({ hosts, issuer }), (request, response) => {
      seen.push(request.headers.authorization);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ data: [{ id: "secure" }] }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ending.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return { port: (server.address() as AddressInfo).port, seen };
  }

  function wayTo(address: string, settings: Parameters<typeof createSend>[0] = {}) {
    const send = createSend(settings, () => undefined);
    ending.push(() => send.close());
    return { address: modelAddress(address), send, key: async () => key };
  }

  it("G3 trusts a known certificate, and sends no key to a wrong one", async () => {
    const good = await secureServer(["127.0.0.1"], authority);
    assert.deepEqual(await listModels(wayTo(`https://127.0.0.1:${good.port}`), never), [
      { name: "secure" },
    ]);
    assert.deepEqual(good.seen, [`Bearer ${key}`]);
    for (const [hosts, issuer] of [
      [["127.0.0.1"], undefined],
      [["other.example"], authority],
    ] as const) {
      const bad = await secureServer([...hosts], issuer);
      const model = new OpenAiModel(wayTo(`https://127.0.0.1:${bad.port}`), "secure");
      await assert.rejects(model.complete(question, never), { kind: "unreachable" });
      assert.deepEqual(bad.seen, []);
    }
  });

  it("G3 leads through the user's proxy, which sees neither question nor key", async () => {
    const server = await secureServer(["models.example"], authority);
    const proxy = await startConnectProxy({
      hosts: new Map([["models.example:443", server.port]]),
    });
    ending.push(() => proxy.close());
    const way = wayTo("https://models.example", { proxy: `http://${proxy.host}` });
    assert.deepEqual(await listModels(way, never), [{ name: "secure" }]);
    assert.deepEqual(proxy.asked, ["CONNECT models.example:443"]);
    assert.doesNotMatch(proxy.seen(), /CANARY/);
  });
});
