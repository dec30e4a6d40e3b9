import { t } from "../kit/l10n";

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

const address = /^127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;

/** Whether a host name or address, with or without brackets, means this computer itself. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return name === "localhost" || name === "::1" || name === "[::1]" || address.test(name);
}

const ipv4 = /^\d+(?:\.\d+){3}$/;
const local4 = /^(?:10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168)\./;
const local6 = /^(?:::1$|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/i;

/** Whether an IP address, without brackets, is private, link-local or this computer itself. */
export function isLocalAddress(ip: string): boolean {
  return ipv4.test(ip) ? local4.test(ip) : local6.test(ip);
}

/**
 * Whether a host of a URL is one of the local network: a private or link-local address, or a name
 * that only such a network knows. What a name leads to is checked when it is connected to.
 */
export function isInLocalNetwork(host: string): boolean {
  const name = host.toLowerCase().replaceAll(/^\[|\]$/g, "");
  if (isLocalAddress(name)) return true;
  if (name.includes(":") || ipv4.test(name)) return false;
  return /^[^.]+$|^host\.docker\.internal$|[^.]\.local$/.test(name.replace(/\.$/, ""));
}

/** Whether what is sent to this origin can be read on the way: plain http beyond this computer. */
export function isPlainHttp(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === "http:" && !isLoopback(hostname);
}

/** A host with or without a port and a path, such as `hub.example/a` or `localhost:8080`. */
const withoutScheme = /^(?!https?:)(?:\[[\da-f:.]+\]|[^\s/\\?#:@[\]]+)(?::\d{1,5})?(?:[/\\?#]|$)/i;

export function lacksScheme(typed: string): boolean {
  return withoutScheme.test(typed.trim());
}

/**
 * The address of a service as a user types it: https, or http on this computer, which is also what
 * completes one that lacks its scheme; no user name, query or fragment. Throws an error whose
 * message is a sentence for the user that begins with `what`. With `localNetwork`, plain http is
 * accepted for hosts of the local network as well: whoever connects has to have the user's consent.
 */
export function webAddress(
  typed: string,
  what = t("The address"),
  { localNetwork = false } = {},
): URL {
  const url = URL.parse(completed(typed));
  if (!url) throw new Error(t("{0} must be a web address such as https://hub.example.", what));
  const isNear = isLoopback(url.hostname) || (localNetwork && isInLocalNetwork(url.hostname));
  if (url.protocol === "http:" && !isNear)
    throw new Error(
      localNetwork
        ? t("{0} must start with https://, except in your local network.", what)
        : t("{0} must start with https://, except on this computer.", what),
    );
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new Error(t("{0} must start with https://.", what));
  if (url.username !== "" || url.password !== "")
    throw new Error(t("{0} must not contain a user name or password.", what));
  if (/[?#]/.test(url.href))
    throw new Error(t("{0} must not contain a query or a fragment.", what));
  return url;
}

function completed(typed: string): string {
  const text = typed.trim();
  if (!lacksScheme(text)) return text;
  const host = URL.parse(`https://${text}`)?.hostname ?? "";
  return `${isLoopback(host) ? "http" : "https"}://${text}`;
}
