import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import type { RawExchange } from "../../support/rawServer";
import { closeAll, failureOf, stage } from "./stage";

const json = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

describe("an answer that is too large", () => {
  afterEach(closeAll);

  it("S14 never inflates", async () => {
    const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024), { level: 1 });
    const head = `${json}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`;
    const { client, server } = await stage(({ socket }) => {
      socket.write(head);
      socket.write(bomb);
    });
    const before = process.memoryUsage.rss();
    const error = await failureOf(client.invokeAgent({}));
    assert.match(error.message, /compressed/);
    assert.ok(process.memoryUsage.rss() - before < 16 * 1024 ** 2);
    await server.idle();
  });

  const floods: Record<string, [string, boolean]> = {
    "with a length": [`${json}Content-Length: 104857600\r\n\r\n`, false],
    "without a length": [`${json}\r\n`, false],
    "in chunks": [`${json}Transfer-Encoding: chunked\r\n\r\n`, true],
  };
  for (const [name, [head, chunked]] of Object.entries(floods)) {
    it(`S15 stops reading at the cap: ${name}`, async () => {
      const { client, server } = await stage((exchange) => endless(exchange, head, chunked));
      for (const call of [client.getUser(), client.invokeAgent({})]) {
        const error = await failureOf(call);
        assert.equal(error.kind, "bad-response");
        assert.match(error.message, /too large: over (1|16) MB/);
      }
      await server.idle();
    });
  }
});

function endless({ socket }: RawExchange, head: string, chunked: boolean): void {
  const block = Buffer.alloc(65_536, 0x20);
  const piece = chunked ? `10000\r\n${block.toString()}\r\n` : block;
  socket.write(head);
  const pour = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", pour);
  pour();
}
