import assert from "node:assert/strict";
import { createSend } from "../../../src/client/undiciSend";
import { rawJson, type RawExchange, type RawServerOptions } from "../../support/rawServer";
import { until } from "../../support/until";
import { trapOf } from "./expectedResult";
import { clientOf, closeAll, failureOf, fixture } from "./hubFixture";

type Bait = (exchange: RawExchange) => void;

const json = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

const good = rawJson({ output: "too late" });
const says =
  (bytes: string): Bait =>
  ({ socket }) =>
    void socket.write(bytes);

const interim = `HTTP/1.1 103 Early Hints\r\nLink: </${"x".repeat(200)}>\r\n\r\n`;

/** What a server does to make a question wait forever. */
const endless: Record<string, Bait> = {
  "nothing at all": () => undefined,
  "a head that stops half way": says("HTTP/1.1 200 OK\r\nContent-Ty"),
  "a head in drips": ({ socket }) => {
    socket.write("HTTP/1.1 200 OK\r\nX: ");
    drip(socket, "x");
  },
  "a status line in drips": ({ socket }) => drip(socket, "\r\n"),
  "interim answers for ever": ({ socket }) => drip(socket, interim.repeat(20)),
  "a head and no body": says(`${json}Content-Length: 9\r\n\r\n`),
  "a body in drips": ({ socket }) => {
    socket.write(`${json}Content-Length: 100000\r\n\r\n`);
    drip(socket, " ");
  },
  "chunks in drips": ({ socket }) => {
    socket.write(`${json}Transfer-Encoding: chunked\r\n\r\n`);
    drip(socket, "1\r\n \r\n");
  },
  "a body whose end is the end of the connection": says(`${json}\r\n{"output":"x"}`),
};

describe("a server that never comes to an end", () => {
  afterEach(closeAll);

  for (const [name, bait] of Object.entries(endless)) {
    it(`S16 S17 ends with the deadline: ${name}`, async () => {
      const { meet, server } = await trapOf(bait);
      const { error } = await meet((client) => client.invokeAgent({}), { seconds: 0.25 });
      assert.equal(error?.kind, "timeout", error?.message);
      assert.match(error?.message, /within 0\.3 seconds/);
      assert.equal(error?.details.mayHaveRun, true);
      assert.ok(server.sockets[0]?.destroyed, "the socket is given up");
    });

    it(`S17 ends at once when it is stopped: ${name}`, async () => {
      const { meet } = await trapOf(bait);
      for (const call of ["getUser", "invokeAgent"] as const) {
        const signal = AbortSignal.timeout(40);
        const { kind } = await meet(
          (client) =>
            call === "getUser" ? client.getUser(signal) : client.invokeAgent({}, { signal }),
          { within: 2000 },
        );
        assert.equal(kind, "cancelled");
      }
    });
  }

  it("S16 is known by the status that it began with", async () => {
    const { meet, server } = await trapOf(
      says("HTTP/1.1 401 No\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"),
    );
    for (const call of ["getUser", "invokeAgent"] as const) {
      const signal = AbortSignal.timeout(400);
      const { kind } = await meet(
        (client) => (call === "getUser" ? client.getUser(signal) : client.invokeAgent({})),
        { seconds: 0.25 },
      );
      assert.equal(kind, call === "getUser" ? "cancelled" : "bad-key", "a stop stays a stop");
    }
    assert.equal(server.requests.length, 4, "one each, and the next questions");
  });

  const html = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
  for (const [name, head] of Object.entries({
    "a redirect": "HTTP/1.1 302 Found\r\nLocation: /login\r\nContent-Length: 9\r\n\r\n",
    "a page": `${html}Content-Length: 9\r\n\r\n`,
    "an answer that is too large": `${json}Content-Length: 99999999\r\n\r\n`,
  }))
    it(`C7 gives up the socket of ${name} without waiting for its body`, async () => {
      const { client, server } = await fixture(says(head));
      const { message } = await failureOf(client.getUser());
      if (name.endsWith("large")) assert.match(message, /too large/, "not the deadline");
      assert.equal(server.sockets.length, 1);
      await until("the socket is closed", () => server.sockets.every((one) => one.destroyed));
    });

  it("C7 keeps no socket to a proxy that refuses and waits for more", async () => {
    const { server: proxy } = await fixture(({ socket }) =>
      socket.write("HTTP/1.1 407 Log in\r\nContent-Length: 0\r\n\r\n"),
    );
    const send = createSend({ proxy: proxy.origin }, () => undefined);
    const { client } = clientOf("https://hub.test", { send });
    const error = await failureOf(client.invokeAgent({}));
    assert.equal(error.kind, "network");
    assert.equal(proxy.sockets.length, 1);
    await until("the socket is closed", () => proxy.sockets.every((one) => one.destroyed));
  });

  const neverReads: RawServerOptions = { reads: (connection) => connection > 0 };
  it("S17 ends with the deadline where the server accepts and never reads", async () => {
    const { meet } = await trapOf(says(good), neverReads);
    const big = { input_data: "x".repeat(8 * 1024 ** 2) };
    const { kind } = await meet((client) => client.invokeAgent(big), { seconds: 0.3 });
    assert.equal(kind, "timeout");
  });

  it("S17 ends at once when it is stopped where the server accepts and never reads", async () => {
    const { meet } = await trapOf(says(good), neverReads);
    const signal = AbortSignal.timeout(40);
    assert.equal(
      (await meet((client) => client.getUser(signal), { within: 2000 })).kind,
      "cancelled",
    );
  });
});

function drip(socket: RawExchange["socket"], bytes: string): void {
  const timer = setInterval(() => socket.write(bytes), 20);
  socket.on("close", () => clearInterval(timer));
}
