import assert from "node:assert/strict";
import { listModels } from "../../../src/builtInHub/models/listModels";
import { modelAddress } from "../../../src/builtInHub/models/modelServer";
import { OpenAiModel } from "../../../src/builtInHub/models/openAiModel";
import {
  type AddressExtras,
  extrasIn,
  fieldNameProblem,
  headerNameProblem,
  isHeaderValue,
} from "../../../src/contract/addressExtras";
import type { ModelRequest } from "../../../src/contract/chatModel";
import type { HubError } from "../../../src/contract/errors";
import { KeyMask } from "../../../src/contract/secrets/keyMask";
import { createHubClient } from "../../../src/client/client";
import { createSend } from "../../../src/client/undiciSend";
import { StoredExtras } from "../../../src/features/connection/editor/storedExtras";
import { completion, type ModelReply, piece, startModelServer } from "../../support/modelServer";
import { rawJson, startRawServer } from "../../support/rawServer";
import { TestSecrets } from "../platform/editor/secretStorage";
import { connected, TestStore } from "../support/appFixture";
import { atEnd, closeAll } from "./hubFixture";

const secret = "gw-7f3a91c2HEADER5d";
const extras: AddressExtras = {
  headers: { "x-gateway-key": secret, "x-team": "blue" },
  fields: { user: "ada", temperature: 0.9, model: "other" },
};
const never = new AbortController().signal;
const question: ModelRequest = {
  purpose: { by: "chat", kind: "model" },
  messages: [{ role: "user", content: "Hello" }],
  tools: [],
};

async function gateway(reply: ModelReply, key?: string, path = "") {
  const server = await startModelServer(() => reply);
  const send = createSend({}, () => undefined);
  atEnd(() => server.close());
  atEnd(() => send.close());
  const way = {
    address: modelAddress(`${server.origin}${path}`),
    send,
    key: async () => key,
    extras: async () => extras,
  };
  return { server, way, model: new OpenAiModel(way, "scripted") };
}

async function hubBehind(answer: (socket: { write(text: string): unknown }) => unknown) {
  const hub = await startRawServer({ answer: ({ socket }) => void answer(socket) });
  const send = createSend({}, () => undefined);
  atEnd(() => hub.close());
  atEnd(() => send.close());
  const lines: string[] = [];
  const client = createHubClient({
    send,
    baseUrl: hub.origin,
    key: () => "hub-key-of-the-test",
    headers: async () => extras.headers,
    timeoutSeconds: () => 10,
    onLine: (line) => lines.push(line),
  });
  return { hub, client, lines };
}

const saysNothing = (error: Error): boolean => {
  assert.doesNotMatch(error.message, /7f3a91c2|HEADER5d/);
  return true;
};

