import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Refusal } from "../refusal";

const loopback = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/** Accepts only requests of this machine's programs with the key: no web page, no rebound host name. */
export function guard(request: IncomingMessage, key: string): void {
  const { origin, host } = request.headers;
  if (origin !== undefined) {
    throw new Refusal(403, "Requests from web pages are refused.");
  }
  if (host === undefined || !loopback.test(host)) {
    throw new Refusal(403, "The Host header must name the loopback address.");
  }
  const given = request.headers["svc-api-key"];
  if (typeof given !== "string" || given === "") {
    throw new Refusal(401, "The header svc-api-key is missing.");
  }
  if (!timingSafeEqual(digest(given), digest(key))) {
    throw new Refusal(401, "The API key is not valid.");
  }
}

/** Digests of equal length, so that the duration of the comparison reveals nothing. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
