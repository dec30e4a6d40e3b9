import { BlockList, isIP } from "node:net";

/** Special-purpose IPv4 blocks: private, shared, loopback, link-local, documentation, multicast and others. */
const special4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const;

/** Blocks within the public IPv6 space that embed IPv4 addresses (6to4, Teredo) or lead nowhere public. */
const special6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const refusedAddresses = new BlockList();
for (const [net, prefix] of special4) refusedAddresses.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of special6) refusedAddresses.addSubnet(net, prefix, "ipv6");
// The platform service of a large cloud has an address that looks public.
refusedAddresses.addAddress("168.63.129.16", "ipv4");

/** The only IPv6 block that is public; IPv4-mapped, NAT64, local and multicast addresses lie outside. */
const public6 = new BlockList();
public6.addSubnet("2000::", 3, "ipv6");

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(ip: string): boolean {
  switch (isIP(ip)) {
    case 4:
      return !refusedAddresses.check(ip, "ipv4");
    case 6:
      return !ip.includes("%") && public6.check(ip, "ipv6") && !refusedAddresses.check(ip, "ipv6");
    default:
      return false;
  }
}
