import assert from "node:assert/strict";
import type { NetworkSettings } from "../../../src/contract/send";
import { UserNetwork } from "../../../src/client/userNetwork";
import { rawJson, startRawServer, type RawExchange } from "../../support/rawServer";
import { until } from "../../support/until";
import { atEnd, closeAll, failureOf } from "./hubFixture";

async function fixture() {
  const held: RawExchange[] = [];
  const server = await startRawServer({ answer: (exchange) => held.push(exchange) });
  const settings: { -readonly [K in keyof NetworkSettings]: NetworkSettings[K] } = {};
  const network = new UserNetwork(
    () => ({ ...settings }),
    () => undefined,
  );
  atEnd(async () => {
    network.dispose();
    await server.close();
  });
  const ask = async () => {
    const url = new URL(`${server.origin}/v1/models`);
    const { signal } = new AbortController();
    const { status, body } = await network.send({
      purpose: { by: "chat", kind: "model" },
      url,
      method: "GET",
      headers: {},
      signal,
    });
    for await (const _ of body);
    return status;
  };
  const asked = (count: number) => until("the server is asked", () => held.length === count);
  const answer = () => {
    for (const { socket } of held.splice(0)) socket.write(rawJson({}));
  };
  return { network, settings, server, ask, asked, answer };
}

describe("the way of the built-in hub to the network", () => {
  afterEach(closeAll);

  it("keeps connections of the built-in hub open between requests", async () => {
    const { server, ask, asked, answer } = await fixture();
    for (let request = 0; request < 12; request++) {
      const status = ask();
      await asked(1);
      answer();
      assert.equal(await status, 200);
    }
    assert.ok(server.sockets.length <= 8, `${server.sockets.length} connections`);
  });

  it("follows the network settings, and lets what is under way end", async () => {
    const { settings, server, ask, asked, answer } = await fixture();
    const first = ask();
    await asked(1);
    settings.noProxy = ["models.example"];
    const second = ask();
    await asked(2);
    answer();
    assert.deepEqual(await Promise.all([first, second]), [200, 200]);
    await until("the first connection is closed", () => server.sockets[0]!.closed);
    assert.deepEqual(
      server.sockets.map(({ closed }) => closed),
      [true, false],
    );
  });

  it("ends with the window, with what is under way", async () => {
    const { network, server, ask, asked } = await fixture();
    const ended = failureOf(ask());
    await asked(1);
    network.dispose();
    assert.equal((await ended).kind, "cancelled");
    await server.idle();
  });
});
