import { t } from "../kit/l10n";
import { HubError } from "./errors";

/** The location of a hub: the origin that a key is bound to, and the base of every path. */
export interface Address {
  /** As `new URL(text).origin` gives it: lower case, punycode, no default port. */
  readonly origin: string;
  /** The origin and the path prefix, without a slash at the end. */
  readonly base: string;
}

const loopback = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** True for the hosts of this computer that may be reached without TLS. */
export function isLoopback(url: URL): boolean {
  return loopback.has(url.hostname);
}

/**
 * The base address that a user typed (section 1). Only https, or http on this computer; no user
 * name, query or fragment. Throws `invalid-request` with a sentence for the user, which begins with
 * `what`.
 */
export function parseBaseUrl(text: string, what = t("The base address")): Address {
  const url = URL.parse(text);
  if (!url) throw refused(t("{0} must be a web address such as https://hub.example.", what));
  if (url.protocol === "http:" && !isLoopback(url)) {
    throw refused(t("{0} must start with https://, except for a hub on this computer.", what));
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw refused(t("{0} must start with https://.", what));
  }
  if (url.username !== "" || url.password !== "") {
    throw refused(t("{0} must not contain a user name or password.", what));
  }
  if (/[?#]/.test(url.href)) throw refused(t("{0} must not contain a query or a fragment.", what));
  const prefix = url.pathname.replace(/\/{2,}/g, "/").replace(/\/$/, "");
  return { origin: url.origin, base: url.origin + prefix };
}

/** The URL of one endpoint; `path` begins with a slash and may hold a query. */
export function endpoint(base: string, path: string): URL {
  return new URL(base + path);
}

/** Ids of the service are integers (2.2); nothing else may become part of a path or a request body. */
export function isId(value: unknown): value is number {
  return (
    typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0)
  );
}

/** A key that can be sent unchanged: visible ASCII (0x21 to 0x7E) only. */
export function isKey(text: string): boolean {
  return /^[!-~]+$/.test(text);
}

function refused(sentence: string): HubError {
  return new HubError("invalid-request", sentence);
}
