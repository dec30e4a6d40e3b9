import assert from "node:assert/strict";
import { rawJson, type RawExchange } from "../../support/rawServer";
import { trapOf } from "./expectedResult";
import { closeAll } from "./hubFixture";

const json = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
const good = rawJson({ output: "unasked" });

type Bait = (exchange: RawExchange) => void;
const says =
  (bytes: string | Buffer): Bait =>
  ({ socket }) =>
    void socket.write(bytes);

/** What a server sends instead of valid HTTP/1.1, and the permitted outcomes. */
const answers: [name: string, bait: Bait, kinds: RegExp][] = [
  ["a head of 20 KB", says(`${json}X: ${"x".repeat(20_000)}\r\n\r\n`), /^bad-response$/],
  ["a head of 20 KB that never ends", says(`${json}X: ${"x".repeat(20_000)}`), /^bad-response$/],
  [
    "1,000 headers",
    says(`${json}${"A: b\r\n".repeat(1000)}Content-Length: 14\r\n\r\n{"output":"x"}`),
    /^ok$/,
  ],
  ["10,000 headers", says(`${json}${"A: b\r\n".repeat(10_000)}\r\n`), /^bad-response$/],
  [
    "two lengths",
    says(`${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `),
    /^(bad-response|network)$/,
  ],
  [
    "the same length twice",
    says(`${json}Content-Length: 14\r\nContent-Length: 14\r\n\r\n{"output":"x"}`),
    /^(ok|bad-response|network)$/,
  ],
  [
    "a length and chunks",
    says(`${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    /^(bad-response|network)$/,
  ],
  ["a negative length", says(`${json}Content-Length: -1\r\n\r\n{}`), /^(bad-response|network)$/],
  [
    "a length beyond all numbers",
    says(`${json}Content-Length: ${"9".repeat(40)}\r\n\r\n{}`),
    /^(bad-response|network)$/,
  ],
  [
    "a chunk beyond all numbers",
    says(`${json}Transfer-Encoding: chunked\r\n\r\n${"F".repeat(20)}\r\n{}`),
    /^(bad-response|network)$/,
  ],
  ["status 999", says(rawJson({ output: "x" }, { status: 999 })), /^bad-response$/],
  ["status 600", says(rawJson({ output: "x" }, { status: 600 })), /^bad-response$/],
  [
    "status 000",
    says("HTTP/1.1 000 None\r\nContent-Length: 0\r\n\r\n"),
    /^(bad-response|network)$/,
  ],
  [
    "status 9999",
    says("HTTP/1.1 9999 Many\r\nContent-Length: 0\r\n\r\n"),
    /^(bad-response|network)$/,
  ],
  ["a greeting of a mail server", says("220 mail.example ESMTP\r\n"), /^bad-response$/],
  ["a greeting of SSH", says("SSH-2.0-OpenSSH_9.9\r\n"), /^bad-response$/],
  ["a TLS alert", says(Buffer.from([21, 3, 1, 0, 2, 2, 70])), /^bad-response$/],
  ["HTTP/2", says(Buffer.from("000012040000000000", "hex")), /^bad-response$/],
  ["HTTP/0.9", ({ socket }) => void socket.end('{"output":"x"}'), /^(bad-response|network)$/],
  [
    "a switch of protocols",
    says("HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
    /^(bad-response|network)$/,
  ],
  ["a bare line feed for a head", says(`HTTP/1.1 200 OK\n\n{}`), /^(bad-response|network)$/],
  [
    "a folded header",
    says(`${json}X: a\r\n b\r\nContent-Length: 2\r\n\r\n{}`),
    /^(bad-response|network)$/,
  ],
  [
    "a null byte in a header",
    says(`${json}X: a\0b\r\nContent-Length: 2\r\n\r\n{}`),
    /^(bad-response|network)$/,
  ],
];

describe("bad HTTP", () => {
  afterEach(closeAll);

  for (const [name, bait, kinds] of answers) {
    it(`S18 ends in one result, and the next question is answered: ${name}`, async () => {
      const { meet } = await trapOf(bait);
      assert.match((await meet((client) => client.invokeAgent({}))).kind, kinds);
      assert.match((await meet((client) => client.getUser())).kind, kinds.test("ok") ? /./ : kinds);
    });
  }

  it("S18 ends in one result where a mail server greets first", async () => {
    let greeted = 0;
    const { meet } = await trapOf(says(good), {
      connected: (socket) => {
        if (greeted++ === 0) socket.write("220 mail.example ESMTP\r\n");
      },
    });
    assert.match((await meet((client) => client.invokeAgent({}))).kind, /^(bad-response|network)$/);
  });
});