describe("the headers and fields of an address", () => {
  afterEach(closeAll);

  it("E5 go along to a model, and change nothing that the question itself says", async () => {
    const { server, model } = await gateway(completion({ content: "Fine." }), "model-key");
    await model.complete({ ...question, temperature: 0.1 }, never);
    await model.complete(question, never);
    const [first, second] = server.requests;
    assert.equal(first?.headers["x-gateway-key"], secret);
    assert.equal(first.headers["x-team"], "blue");
    assert.equal(first.headers.authorization, "Bearer model-key");
    const { model: name, temperature, ...rest } = first.body;
    assert.deepEqual([name, temperature], ["scripted", 0.1]);
    assert.equal((rest as { user?: string }).user, "ada");
    assert.equal(second?.body.temperature, 0.9);
  });

  it("E5 may take the place of the key of a model", async () => {
    const { server, way } = await gateway(completion({ content: "Fine." }), "model-key");
    const own = { headers: { authorization: "Basic abc" }, fields: {} };
    const model = new OpenAiModel({ ...way, extras: async () => own }, "scripted");
    await model.complete(question, never);
    assert.equal(server.requests[0]?.headers.authorization, "Basic abc");
  });

  it("E5 are masked where a model's server repeats them, whole or in pieces", async () => {
    const said = `The gateway got ${secret} from blue.`;
    const whole = await gateway(completion({ content: said }));
    assert.equal(
      (await whole.model.complete(question, never)).text,
      "The gateway got •••• from blue.",
    );
    const heard: string[] = [];
    const streamed = await gateway({
      events: [...[...said].map((content) => piece({ content })), piece({}, "stop")],
    });
    await streamed.model.complete({ ...question, onText: (text) => heard.push(text) }, never);
    assert.equal(heard.join(""), "The gateway got •••• from blue.");
    const refused = await gateway({ status: 400, body: { error: { message: `Bad ${secret}` } } });
    await assert.rejects(refused.model.complete(question, never), saysNothing);
  });

  it("E5 go along no redirect", async () => {
    const target = await startRawServer({ answer: ({ socket }) => socket.write(rawJson({})) });
    atEnd(() => target.close());
    const { model } = await gateway({ status: 307, headers: { location: `${target.origin}/x` } });
    await assert.rejects(model.complete(question, never), /Redirects are not followed/);
    const { client } = await hubBehind((socket) =>
      socket.write(
        `HTTP/1.1 302 Found\r\nlocation: ${target.origin}/${secret}\r\ncontent-length: 0\r\n\r\n`,
      ),
    );
    await assert.rejects(client.getUser(), { kind: "redirect" });
    assert.equal(target.requests.length, 0);
  });

  it("E5 go along to a hub, and are masked in its answers, its errors and the log", async () => {
    const { hub, client, lines } = await hubBehind((socket) =>
      socket.write(rawJson([{ user: { user_id: "u", name: `Ada ${secret}, blue` } }])),
    );
    assert.equal((await client.getUser()).name, "Ada ••••, blue");
    assert.match(hub.requests[0]!, new RegExp(`x-gateway-key: ${secret}\\r\\n`, "i"));
    assert.match(hub.requests[0]!, /svc-api-key: hub-key-of-the-test\r\n/i);
    const refusing = await hubBehind((socket) =>
      socket.write(rawJson({ error: 403, message: `No ${secret} here` }, { status: 403 })),
    );
    await assert.rejects(refusing.client.getUser(), (error: HubError) => {
      assert.doesNotMatch(JSON.stringify(error.details), /7f3a91c2|HEADER5d/);
      return saysNothing(error);
    });
    assert.doesNotMatch([...lines, ...refusing.lines].join("\n"), /7f3a91c2|x-gateway/);
  });

  it("E5 are in the secret storage alone, and given out for their own origin", async () => {
    const secrets = new TestSecrets();
    const store = new TestStore();
    const stored = new StoredExtras(secrets, store);
    await stored.set("https://gateway.example", extras);
    assert.deepEqual((await stored.get("https://gateway.example")).headers, extras.headers);
    for (const other of [
      "http://gateway.example",
      "https://gateway.example:8443",
      "https://x.example",
    ])
      assert.deepEqual(await stored.get(other), { headers: {}, fields: {} });
    assert.doesNotMatch(JSON.stringify([...store.values]), /7f3a91c2|x-gateway/);
    const again = new StoredExtras(secrets, store);
    assert.deepEqual((await again.headerValues()).toSorted(), ["blue", secret]);
    await again.forget("https://gateway.example");
    assert.deepEqual(await new StoredExtras(secrets, store).get("https://gateway.example"), {
      headers: {},
      fields: {},
    });
    for (const each of [stored, again]) each.dispose();
  });

  it("E5 reach the hub in use as they were entered for its origin, and no other hub", async () => {
    const { connection, extras: stored, own } = await connected();
    await stored.set("http://127.0.0.1:9", extras);
    await (await connection.client()).getUser();
    await stored.set(own.origin, extras);
    await (await connection.client()).getUser();
    const { client } = await connection.trial(own.origin, "typed");
    await client.getUser();
    const [before, after, trial] = own.requests;
    assert.doesNotMatch(before!, /x-gateway/i);
    for (const request of [after!, trial!]) assert.match(request, new RegExp(secret));
  });

  it("E5 have no name and no value that could become another header or part of the request", () => {
    for (const name of ["", "a b", "x:y", "x\r\ny", "é", "Host", "content-length", "SVC-API-Key"])
      assert.ok(headerNameProblem(name), name);
    for (const value of ["", "a\r\nb: c", "a\nb", "é", "a\0", " a", "a "])
      assert.equal(isHeaderValue(value), false, JSON.stringify(value));
    for (const name of ["model", "messages", "tools", "stream", " "])
      assert.ok(fieldNameProblem(name));
    assert.deepEqual([headerNameProblem("X-Team"), isHeaderValue("Bearer a b")], [undefined, true]);
    const tampered = {
      headers: { host: "evil", "x-a": "b\r\nc", "x-b": 1, "x-c": "ok" },
      fields: [],
    };
    assert.deepEqual(extrasIn(JSON.stringify(tampered)), { headers: { "x-c": "ok" }, fields: {} });
    assert.deepEqual(extrasIn("no JSON"), { headers: {}, fields: {} });
  });

  it("E5 are masked beside the key, each of them", () => {
    const keys = new KeyMask("key-4b1d9e7c", { also: [secret, "second-91c2d7"] });
    assert.equal(keys.text(`a key-4b1d9e7c b ${secret} c second-91c2d7`), "a •••• b •••• c ••••");
    const line = keys.line(`${"x".repeat(400)} ${secret}`, 300);
    assert.equal(line.length, 300);
    assert.doesNotMatch(keys.line(`Bad: ${secret} second-91c2d7`), /7f3a91c2|91c2d7/);
  });
});

describe("an address of Azure", () => {
  afterEach(closeAll);
  const path = "/openai/deployments/my-gpt/chat/completions?api-version=2024-10-21";

  for (const [typed, base] of [
    [
      `https://acme.openai.azure.com${path}`,
      "https://acme.openai.azure.com/openai/deployments/my-gpt?api-version=2024-10-21",
    ],
    ["https://acme.openai.azure.com", "https://acme.openai.azure.com/openai/v1"],
    [
      "https://acme.services.ai.azure.com/openai/v1/",
      "https://acme.services.ai.azure.com/openai/v1",
    ],
    [
      "https://acme.openai.azure.com/openai/v1/?api-version=preview",
      "https://acme.openai.azure.com/openai/v1?api-version=preview",
    ],
  ] as const)
    it(`reads ${typed}`, () => {
      assert.equal(modelAddress(typed).base, base);
      assert.equal(modelAddress(base).base, base);
    });

  it("G3 has no other query, and none that holds a key", () => {
    for (const query of ["?key=1", "?api-version=1&key=2", "?api-version=1#x", "?api-version="])
      assert.throws(() => modelAddress(`https://acme.openai.azure.com/openai/v1${query}`), /query/);
  });

  it("gets the version in each request, and the key as it wants it", async () => {
    const { server, way, model } = await gateway(
      completion({ content: "Fine." }),
      "azure-key",
      path,
    );
    assert.deepEqual(await listModels(way, never), [{ name: "my-gpt" }]);
    await model.complete(question, never);
    const [request] = server.requests;
    assert.equal(request?.path, path);
    assert.equal(request.headers["api-key"], "azure-key");
    assert.equal(request.headers.authorization, undefined);
  });
});
