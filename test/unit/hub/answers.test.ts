import assert from "node:assert/strict";
import { rawJson } from "../../support/rawServer";
import { withCorpus, readJson } from "./corpora";
import { answer, closeAll, failureOf, key, stage } from "./stage";

const good = rawJson(answer);
const json = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

/** Bytes, whether the server hangs up after them, and what becomes of the question. */
type Case = [name: string, bytes: string | Buffer, hangsUp: boolean, kind: string, about?: RegExp];

const html = "<!doctype html><title>Log in</title>";
const cases: Case[] = [
  ["S6 an empty 200", `${json}Content-Length: 0\r\n\r\n`, false, "bad-response", /empty/],
  [
    "S6 an empty chunked 200",
    `${json}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    false,
    "bad-response",
    /empty/,
  ],
  ["S6 a 200 of blanks", rawJson(" \r\n "), false, "bad-response", /empty/],
  ["S6 a 204", "HTTP/1.1 204 No Content\r\n\r\n", false, "bad-response", /empty/],
  ["S6 a 205", "HTTP/1.1 205 Reset\r\nContent-Length: 0\r\n\r\n", false, "bad-response", /empty/],
  [
    "S7 a body cut off",
    `${json}Content-Length: 100\r\n\r\n{"output":"x`,
    true,
    "network",
    /ended early/,
  ],
  [
    "S7 chunks cut off",
    `${json}Transfer-Encoding: chunked\r\n\r\n5\r\n{"out`,
    true,
    "network",
    /ended early/,
  ],
  ["S7 a head cut off", "HTTP/1.1 200 OK\r\nContent-Ty", true, "network", /ended early/],
  [
    "S7 half of a JSON body without a length",
    `${json}\r\n{"output":"x`,
    true,
    "network",
    /ended early/,
  ],
  ["S7 no answer at all", "", true, "network", /ended early/],
  [
    "S8 a page under 200",
    `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${html.length}\r\n\r\n${html}`,
    false,
    "bad-response",
    /text\/html instead of JSON/,
  ],
  ["S8 a page that is called JSON", rawJson(html), false, "bad-response", /not valid JSON/],
  [
    "S8 a doubled type",
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\n{}`,
    false,
    "bad-response",
  ],
  ["S18 two lengths", `${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `, false, "network"],
  [
    "S18 a length and chunks",
    `${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    false,
    "network",
  ],
  [
    "S18 a greeting of a mail server",
    "220 mail.example ESMTP\r\n",
    false,
    "bad-response",
    /not valid HTTP/,
  ],
  [
    "S18 a TLS alert",
    Buffer.from([21, 3, 1, 0, 2, 2, 70]),
    false,
    "bad-response",
    /not valid HTTP/,
  ],
  [
    "S18 a head of 20 KB",
    `HTTP/1.1 200 OK\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
    false,
    "bad-response",
    /head/,
  ],
  [
    "S18 a switch of protocols",
    "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
    false,
    "network",
  ],
  [
    "S14 a coding of many layers",
    `${json}Content-Encoding: ${"gzip, ".repeat(999)}br\r\nContent-Length: 2\r\n\r\n{}`,
    false,
    "bad-response",
    /compressed/,
  ],
  [
    "S14 an unknown coding",
    `${json}Content-Encoding: rot13\r\nContent-Length: 2\r\n\r\n{}`,
    false,
    "bad-response",
    /compressed/,
  ],
];

describe("an answer that is none", () => {
  afterEach(closeAll);

  for (const [name, bytes, hangsUp, kind, about] of cases) {
    it(`${name} is one ${kind} error, and the next question is answered`, async () => {
      const { client, server } = await stage(({ socket, index }) => {
        if (index > 0) socket.write(good);
        else if (hangsUp) socket.end(bytes);
        else socket.write(bytes);
      });
      const error = await failureOf(client.invokeAgent({ input_data: "q" }));
      assert.equal(error.kind, kind, error.message);
      if (about) assert.match(error.message, about);
      assert.doesNotMatch(error.message, /[<>]|Log in/);
      assert.equal(error.details.mayHaveRun, true);
      assert.equal(server.requests.length, 1);
      assert.equal((await client.invokeAgent({})).value.output, "Fine.");
    });
  }

  it("S7 a reset connection is a network error", async () => {
    const { client, server } = await stage(({ socket }) => socket.resetAndDestroy());
    const error = await failureOf(client.invokeAgent({}));
    assert.deepEqual([error.kind, error.details.mayHaveRun], ["network", true]);
    assert.equal(server.requests.length, 1);
    assert.equal((await failureOf(client.getUser())).details.mayHaveRun, undefined);
    assert.equal(server.requests.length, 4);
  });

  it("S8 reads JSON that has no type", async () => {
    const { client } = await stage(({ socket }) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{"output":"x"}'),
    );
    assert.equal((await client.invokeAgent({})).value.output, "x");
  });

  it("S9 reads UTF-8 whatever the label says", async () => {
    const body = '\uFEFF{"output":"Grüße"}';
    const { client } = await stage(({ socket }) =>
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=latin1\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      ),
    );
    assert.equal((await client.invokeAgent({})).value.output, "Grüße");
  });

  it("K14 masks the key in every string of an answer and of an error", async () => {
    const { client } = await stage(({ socket, index }) =>
      socket.write(
        index === 0
          ? rawJson({ output: `the key ${key}`, intermediate_steps: [[{ log: key, [key]: key }]] })
          : rawJson({ error: 1, message: `${key} is wrong` }, { status: 401 }),
      ),
    );
    const received = await client.invokeAgent({});
    assert.equal(received.value.output, "the key ••••");
    assert.ok(!JSON.stringify(received).includes(key));
    assert.equal((await failureOf(client.invokeAgent({}))).details.hubMessage, "•••• is wrong");
  });

  it("S19 never takes an answer that nobody asked for", async () => {
    const { client } = await stage(({ socket, index }) => {
      socket.write(rawJson({ output: `answer ${index}` }));
      setTimeout(() => socket.write(rawJson({ output: "injected" })), 20);
    });
    assert.equal((await client.invokeAgent({})).value.output, "answer 0");
    await new Promise((resolve) => setTimeout(resolve, 60));
    const second = await client.invokeAgent({}).then(
      ({ value }) => value.output,
      () => "an error",
    );
    assert.match(second, /^(answer 1|an error)$/);
  });

  it("C8 never sends a question twice over a socket that went stale", async () => {
    const { client, server } = await stage(({ socket }) => {
      socket.write(good);
      setTimeout(() => socket.destroy(), 5);
    });
    let answered = 0;
    for (let index = 0; index < 20; index++) {
      const sent = server.requests.length;
      const kind = await client.invokeAgent({}).then(
        () => "answered",
        (error: { kind: string }) => error.kind,
      );
      assert.match(kind, /answered|network/);
      if (kind === "answered") answered++;
      assert.ok(server.requests.length - sent <= 1);
      await new Promise((resolve) => setTimeout(resolve, index % 10));
    }
    assert.ok(answered > 0);
  });

  it(
    "S18 any HTTP answer ends in one result, and the next question is answered",
    withCorpus("llhttp-responses", async (folder) => {
      const responses = readJson(folder, "responses.json") as {
        raw_latin1: string;
        title: string;
      }[];
      const { client } = await stage(({ socket, index }) => {
        const hostile = index % 2 === 0 ? responses[index / 2] : undefined;
        if (hostile) socket.end(Buffer.from(hostile.raw_latin1, "latin1"));
        else socket.write(good);
      });
      for (const { title } of responses) {
        const kind = await client.invokeLlm({}).then(
          () => "ok",
          (error: { kind: string }) => error.kind,
        );
        assert.match(kind, /^(ok|bad-response|network|redirect|invalid-request|server)$/, title);
        assert.equal((await client.invokeAgent({})).value.output, "Fine.", title);
      }
    }),
  );
});
