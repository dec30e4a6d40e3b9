import assert from "node:assert/strict";
import { maxRequestBytes } from "../../../src/contract/sizes";
import { createSend } from "../../../src/client/undiciSend";
import { rawJson } from "../../support/rawServer";
import { closeAll, failureOf, fixture } from "./hubFixture";

const mebibyte = 1024 ** 2;

/** A JSON text of so many bytes. */
const padded = (body: unknown, bytes: number) => JSON.stringify(body).padEnd(bytes);

const inChunks = (body: string) =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

describe("the largest", () => {
  afterEach(closeAll);

  for (const [name, framed] of [
    ["with a length", (body: string) => rawJson(body)],
    ["in chunks", inChunks],
  ] as const) {
    it(`S15 answer ${name} is read to its limit, and not beyond`, async () => {
      let size = mebibyte;
      const { client } = await fixture(({ socket }) =>
        socket.write(framed(padded([{ id: 7 }], size))),
      );
      assert.equal((await client.getExpert(7)).id, 7);
      size += 1;
      assert.match((await failureOf(client.getExpert(7))).message, /too large: over 1 MB/);
    });
  }

  it("S15 answer to a question has 16 MiB", async () => {
    const { client } = await fixture(({ socket }) =>
      socket.write(rawJson(padded({ output: "Fine." }, 16 * mebibyte))),
    );
    assert.equal((await client.invokeAgent({})).bytes, 16 * mebibyte);
  });

  it("M8 request is counted in bytes, and leaves up to its limit but not beyond", async () => {
    const real = createSend({}, () => undefined);
    const sizes: number[] = [];
    const send = Object.assign(
      (request: Parameters<typeof real>[0]) => {
        sizes.push(Buffer.byteLength(request.body ?? ""));
        return real({ ...request, body: "{}" });
      },
      { close: real.close, retire: real.retire },
    );
    const { client } = await fixture(({ socket }) => socket.write(rawJson({ output: "Fine." })), {
      send,
    });
    const left = maxRequestBytes - Buffer.byteLength(JSON.stringify({ input_data: "é" }));
    const input_data = `é${"e".repeat(left)}`;
    assert.equal((await client.invokeAgent({ input_data })).value.output, "Fine.");
    const error = await failureOf(client.invokeAgent({ input_data: `${input_data}e` }));
    assert.equal(error.kind, "too-large");
    assert.deepEqual(sizes, [maxRequestBytes]);
  });
});
