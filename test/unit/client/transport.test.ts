import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { inspect } from "node:util";
import { typedKey } from "../../../src/contract/address";
import type { HubError } from "../../../src/contract/errors";
import { rawJson } from "../../support/rawServer";
import { createSend } from "../../../src/client/undiciSend";
import { naughtyStrings } from "./corpora";
import { answer, clientOf, closeAll, failureOf, key, fixture } from "./hubFixture";

/** The values of all headers of that name, or of an injected one. */
const keysIn = (request: string): string[] =>
  [...(request.split("\r\n\r\n")[0] ?? "").matchAll(/\r?\nsvc-api-key: ([^\r\n]*)/gi)].map(
    ([, value = ""]) => value,
  );

describe("a request on the wire", () => {
  afterEach(closeAll);

  it("carries the key, asks for plain JSON, and labels only a body", async () => {
    const { client, server } = await fixture(({ socket }) => socket.write(rawJson(answer)));
    const received = await client.invokeAgent({ expert_id: 7, input_data: "Grüße" });
    assert.equal(received.value.output, "Fine.");
    assert.equal(received.bytes, 18);
    const [head, body] = server.requests[0]!.split("\r\n\r\n");
    assert.match(head!, /^POST \/api\/v1\/invoke_agent HTTP\/1\.1\r\n/);
    assert.match(head!, new RegExp(`\r\nsvc-api-key: ${key}\r\n`));
    assert.match(head!, /\r\naccept: application\/json\r\n/);
    assert.match(head!, /\r\naccept-encoding: identity\r\n/);
    assert.match(head!, /\r\ncontent-type: application\/json/);
    assert.equal(Buffer.from(body!, "latin1").toString(), '{"expert_id":7,"input_data":"Grüße"}');
  });

  it("has no body and no label for one on a GET", async () => {
    const { client, server } = await fixture(({ socket }) => socket.write(rawJson([{ id: 7 }])));
    await client.getExpert(7);
    assert.match(server.requests[0]!, /^GET \/api\/v1\/get_expert\/7 HTTP\/1\.1\r\n/);
    assert.doesNotMatch(server.requests[0]!, /content-type|content-length/i);
  });

  it("K3 carries the key exactly as it was given", async () => {
    const odd = "!\"#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~";
    const { client, server } = await fixture(({ socket }) => socket.write(rawJson(answer)), {
      key: () => odd,
    });
    await client.invokeAgent({});
    assert.ok(server.requests[0]!.includes(`\r\nsvc-api-key: ${odd}\r\n`));
  });

  it("K3 carries a pasted key without the white space around it", async () => {
    for (const around of [" ", "\n", "\r\n", "\t", " \t\r\n ", "\u00A0", "\uFEFF"]) {
      const typed = typedKey(`${around}${key}${around}`);
      assert.equal(typed, key);
      const { client, server } = await fixture(({ socket }) => socket.write(rawJson(answer)), {
        key: () => typed ?? "",
      });
      await client.invokeAgent({});
      assert.deepEqual(keysIn(server.requests[0] ?? ""), [key]);
    }
  });

  for (const bad of ["a\r\nx: y", "a\nb", "a\0b", "ké", "a\u200Bb", "a b", "a b\t"]) {
    it(`K4 does not leave with the key ${JSON.stringify(bad)}`, async () => {
      const { client, server } = await fixture({}, { key: () => bad });
      const error = await failureOf(client.getUser());
      assert.equal(error.kind, "bad-key");
      assert.ok(!error.message.includes(bad));
      assert.equal(server.sockets.length, 0);
    });
  }

  it("K4 leaves with no naughty string as its key, and never repeats it", async () => {
    let key = "";
    const { client, server, lines } = await fixture(
      ({ socket }) => socket.write(rawJson([{ id: 7 }])),
      { key: () => key },
    );
    let refused = 0;
    for (const typed of naughtyStrings()) {
      // It is rejected where it is typed, and the client would not send it either.
      key = typed.trim();
      const visible = /^[\x21-\x7E]+$/.test(key);
      assert.equal(typedKey(typed), visible ? key : undefined, typed);
      const before = server.requests.length;
      if (visible) {
        await client.getExpert(7);
        assert.deepEqual(
          server.requests.slice(before).map((request) => keysIn(request)),
          [[key]],
        );
        continue;
      }
      refused++;
      for (const call of [() => client.getExpert(7), () => client.invokeAgent({})]) {
        const error = await failureOf(call());
        assert.equal(error.kind, key === "" ? "no-key" : "bad-key");
        const printed = inspect(error, { depth: 10 }).replace(/^ +at .*$/gm, "");
        // A key that is part of any sentence could not be detected.
        if (/[^\w\s.,:;'"(){}-]/.test(key)) assert.ok(!printed.includes(key), typed);
      }
      assert.equal(server.requests.length, before);
    }
    assert.ok(refused > 200, `${refused} refused`);
    assert.equal(lines.length, server.requests.length);
  });

  it("K4 does not leave without a key", async () => {
    const { client, server } = await fixture({}, { key: () => "" });
    assert.equal((await failureOf(client.getUser())).kind, "no-key");
    assert.equal(server.sockets.length, 0);
  });

  it("K9 tells a key that cannot be read from a key that is not there", async () => {
    const { client } = await fixture({}, { key: () => Promise.reject(new Error("locked")) });
    const error = await failureOf(client.getUser());
    assert.equal(error.kind, "storage");
    assert.ok(!error.message.includes("locked"));
  });

  it("O4 refuses a base address that is not safe before anything is sent", async () => {
    const { client } = clientOf("http://hub.example");
    assert.equal((await failureOf(client.getUser())).kind, "invalid-request");
  });

  for (const id of [
    "../get_user",
    "1/../../x",
    "1?x=1",
    "1e3",
    "01",
    "7",
    1.5,
    -1,
    -0,
    2 ** 53,
    Number.NaN,
  ]) {
    it(`O6 sends nothing for the id ${inspect(id)}`, async () => {
      const { client, server } = await fixture({});
      for (const call of [
        client.getExpert(id as number),
        client.invokeAgent({ expert_id: id as number }),
        client.invokeAgent({ expert_id: 1, ability_id: id as number }),
        client.invokeLlm({ expert_id: 1, model_id: id as number }),
      ]) {
        assert.equal((await failureOf(call)).kind, "invalid-request");
      }
      assert.equal(server.sockets.length, 0);
    });
  }

  it("M8 keeps a body of over 10 MiB here", async () => {
    const { client, server } = await fixture({});
    const error = await failureOf(client.invokeAgent({ input_data: "x".repeat(10 * 1024 ** 2) }));
    assert.equal(error.kind, "too-large");
    assert.match(error.message, /10 MB/);
    assert.equal(server.sockets.length, 0);
  });

  it("opens 8 sockets for a hub and lets the rest wait", async () => {
    const { client, server } = await fixture(({ socket }) => {
      setTimeout(() => socket.write(rawJson([{ id: 1 }])), 20);
    });
    await Promise.all(Array.from({ length: 40 }, () => client.getExpert(1)));
    assert.equal(server.sockets.length, 8);
    assert.equal(server.requests.length, 40);
  });

  it("L4 says of a question that found no free connection that it was not sent", async () => {
    const send = createSend({ noProxy: ["127.0.0.1"] }, () => undefined);
    const { server, client } = await fixture({}, { send });
    const hurried = clientOf(server.origin, { send, timeoutSeconds: () => 1 }).client;
    const slow = Array.from({ length: 8 }, () => client.invokeAgent({}).catch(() => undefined));
    while (server.requests.length < 8) await new Promise((resolve) => setTimeout(resolve, 5));
    const error = await failureOf(hurried.invokeAgent({}));
    assert.deepEqual([error.kind, error.details.mayHaveRun], ["timeout", undefined]);
    assert.match(
      error.message,
      /No connection to the hub became available within 1 second\. Nothing was sent\./,
    );
    assert.equal(server.requests.length, 8);
    await server.close();
    await Promise.all(slow);
  });

  it("L4 gives each of 100 parallel questions its own answer", async () => {
    const { client } = await fixture(({ socket, request }) => {
      const { input_data } = JSON.parse(request.split("\r\n\r\n")[1]!) as { input_data: string };
      setTimeout(() => socket.write(rawJson({ output: input_data })), Math.random() * 20);
    });
    const questions = Array.from({ length: 100 }, (_, index) => `question ${index}`);
    const answers = await Promise.all(
      questions.map((input_data) => client.invokeAgent({ input_data })),
    );
    assert.deepEqual(
      answers.map(({ value }) => value.output),
      questions,
    );
  });

  for (const [how, close] of Object.entries({
    "ends it": (socket: Socket) => socket.end(),
    "resets it": (socket: Socket) => socket.resetAndDestroy(),
  })) {
    it(`C8 sends no question twice over an idle socket while the server ${how}`, async () => {
      const { client, server } = await fixture(({ socket, index }) => {
        socket.write(rawJson(answer));
        // From before the client has read the answer until after it has sent the next request.
        setTimeout(() => close(socket), index % 6);
      });
      const kinds: string[] = [];
      for (let index = 0; index < 40; index++) {
        kinds.push(
          await client.invokeAgent({ input_data: `question ${index}.` }).then(
            () => "answered",
            (error: HubError) => `${error.kind} ${error.details.mayHaveRun}`,
          ),
        );
        await new Promise((resolve) => setTimeout(resolve, index % 7));
      }
      const seen = server.requests.map((request) => /question \d+\./.exec(request)?.[0]);
      assert.equal(new Set(seen).size, seen.length, "a question came twice");
      assert.ok(kinds.includes("answered") && server.sockets.length > 1);
      for (const [index, kind] of kinds.entries()) {
        assert.match(kind, /^(?:answered|network (?:true|undefined))$/);
        // Nothing that is reported as never sent has arrived.
        if (kind.endsWith("undefined")) assert.ok(!seen.includes(`question ${index}.`));
      }
    });
  }

  it("C7 leaves no sockets behind once it is closed", async () => {
    const send = createSend({}, () => undefined);
    const { client, server } = await fixture(({ socket }) => socket.write(rawJson([{ id: 1 }])), {
      send,
    });
    for (let index = 0; index < 200; index++) await client.getExpert(1);
    assert.ok(server.sockets.length <= 8);
    await send.close();
    await server.idle();
    assert.equal((await failureOf(client.getExpert(1))).kind, "cancelled");
  });
});
