import assert from "node:assert/strict";
import { modelAddress } from "../../../src/builtInHub/models/modelServer";
import { hostCheck } from "../../../src/builtInHub/service/guard";
import { parseBaseUrl } from "../../../src/contract/address";
import { proxyFor } from "../../../src/client/proxy";
import { isLoopback } from "../../../src/contract/webAddress";

const accepts = (read: () => unknown): boolean => {
  try {
    read();
    return true;
  } catch {
    return false;
  }
};
/** What each place that treats this computer differently says about a host. */
const opinions = (host: string) => ({
  hub: accepts(() => parseBaseUrl(`http://${host}:8080`)),
  model: accepts(() => modelAddress(`http://${host}:8080`)),
  proxy: accepts(() => proxyFor(new URL(`http://${host}:8080`), { proxy: "http://p:1" }, {})),
  builtInHub: hostCheck("127.0.0.1")(`${host}:8080`),
});

const everywhere = (is: boolean) => ({ hub: is, model: is, proxy: is, builtInHub: is });

describe("this computer", () => {
  for (const host of ["127.0.0.1", "127.0.0.2", "127.255.1.9", "localhost", "LOCALHOST", "[::1]"])
    it(`O4 G3 is ${host}, wherever that matters`, () =>
      assert.deepEqual(opinions(host), everywhere(true)));

  for (const host of [
    "128.0.0.1",
    "10.0.0.1",
    "0.0.0.0",
    "[::2]",
    "[::]",
    "127.example",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "evil.localhost.example",
  ])
    it(`O4 G3 is not ${host}, wherever that matters`, () =>
      assert.deepEqual(opinions(host), everywhere(false)));

  it("knows the names and addresses of this computer", () => {
    for (const host of ["localhost", "LOCALHOST", "127.0.0.1", "127.1.2.3", "::1", "[::1]"])
      assert.ok(isLoopback(host), host);
    for (const host of ["0.0.0.0", "::", "10.0.0.1", "127.0.0.256", "127.example", "127.0.0", ""])
      assert.ok(!isLoopback(host), host);
  });
});
