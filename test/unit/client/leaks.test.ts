import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { from } from "../../../scripts/root";
import { sized } from "../../support/testSize";

const run = promisify(execFile);

interface Mark {
  heap: number;
  handles: number;
}

async function printed<T>(child: string, ...given: string[]): Promise<T> {
  const file = from(`out/test/unit/client/${child}.js`);
  const { stdout } = await run(process.execPath, ["--expose-gc", file, ...given]);
  return JSON.parse(stdout) as T;
}

/** Under 5 %, or less than the size of a few compiled functions. */
function assertFlat(before: Mark, after: Mark): void {
  const grown = after.heap - before.heap;
  const told = `${before.heap} bytes became ${after.heap}`;
  assert.ok(grown < Math.max(before.heap * 0.05, 1024 * 1024), told);
  assert.ok(after.handles <= before.handles + 2, `${before.handles} became ${after.handles}`);
  console.log(`      heap ${told}`);
}

/** Requests, one every five seconds. */
const halfAnHour = 360;
const workingDay = 5760;

describe("what stays behind", function () {
  this.timeout(sized(120_000, 600_000));

  it("C7 is nothing after 1,000 requests, and no socket once the door is closed", async () => {
    const { before, after, sockets, open, left } = await printed<{
      before: Mark;
      after: Mark;
      sockets: number;
      open: number;
      left: number;
    }>("leakChild");
    assertFlat(before, after);
    assert.ok(open >= 1 && open <= 8 && sockets <= 8, `${open} of ${sockets}`);
    assert.equal(left, 0);
  });

  it("L5-like: half an hour of mixed faults and stops leaves heap and handles as they were", async () => {
    const { marks, outcomes, unhandled, open, left } = await printed<{
      marks: [Mark, Mark, Mark, Mark];
      outcomes: Record<string, number>;
      unhandled: string[];
      open: number;
      left: number;
    }>("soakChild", String(sized(halfAnHour, workingDay)));
    assertFlat(marks[1], marks[3]);
    assert.deepEqual(unhandled, []);
    assert.deepEqual([open, left], [0, 0]);
    const kinds = Object.keys(outcomes).toSorted();
    assert.ok(
      kinds.every((kind) => !kind.startsWith("not ours") && kind !== "internal"),
      kinds.join(),
    );
    for (const kind of ["good", "cancelled", "network", "server", "redirect", "bad-response"])
      assert.ok((outcomes[kind] ?? 0) > 5, `${kind}: ${outcomes[kind]}`);
  });
});
