import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { from } from "../../../scripts/root";
import { startHubWithFaults, type HubWithFaults } from "../../support/faults/hub";
import { rawJson, startRawServer, type RawExchange, type RawServer } from "../../support/rawServer";
import type { Peak, Step } from "./memoryChild";
import { key } from "./hubFixture";

const json = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
const mebibyte = 1024 ** 2;
const flood = 100 * mebibyte;
const bomb = 2013;

/** The limit of what a call may read, in MiB. */
const caps = { getExpert: 1, invokeAgent: 16 } as const;
const calls = ["getExpert", "invokeAgent"] as const;

/** Floods by requested id. */
const floods: Record<number, [name: string, head: string]> = {
  11: ["with a length", `${json}Content-Length: ${flood}\r\n\r\n`],
  12: ["without a length", `${json}\r\n`],
  13: ["in chunks", `${json}Transfer-Encoding: chunked\r\n\r\n`],
};

describe("an answer that is too large, in a process of its own", () => {
  let hub: HubWithFaults;
  let server: RawServer;
  const poured: Record<string, number> = {};
  const peaks: Record<string, Peak> = {};

  before(async () => {
    hub = await startHubWithFaults({ key, folders: [{ name: "here", path: "." }] });
    server = await startRawServer({
      answer: (exchange) => {
        const call = exchange.request.startsWith("GET") ? "getExpert" : "invokeAgent";
        const id = /get_expert\/(\d+) |"expert_id":(\d+),/.exec(exchange.request)?.find(Number);
        const name = `${call} ${id}`;
        const [, head] = floods[Number(id)] ?? [];
        if (head) pour(exchange, head, (bytes) => (poured[name] = (poured[name] ?? 0) + bytes));
        else exchange.socket.write(rawJson([{ id: 1, output: "Fine." }]));
      },
    });
    const steps = calls.flatMap((call): Step[] => [
      { baseUrl: server.origin, call, id: 1 },
      { baseUrl: hub.baseUrl, call, id: bomb },
      ...Object.keys(floods).map((id) => ({ baseUrl: server.origin, call, id: Number(id) })),
      { baseUrl: server.origin, call, id: 1 },
    ]);
    const child = [from("out/test/unit/client/memoryChild.js"), JSON.stringify(steps)];
    const { stdout } = await promisify(execFile)(process.execPath, child);
    for (const [index, peak] of (JSON.parse(stdout) as Peak[]).entries()) {
      const { call, id } = steps[index]!;
      if (id === 1) assert.equal(peak.kind, "ok");
      else peaks[`${call} ${id}`] = peak;
    }
  });
  after(async () => {
    await hub.close();
    await server.close();
  });

  for (const call of calls) {
    it(`S14 is never inflated where it is a bomb of 600 MB for ${call}`, () => {
      const { kind, message, grownMiB } = peaks[`${call} ${bomb}`]!;
      assert.equal(kind, "bad-response");
      assert.match(message, /compressed/);
      assert.ok(grownMiB < 32, `${grownMiB} MiB`);
      assert.equal(hub.journal().length, calls.length);
      for (const { headers } of hub.journal()) assert.equal(headers["accept-encoding"], "identity");
    });

    for (const [id, [name]] of Object.entries(floods)) {
      it(`S15 is read up to the cap, and its socket closed: 100 MB for ${call} ${name}`, async () => {
        const { kind, message, grownMiB } = peaks[`${call} ${id}`]!;
        assert.equal(kind, "bad-response");
        assert.match(message, new RegExp(`too large: over ${caps[call]} MB`));
        // Twice the limit of a question; twice that of a read is less than a process grows by anyway.
        assert.ok(grownMiB < 32, `${grownMiB} MiB`);
        // Anything above the limit was in transit when the socket was closed.
        assert.ok(poured[`${call} ${id}`]! < flood / 2, `${poured[`${call} ${id}`]} bytes`);
        await server.idle();
      });
    }
  }
});

function pour({ socket }: RawExchange, head: string, told: (bytes: number) => void): void {
  const block = Buffer.alloc(65_536, 0x20);
  const chunked = head.includes("chunked");
  const piece = chunked ? Buffer.from(`10000\r\n${block.toString()}\r\n`) : block;
  let left = flood;
  const more = () => {
    while (!socket.destroyed && left > 0) {
      left -= block.length;
      told(block.length);
      if (!socket.write(piece)) return;
    }
    if (left <= 0) socket.end(chunked ? "0\r\n\r\n" : "");
  };
  socket.on("drain", more);
  socket.write(head);
  more();
}
