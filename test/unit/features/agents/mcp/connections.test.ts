import assert from "node:assert/strict";
import * as net from "node:net";
import { rawJson } from "../../../../support/rawServer";
import { until } from "../../../../support/until";
import { closeAll } from "../../../client/hubFixture";
import { clientToken, mcpFixture, token } from "./mcpFixture";
import { asking, sent, usual } from "./sent";

const posted = (url: string, message: object, signal: AbortSignal | null = null) =>
  fetch(url, { method: "POST", headers: usual, body: JSON.stringify(message), signal });

describe("connections to the MCP server", () => {
  afterEach(closeAll);

  it("N5 do not stay open for requests that arrive slowly, or never", async () => {
    const { server } = await mcpFixture({ requestMs: 100, idleMs: 50 });
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
    for (const begun of ["POST /mc", head, `${head}Content-Length: 100\r\n\r\n{`]) {
      const socket = net.connect({ host: "127.0.0.1", port: server.port });
      const closed = new Promise((resolve) => socket.once("close", resolve));
      socket
        .on("error", () => {})
        .resume()
        .write(begun);
      await closed;
    }
  });

  it("N5 limits the number of connections to the MCP server", async () => {
    const { server } = await mcpFixture({ connections: 3 });
    const sockets = Array.from({ length: 6 }, () =>
      net
        .connect({ host: "127.0.0.1", port: server.port })
        .on("error", () => {})
        .resume(),
    );
    await until(
      "three are closed",
      () => sockets.filter(({ destroyed }) => destroyed).length === 3,
    );
    for (const socket of sockets) socket.destroy();
  });

  it("N9 of one client leave room for those of another", async () => {
    const { server, hold, held, refused } = await mcpFixture({ requests: 3 });
    hold(true);
    const ask = () => sent(server.port, { body: JSON.stringify(asking("Why?")) });
    const waiting = Array.from({ length: 3 }, ask);
    await until("the hub has three", () => held.length === 3);
    assert.equal((await ask()).status, 429);
    assert.deepEqual(refused, ["429 too many requests at once"]);
    const bob = { authorization: `Bearer ${clientToken}` };
    assert.equal((await sent(server.port, { headers: bob })).status, 200);
    for (const { socket } of held) socket.write(rawJson({ output: "Late." }));
    for (const { text } of await Promise.all(waiting)) assert.match(text, /Late\./);
    assert.equal((await sent(server.port, {})).status, 200);
  });

  it("N5 show life while a question takes long", async () => {
    const { server, hold, held } = await mcpFixture({ aliveMs: 5 });
    hold(true);
    const asked = async (more: object, sign: RegExp) => {
      const response = await posted(server.url, asking("Why?", more));
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        text += read.value;
        if (!sign.test(text)) continue;
        for (const { socket } of held.splice(0)) socket.write(rawJson({ output: "Late." }));
      }
      assert.match(text, /Late\./);
    };
    await asked({}, /^: keepalive\n\n/);
    await asked({ _meta: { progressToken: "p" } }, /notifications\/progress.*"progressToken":"p"/);
  });

  it("Y8 leave a question going on when they are closed, and its answer is saved", async () => {
    const { server, hold, held, calls, conversations } = await mcpFixture();
    hold(true);
    const hanging = new AbortController();
    const response = await posted(server.url, asking("Why?"), hanging.signal);
    await until("the hub has it", () => held.length === 1);
    hanging.abort();
    await assert.rejects(response.text());
    await until("the server has noticed", () => calls[0]!.gone.aborted);
    assert.equal(calls[0]!.signal.aborted, false);
    held[0]!.socket.write(rawJson({ output: "Late." }));
    const saved = async () => {
      const files = await conversations.files.list();
      const texts = await Promise.all(files.map(({ name }) => conversations.files.read(name)));
      return Buffer.concat(texts).toString();
    };
    await until("its answer is saved", async () => /Why\?[^]*Late\./.test(await saved()));
  });
});
