import assert from "node:assert/strict";
import { Calls } from "../../../../../src/features/agents/mcp/calls";

describe("the requests in progress of MCP clients", () => {
  it("are told apart by session, and by the number or text of their id", () => {
    const calls = new Calls();
    const [number, text, other] = [
      calls.begin("one", 1),
      calls.begin("one", "1"),
      calls.begin("two", 1),
    ];
    const aborted = () => [number, text, other].map(({ signal }) => signal.aborted);
    calls.cancel("one", 1);
    assert.deepEqual(aborted(), [true, false, false]);
    calls.cancel("one", "1");
    assert.deepEqual(aborted(), [true, true, false]);
  });

  it("go on where a cancellation could mean either of two", () => {
    const calls = new Calls();
    const [first, second] = [calls.begin("one", 1), calls.begin("one", 1)];
    calls.cancel("one", 1);
    assert.deepEqual([first.signal.aborted, second.signal.aborted], [false, false]);
    first.end();
    calls.cancel("one", 1);
    assert.deepEqual([first.signal.aborted, second.signal.aborted], [false, true]);
  });
});
