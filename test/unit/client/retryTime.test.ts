import assert from "node:assert/strict";
import { retryAfterSeconds } from "../../../src/contract/serverWait";
import { rawJson } from "../../support/rawServer";
import { answer, closeAll, failureOf, fixture } from "./hubFixture";

describe("the time of another try", () => {
  afterEach(closeAll);

  for (const [name, hubsClock] of [
    ["this computer's clock", undefined],
    ["the hub's own clock, where it is an hour ahead", 3_600_000],
    ["the hub's own clock, where it stands in 1970", -Date.UTC(2026, 0, 1)],
  ] as const)
    it(`M15 counts a date from when the answer came, by ${name}`, async () => {
      let clock = Date.UTC(2026, 0, 1);
      const waits: number[] = [];
      const { client } = await fixture(
        ({ socket, index }) => {
          // The hub takes a minute to report that it is busy.
          if (index === 0) clock += 60_000;
          const date = (after = 0) => new Date(clock + (hubsClock ?? 0) + after).toUTCString();
          const head = [
            `Retry-After: ${date(2000)}`,
            ...(hubsClock === undefined ? [] : [`Date: ${date()}`]),
          ];
          socket.write(index === 0 ? rawJson({}, { status: 503, head }) : rawJson(answer));
        },
        {
          timing: {
            now: () => clock,
            random: () => 0,
            wait: async (milliseconds) => void waits.push(milliseconds),
          },
        },
      );
      assert.equal((await client.invokeAgent({})).value.output, "Fine.");
      assert.deepEqual(waits, [2000]);
    });

  it("M15 takes no part of a second off what a date asks for", () => {
    const after = new Date(Date.UTC(2026, 0, 1, 0, 0, 2)).toUTCString();
    const arrived = Date.UTC(2026, 0, 1, 0, 0, 0, 400);
    assert.equal(retryAfterSeconds({ "retry-after": after }, arrived), 2);
  });

  it("M11 counts to the time that the answer took", async () => {
    const busy = rawJson({}, { status: 503, head: ["Retry-After: 0"] });
    const { client } = await fixture(({ socket, index }) => {
      if (index === 0) setTimeout(() => socket.write(busy), 300);
      else socket.write(rawJson(answer));
    });
    const began = performance.now();
    const { elapsedMs } = await client.invokeAgent({});
    assert.ok(elapsedMs > 280 && elapsedMs <= performance.now() - began, `${elapsedMs} ms`);
  });

  it("M11 has one deadline for all its tries together", async () => {
    const { client, server } = await fixture(
      ({ socket }) =>
        void setTimeout(
          () => socket.write(rawJson({}, { status: 503, head: ["Retry-After: 0"] })),
          200,
        ),
      { timeoutSeconds: () => 0.5 },
    );
    // A third attempt would have to be answered within 0.6 seconds.
    assert.equal((await failureOf(client.invokeAgent({}))).kind, "timeout");
    assert.ok(server.requests.length <= 3);
  });

  it("M11 is not made where no time is left", async () => {
    const { client, server, waits } = await fixture(
      ({ socket }) =>
        socket.write(
          "HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
        ),
      { timeoutSeconds: () => 0.3 },
    );
    const error = await failureOf(client.invokeAgent({}));
    assert.deepEqual([error.kind, error.details.status], ["server", 503]);
    assert.deepEqual([server.requests.length, waits], [1, []]);
  });
});
