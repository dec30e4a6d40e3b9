import assert from "node:assert/strict";
import { isPublicAddress } from "../../../src/contract/webAddress";

describe("public addresses", () => {
  const refused: readonly [kind: string, ...addresses: string[]][] = [
    ["this network", "0.0.0.0", "0.1.2.3"],
    ["loopback", "127.0.0.1", "127.255.255.254", "::1"],
    ["private", "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
    ["link-local", "169.254.169.254", "fe80::1", "febf::1", "fe80::1%eth0"],
    ["carrier-grade NAT", "100.64.0.1", "100.127.255.255", "100.100.100.200"],
    [
      "special purpose",
      "192.0.0.8",
      "192.88.99.1",
      "198.18.0.1",
      "198.19.255.255",
      "168.63.129.16",
    ],
    ["documentation", "192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"],
    [
      "multicast and reserved",
      "224.0.0.1",
      "239.255.255.255",
      "240.0.0.1",
      "255.255.255.255",
      "ff02::1",
    ],
    ["unspecified", "::"],
    ["unique local", "fc00::1", "fd12:3456::1"],
    ["site-local", "fec0::1"],
    ["IPv4-mapped", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:8.8.8.8", "0:0:0:0:0:ffff:0a00:1"],
    ["IPv4-compatible", "::7f00:1", "::127.0.0.1", "::8.8.8.8"],
    ["IPv4-translated", "::ffff:0:127.0.0.1"],
    ["NAT64", "64:ff9b::7f00:1", "64:ff9b::8.8.8.8", "64:ff9b:1::1"],
    ["6to4 and Teredo", "2002:7f00:1::", "2002:0808:0808::1", "2001::1", "2001:0:53aa::1"],
    ["discard-only", "100::1"],
    [
      "no address",
      "",
      "localhost",
      "example.org",
      "127.1",
      "0x7f.0.0.1",
      "2130706433",
      "1.2.3.4.5",
      "[::1]",
      "[2606:4700::1]",
      "256.1.1.1",
      "8.8.8.8.",
    ],
  ];
  for (const [kind, ...addresses] of refused)
    it(`G8 are not those that are ${kind}`, () => {
      for (const address of addresses) assert.equal(isPublicAddress(address), false, address);
    });

  it("tells addresses of the internet from private ones", () => {
    for (const address of [
      "1.1.1.1",
      "9.255.255.255",
      "11.0.0.0",
      "100.63.255.255",
      "100.128.0.0",
      "126.255.255.255",
      "128.0.0.0",
      "169.253.255.255",
      "172.15.255.255",
      "172.32.0.0",
      "192.167.255.255",
      "223.255.255.255",
      "2001:200::1",
      "2606:4700:4700::1111",
      "2a00:1450:4001::1",
    ]) {
      assert.equal(isPublicAddress(address), true, address);
    }
  });
});
