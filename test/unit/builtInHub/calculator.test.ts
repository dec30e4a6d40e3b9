import assert from "node:assert/strict";
import { ask, attach, block, hubUnderTest } from "./hubUnderTest";

describe("the Engineer's Calculator", () => {
  const running = hubUnderTest();

  const results: readonly (readonly [string, string])[] = [
    ["3 mi to km", "4.828032 km"],
    ["How long does 3 GB / (100 Mbps) take in minutes?", "4 minutes"],
    ["what is 15% of 80?", "12"],
    ["convert 72°F to celsius", "22.222222222222 degC"],
    ["how many MB are in 2 GiB?", "2147.483648 MB"],
    ["square root of 2", "1.4142135623731"],
    ["2 to the power of 10", "1024"],
    ["what is 5 plus 3 times 2", "11"],
    ["if I have 12*7+3 apples what is left", "87"],
    ["-5+3", "-2"],
    ["- 5 + 3", "-2"],
    ["0.1 + 0.2", "0.3"],
    ["60 rpm to Hz", "1 Hz"],
    ["1200 * 1.19 # with tax", "1428"],
    ["100 Mbit/s to MB/s", "12.5 MB / s"],
    ["mean(1, 2, 6)", "3"],
    ["det([[1, 2], [3, 4]])", "-2"],
    ["1e9!", "Infinity"],
    ["price = 1200\nprice * 2", "1200\n2400"],
    ["0xFF00 & ~(1 << 12)", "61184"],
    ["255 in binary", "0b11111111"],
    ["0b1010 to hex", "0xA"],
    ["2 ** 100 | 0", "1267650600228229401496703205376"],
    ["-7 >> 1 | 0", "-4"],
    ["2 + 40, please", "42"],
  ];
  for (const [input, result] of results) {
    it(`answers ${JSON.stringify(input)} with ${JSON.stringify(result)}`, async () => {
      assert.equal(block(await ask(running.hub, 2, input)), result);
    });
  }

  it("evaluates each line of a selection", async () => {
    const output = await ask(
      running.hub,
      2,
      attach("evaluate", "speed = 90 km/h\nspeed * 20 min to km"),
    );
    assert.equal(block(output), "90 km / h\n30 km");
  });

  it("says which line could not be evaluated, and why", async () => {
    const output = await ask(running.hub, 2, "1 + 1\n2 * nothing");
    assert.match(output, /`2 \* nothing` could not be evaluated: Undefined symbol nothing/);
    assert.equal(block(output), "2");
  });

  it("says so where there is nothing to compute", async () => {
    assert.match(
      await ask(running.hub, 2, "how are you", { ability_id: 21 }),
      /no calculation in this question/,
    );
  });

  it("shows a negative number as two's complement", async () => {
    const output = await ask(running.hub, 2, "-5 to hex");
    assert.match(output, /1111 1011/);
  });

  it("describes a series of numbers", async () => {
    const output = await ask(
      running.hub,
      2,
      attach("statistics", "a 1\nb 2\nc 3.5\nv1.2.3 2026-01-01"),
    );
    const shown = block(output) ?? "";
    assert.match(shown, /^count +3$/m);
    assert.match(shown, /^sum +6\.5$/m);
    assert.match(shown, /^median +2$/m);
    assert.match(shown, /^standard deviation +1\.2583/m);
  });
});
