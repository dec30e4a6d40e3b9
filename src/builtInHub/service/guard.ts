import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Refusal } from "../refusal";
import { isIP } from "node:net";
import { isLoopback } from "../../contract/webAddress";

/** Refuses web pages, and host names that were made to point here. */
export function guardSource(
  request: IncomingMessage,
  isKnownHost: (header: string | undefined) => boolean,
): void {
  if (request.headers.origin !== undefined) {
    throw new Refusal(403, "Requests from web pages are refused.");
  }
  if (!isKnownHost(request.headers.host)) {
    throw new Refusal(403, "The Host header does not name this hub.");
  }
}

export function holdsKey(request: IncomingMessage, key: string): boolean {
  const given = request.headers["svc-api-key"];
  return typeof given === "string" && timingSafeEqual(sha256(given), sha256(key));
}

export function keyRefusal(request: IncomingMessage): Refusal {
  const isMissing = (request.headers["svc-api-key"] ?? "") === "";
  return new Refusal(
    401,
    isMissing ? "The header svc-api-key is missing." : "The API key is not valid.",
  );
}

/** Digests of equal length, so that the duration of the comparison reveals nothing. */
function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

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
