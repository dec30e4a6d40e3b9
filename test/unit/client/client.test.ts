import assert from "node:assert/strict";
import { rawJson } from "../../support/rawServer";
import { naughtyStrings } from "./corpora";
import { answer, closeAll, failureOf, key, fixture } from "./hubFixture";

const missing = rawJson({ error: 404, message: "none" }, { status: 404 });
const pathOf = (request: string) => request.split(" ")[1]!;

/** A hub that knows experts 1 to 9 and supports one of the two request styles. */
const hubBy = (style: "path" | "query", refusal = missing) =>
  fixture(({ socket, request }) => {
    const [, byPath, byQuery] = /get_expert(?:\/(\d+)|\?id=(\d+))/.exec(request)!;
    const id = Number(style === "path" ? byPath : byQuery);
    const wrongStyle = (style === "path") === (byQuery !== undefined);
    if (wrongStyle) socket.write(refusal);
    else socket.write(id < 10 ? rawJson([{ id }]) : missing);
  });

describe("the client", () => {
  afterEach(closeAll);

  it("gets the user", async () => {
    const { client, server } = await fixture(({ socket }) =>
      socket.write(rawJson([{ user: { user_id: "u", email: "e", user_metadata: { tokens: 3 } } }])),
    );
    assert.deepEqual(await client.getUser(), { user_id: "u", user_metadata: { tokens: 3 } });
    assert.equal(pathOf(server.requests[0]!), "/api/v1/get_user");
  });

  it("asks for an expert by path and remembers that it worked", async () => {
    const { client, server } = await hubBy("path");
    assert.equal((await client.getExpert(7)).id, 7);
    assert.equal((await failureOf(client.getExpert(10))).kind, "not-found");
    assert.deepEqual(server.requests.map(pathOf), [
      "/api/v1/get_expert/7",
      "/api/v1/get_expert/10",
    ]);
  });

  it("asks once more by query and remembers that it worked", async () => {
    const { client, server } = await hubBy("query");
    for (const id of [7, 8, 0]) assert.equal((await client.getExpert(id)).id, id);
    assert.equal((await failureOf(client.getExpert(10))).kind, "not-found");
    assert.deepEqual(server.requests.map(pathOf), [
      "/api/v1/get_expert/7",
      "/api/v1/get_expert?id=7",
      "/api/v1/get_expert?id=8",
      "/api/v1/get_expert?id=0",
      "/api/v1/get_expert?id=10",
    ]);
  });

  it("asks for no expert by query once another question has shown that paths work", async () => {
    const { promise: known, resolve } = Promise.withResolvers<unknown>();
    const { client, server } = await fixture(({ socket, request }) => {
      if (request.includes("get_expert/7")) socket.write(rawJson([{ id: 7 }]));
      else void known.then(() => socket.write(missing));
    });
    const unknown = failureOf(client.getExpert(10));
    resolve(await client.getExpert(7));
    assert.equal((await unknown).kind, "not-found");
    assert.deepEqual(server.requests.map(pathOf).toSorted(), [
      "/api/v1/get_expert/10",
      "/api/v1/get_expert/7",
    ]);
  });

  for (const status of [400, 404, 405, 422]) {
    it(`says not found where the other way is answered with ${status}`, async () => {
      const { client } = await hubBy("path", rawJson({}, { status }));
      const error = await failureOf(client.getExpert(10));
      assert.deepEqual([error.kind, error.details.status], ["not-found", 404]);
      assert.match(error.message, /expert 10/);
    });
  }

  it("S3 S4 over the wire is the expert that was asked for", async () => {
    const answers = [{ id: 7 }, [], [{ id: 8 }], [{ id: 8 }, { id: 7 }]];
    const { client } = await fixture(({ socket, index }) => socket.write(rawJson(answers[index])));
    assert.equal((await client.getExpert(7)).id, 7);
    assert.equal((await failureOf(client.getExpert(7))).kind, "not-found");
    assert.equal((await failureOf(client.getExpert(7))).kind, "bad-response");
    assert.equal((await client.getExpert(7)).id, 7);
  });

  for (const [name, later, kind] of [
    ["the key", () => key, "bad-key"],
    ["one that was replaced since", () => "ANOTHER-KEY", "conflict"],
    [
      "one that cannot be read again",
      () => Promise.reject(new Error("The keyring is locked.")),
      "bad-key",
    ],
  ] as const)
    it(`M2 blames for a refusal the key that was sent: ${name}`, async () => {
      let reads = 0;
      const { client } = await fixture(({ socket }) => socket.write(rawJson({}, { status: 401 })), {
        key: () => (reads++ === 0 ? key : later()),
      });
      assert.equal((await failureOf(client.invokeAgent({}))).kind, kind);
    });

  it("gives an answer with its raw form, size and time", async () => {
    const body = { output: "o", intermediate_steps: [["text"]], extra: { any: 1 } };
    const { client } = await fixture(({ socket }) => socket.write(rawJson(body)));
    const received = await client.invokeAgent({ expert_id: 7 });
    assert.deepEqual(received.value, { output: "o", intermediate_steps: [[{ raw: "text" }]] });
    assert.deepEqual(received.raw, body);
    assert.equal(received.bytes, JSON.stringify(body).length);
    assert.ok(received.elapsedMs > 0 && received.elapsedMs < 5000);
  });

  it("leaves out what is unset", async () => {
    const { client, server } = await fixture(({ socket }) =>
      socket.write(rawJson({ choices: [] })),
    );
    const received = await client.invokeLlm({
      expert_id: 1,
      temperature: undefined,
      msx_tokens: 5,
    });
    assert.deepEqual(received.value, {});
    assert.match(server.requests[0]!, /\r\n\r\n\{"expert_id":1,"msx_tokens":5\}$/);
  });

  it("S22 tells that a question without a usable answer may have run", async () => {
    const { client } = await fixture(({ socket }) =>
      socket.write(rawJson({ intermediate_steps: [] })),
    );
    const error = await failureOf(client.invokeAgent({}));
    assert.deepEqual([error.kind, error.details.mayHaveRun], ["bad-response", true]);
    assert.match(error.message, /output/);
  });

  it("speaks to a prefix", async () => {
    const { client, server } = await fixture(({ socket }) => socket.write(rawJson(answer)));
    const { createHubClient } = await import("../../../src/client/client");
    const { createSend } = await import("../../../src/client/undiciSend");
    const send = createSend({}, () => undefined);
    const prefixed = createHubClient({
      send,
      baseUrl: `${server.origin}/hub/`,
      key: () => key,
      timeoutSeconds: () => 5,
    });
    await prefixed.invokeAgent({});
    await client.invokeAgent({});
    await send.close();
    assert.deepEqual(server.requests.map(pathOf), [
      "/hub/api/v1/invoke_agent",
      "/api/v1/invoke_agent",
    ]);
  });

  it("I10 carries each naughty string there and back byte for byte", async () => {
    const { client } = await fixture(({ socket, request }) => {
      const body = Buffer.from(request.slice(request.indexOf("\r\n\r\n") + 4), "latin1").toString();
      const { input_data } = JSON.parse(body) as { input_data: string };
      socket.write(rawJson({ output: input_data }));
    });
    for (const input_data of naughtyStrings()) {
      assert.equal((await client.invokeAgent({ input_data })).value.output, input_data);
    }
  });
});
