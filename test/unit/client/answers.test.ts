import assert from "node:assert/strict";
import type { HubClient } from "../../../src/client/client";
import { essenceOf } from "../../../src/client/answer";
import { rawJson } from "../../support/rawServer";
import { trapOf } from "./expectedResult";
import { answer, closeAll, failureOf, key, fixture } from "./hubFixture";

const good = rawJson(answer);
const json = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

/** Bytes, whether the server disconnects after them, and the outcome of the question. */
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
  [
    "S6 a 205 all the same with a body",
    rawJson(answer, { status: 205 }),
    false,
    "bad-response",
    /empty/,
  ],
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
  [
    "S7 a body without a length that is cut within a character",
    Buffer.from(`${json}\r\n{"output":"\u00e9`).subarray(0, -1),
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
    "S8 a page in chunks that is called JSON",
    `${json}Transfer-Encoding: chunked\r\n\r\n6\r\n<html>\r\n0\r\n\r\n`,
    false,
    "bad-response",
    /not valid JSON/,
  ],
  [
    "S8 a doubled type",
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\n{}`,
    false,
    "bad-response",
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

const reads = [(client: HubClient) => client.getUser(), (client: HubClient) => client.getExpert(7)];

describe("the type of an answer", () => {
  for (const [header, essence] of [
    ["application/json", "application/json"],
    [" Application/JSON ; charset=utf-8", "application/json"],
    ["application/problem+json;", "application/problem+json"],
    ["application/json text", undefined],
    ["application/json, text/html", undefined],
    ["json", undefined],
    ["", undefined],
  ] as const)
    it(`S8 of ${JSON.stringify(header)} is ${essence ?? "unknown"}`, () => {
      assert.equal(essenceOf(header), essence);
    });
});

describe("an answer that is none", () => {
  afterEach(closeAll);

  for (const [name, bytes, hangsUp, kind, about] of cases) {
    it(`${name} is one ${kind} error, and the next question is answered`, async () => {
      const { meet, server } = await trapOf(({ socket }) => {
        if (hangsUp) socket.end(bytes);
        else socket.write(bytes);
      });
      const { error } = await meet((client) => client.invokeAgent({ input_data: "q" }));
      assert.equal(error?.kind, kind, error?.message);
      if (about) assert.match(error?.message, about);
      assert.doesNotMatch(error?.message, /[<>]|Log in/);
      assert.equal(error?.details.mayHaveRun, true);
      assert.equal(server.requests.length, 2);
      for (const read of reads) assert.equal((await meet(read)).kind, kind);
    });
  }

  it("S8 reports its status with what makes it unreadable", async () => {
    for (const [head, body] of [
      ["Content-Type: text/html\r\n", "<p>"],
      ["Content-Type: application/json\r\nContent-Encoding: br\r\n", "{}"],
      ["Content-Type: application/json\r\n", ""],
    ]) {
      const { client } = await fixture(({ socket }) =>
        socket.write(
          `HTTP/1.1 201 Created\r\n${head}Content-Length: ${body!.length}\r\n\r\n${body}`,
        ),
      );
      const { kind, details } = await failureOf(client.invokeAgent({}));
      assert.deepEqual([kind, details.status], ["bad-response", 201], head);
    }
  });

  it("S7 a reset connection is a network error", async () => {
    const { client, server } = await fixture(({ socket }) => socket.resetAndDestroy());
    const error = await failureOf(client.invokeAgent({}));
    assert.deepEqual([error.kind, error.details.mayHaveRun], ["network", true]);
    assert.equal(server.requests.length, 1);
    assert.equal((await failureOf(client.getUser())).details.mayHaveRun, undefined);
    assert.equal(server.requests.length, 4);
  });

  it("S8 reads JSON that has no type", async () => {
    const { client } = await fixture(({ socket }) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{"output":"x"}'),
    );
    assert.equal((await client.invokeAgent({})).value.output, "x");
  });

  it("S14 reads an answer that says it is not compressed", async () => {
    const { client } = await fixture(({ socket, index }) =>
      socket.write(
        rawJson(answer, { head: [`Content-Encoding: ${["identity", " Identity "][index]}`] }),
      ),
    );
    for (let time = 0; time < 2; time++)
      assert.equal((await client.invokeAgent({})).value.output, "Fine.");
  });

  it("S8 says what came instead of JSON, and from where", async () => {
    const types = [`text/${"x".repeat(80)}`, "nonsense"];
    const { client, server } = await fixture(({ socket, index }) =>
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: ${types[index]}\r\nContent-Length: 2\r\n\r\n{}`,
      ),
    );
    const question = `Is something else answering at ${new URL(server.origin).host}?`;
    for (const found of [`text/${"x".repeat(55)}`, "of an unknown type"])
      assert.equal(
        (await failureOf(client.invokeAgent({}))).message,
        `The hub's answer is ${found} instead of JSON. ${question}`,
      );
  });

  it("S9 reads UTF-8 whatever the label says", async () => {
    const body = '\uFEFF{"output":"Grüße"}';
    const { client } = await fixture(({ socket }) =>
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=latin1\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      ),
    );
    assert.equal((await client.invokeAgent({})).value.output, "Grüße");
  });

  it("K14 shows no case of the key where it is called a type, and no half of it where that is cut", async () => {
    for (const type of [key, key.toLowerCase(), `${"x".repeat(45)}${key}`]) {
      const { meet } = await trapOf(({ socket }) =>
        socket.write(
          `HTTP/1.1 200 OK\r\nContent-Type: text/${type}\r\nContent-Length: 2\r\n\r\n{}`,
        ),
      );
      const { error } = await meet((client) => client.getUser());
      assert.match(error?.message ?? "", /is text\/x*•+ instead of JSON/);
      assert.doesNotMatch(error?.message ?? "", /key-/i);
    }
  });

  it("K14 masks the key in every string of an answer and of an error", async () => {
    const { client } = await fixture(({ socket, index }) =>
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

  it("C8 never sends a question twice over a socket that went stale", async () => {
    const { client, server } = await fixture(({ socket }) => {
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
});
