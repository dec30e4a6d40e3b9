import assert from "node:assert/strict";
import { hostCheck } from "../../../../src/builtInHub/service/guard";

describe("the host names of the built-in hub", () => {
  const local = hostCheck("127.0.0.1");
  const open = hostCheck("0.0.0.0", ["Hub.example"]);
  const named = hostCheck("hub.lan");
  const cases: readonly (readonly [string | undefined, boolean, boolean, boolean])[] = [
    ["127.0.0.1:80", true, true, true],
    ["localhost", true, true, true],
    ["[::1]:8080", true, true, true],
    ["192.0.2.7:80", false, true, true],
    ["[2001:db8::7]:80", false, true, true],
    ["hub.example:80", false, true, false],
    ["HUB.lan", false, false, true],
    ["rebound.example", false, false, false],
    ["127.0.0.1.rebound.example", false, false, false],
    ["hub.example:80:80", false, false, false],
    ["user@127.0.0.1", false, false, false],
    ["127.0.0.1/x", false, false, false],
    ["", false, false, false],
    [undefined, false, false, false],
  ];
  for (const [header, ...expected] of cases) {
    it(`accept or refuse the Host header ${header ?? "that is missing"} as they should`, () => {
      assert.deepEqual(
        [local, open, named].map((accepts) => accepts(header)),
        expected,
      );
    });
  }
});
