import { isIP } from "node:net";
import { isLoopback } from "../../contract/loopback";

const hostHeader = /^(?:\[([\da-f:.]+)\]|([^\s:[\]/@]+))(?::\d{1,5})?$/i;

/**
 * Tells which Host headers to accept. A web page can make a name of its own point at this hub, but
 * not an address: so addresses are accepted where the hub can be reached from elsewhere, and names
 * only if they are known.
 */
export function hostCheck(
  host: string,
  names: readonly string[] = [],
): (header: string | undefined) => boolean {
  const known = new Set([host, ...names].map((name) => name.toLowerCase()));
  return (header) => {
    const [, inBrackets, plain] = hostHeader.exec(header ?? "") ?? [];
    const name = (inBrackets ?? plain)?.toLowerCase();
    if (name === undefined) return false;
    return isLoopback(name) || known.has(name) || (!isLoopback(host) && isIP(name) !== 0);
  };
}
