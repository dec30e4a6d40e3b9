import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { rawJson } from "../../support/rawServer";
import { closeAll, fixture } from "./hubFixture";

const injected = rawJson({ output: "injected" });

describe("an answer that nobody asked for", () => {
  afterEach(closeAll);

  /** Delay in milliseconds after the requested answer; 0 sends both together. */
  for (const after of [0, 1, 20]) {
    for (const [what, bytes] of Object.entries({
      "a whole answer": injected,
      "half of one": injected.slice(0, 40),
      "an interim one": "HTTP/1.1 100 Continue\r\n\r\n",
      "ten answers": injected.repeat(10),
    })) {
      it(`S19 is never taken: ${what} ${after} ms after the answer`, async () => {
        const { client, server } = await fixture(({ socket, index }) => {
          const own = rawJson({ output: `answer ${index}` });
          if (after === 0) socket.write(own + bytes);
          else {
            socket.write(own);
            setTimeout(() => socket.write(bytes), after);
          }
        });
        let own = 0;
        for (let question = 0; question < 6; question++) {
          const asked = server.requests.length;
          const output = await client.invokeAgent({}).then(
            ({ value }) => value.output,
            (error: { kind: string }) => error.kind,
          );
          if (output === `answer ${asked}`) own++;
          else assert.match(output, /^(network|bad-response)$/);
          // Sometimes the next question and the injected answer coincide.
          await delay(question % 2 === 0 ? after * 2 : after);
        }
        assert.ok(own >= 3, `${own} of 6 were answered`);
      });
    }
  }
});
