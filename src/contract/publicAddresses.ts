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
  // The platform service of a large cloud has an address that looks public.
  ["168.63.129.16", 32],
] as const;

/** The only IPv6 block that is public; IPv4-mapped, NAT64, local and multicast addresses lie outside. */
const public6 = ["2000::", 3] as const;

/** Blocks within it that embed IPv4 addresses (6to4, Teredo) or lead nowhere public. */
const special6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

type Block = readonly [network: string, bits: number];

/** Whether an IP address, without brackets, belongs to the public internet. */
export function isPublicAddress(ip: string): boolean {
  if (/^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(ip)) return !isSpecial4(ip);
  return /^[\da-f]{1,4}:[\da-f:.]+$/i.test(ip) && isIn6(ip, public6) && !isSpecial6(ip);
}

const isSpecial4 = (ip: string): boolean =>
  special4.some(
    ([network, bits]) => numberOf4(ip) >>> (32 - bits) === numberOf4(network) >>> (32 - bits),
  );

const isSpecial6 = (ip: string): boolean => special6.some((block) => isIn6(ip, block));

const isIn6 = (ip: string, [network, bits]: Block): boolean =>
  startOf6(ip) >>> (32 - bits) === startOf6(network) >>> (32 - bits);

function numberOf4(address: string): number {
  return address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** The first 32 bits, which every block above lies in. */
function startOf6(address: string): number {
  const [first = "", second = ""] = address.split(":");
  return Number.parseInt(first, 16) * 0x1_0000 + Number.parseInt(second || "0", 16);
}
