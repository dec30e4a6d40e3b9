import assert from "node:assert/strict";
import { trapOf } from "./expectedResult";
import { closeAll } from "./hubFixture";

const json = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

/** Where a connection breaks, and the bytes before that. */
const phases: Record<string, string> = {
  "before the answer": "",
  "in the status line": "HTTP/1.",
  "in the head": "HTTP/1.1 200 OK\r\nContent-Ty",
  "after an interim answer": "HTTP/1.1 103 Early Hints\r\n\r\n",
  "after the head": `${json}Content-Length: 100\r\n\r\n`,
  "in the body": `${json}Content-Length: 100\r\n\r\n{"output":"x`,
  "one byte before the end": `${json}Content-Length: 15\r\n\r\n{"output":"x"}`,
  "in the size of a chunk": `${json}Transfer-Encoding: chunked\r\n\r\n1`,
  "in a chunk": `${json}Transfer-Encoding: chunked\r\n\r\nff\r\n{"output":"x"}`,
  "before the last chunk": `${json}Transfer-Encoding: chunked\r\n\r\ne\r\n{"output":"x"}\r\n`,
};

describe("a connection that breaks", () => {
  afterEach(closeAll);

  for (const [phase, bytes] of Object.entries(phases)) {
    for (const way of ["end", "resetAndDestroy"] as const) {
      it(`S7 is a network error, and perhaps it ran, where the connection breaks ${phase}: ${way}`, async () => {
        const { meet, server } = await trapOf(({ socket }) => {
          if (way === "end") socket.end(bytes);
          else if (bytes === "") socket.resetAndDestroy();
          else socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), 10));
        });
        const { error } = await meet((client) => client.invokeAgent({}));
        assert.equal(error?.kind, "network", error?.message);
        assert.match(error?.message, /ended early/);
        assert.equal(error?.details.mayHaveRun, true);
        assert.equal(server.requests.length, 2, "never asked twice");
      });
    }
  }
});
