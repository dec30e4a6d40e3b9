import assert from "node:assert/strict";
import type { Send, SendRequest, SendResponse } from "../../../src/contract/send";
import { createSend } from "../../../src/client/undiciSend";
import { rawJson } from "../../support/rawServer";
import { answer, closeAll, fixture } from "./hubFixture";

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

const outcomeOf = (call: Promise<{ value: { output: string } }>): Promise<string> =>
  call.then(
    ({ value }) => value.output,
    (error: { kind: string }) => error.kind,
  );

/** A promise settles once whatever happens; the log reports each end. */
async function assertToldOnce(lines: readonly string[], outcome: string): Promise<void> {
  await nextTick();
  assert.deepEqual(
    lines.map((line) => line.endsWith("cancelled")),
    [outcome === "cancelled"],
  );
}

describe("the outcome of a question", () => {
  afterEach(closeAll);

  it("C3 has one outcome where answer and end come together", async () => {
    for (let index = 0; index < 30; index++) {
      const stop = new AbortController();
      const { client, lines } = await fixture(({ socket }) => {
        socket.write(rawJson(answer));
        setTimeout(() => stop.abort(), index % 3);
      });
      const outcome = await outcomeOf(client.invokeAgent({}, { signal: stop.signal }));
      assert.match(outcome, /^(Fine\.|cancelled)$/);
      await assertToldOnce(lines, outcome);
      await closeAll();
    }
  });

  it("C3 has one outcome where they come in the very same tick, and an answer stays one", async () => {
    /** When the end comes: with the head, with the last byte, or after everything was read. */
    for (const moment of ["head", "byte", "end"] as const) {
      const stop = new AbortController();
      const door = createSend({}, () => undefined);
      const send: Send = Object.assign(
        async (request: SendRequest): Promise<SendResponse> => {
          const response = await door(request);
          if (moment === "head") stop.abort();
          return {
            ...response,
            body: (async function* body() {
              for await (const chunk of response.body) {
                if (moment === "byte") stop.abort();
                yield chunk;
              }
              if (moment === "end") stop.abort();
            })(),
          };
        },
        { close: () => door.close(), retire: () => door.retire() },
      );
      const { client, server, lines } = await fixture(
        ({ socket }) => socket.write(rawJson(answer)),
        {
          send,
        },
      );
      const outcome = await outcomeOf(client.invokeAgent({}, { signal: stop.signal }));
      assert.match(outcome, /^(Fine\.|cancelled)$/);
      await assertToldOnce(lines, outcome);
      assert.equal(server.requests.length, 1);
    }
  });
});
