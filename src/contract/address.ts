import { t } from "../kit/l10n";
import { HubError } from "./errors";
import { webAddress } from "./webAddress";

/** The location of a hub: the origin that a key is bound to, and the base of every path. */
export interface Address {
  /** As `new URL(text).origin` gives it: lower case, punycode, no default port. */
  readonly origin: string;
  /** The origin and the path prefix, without a slash at the end. */
  readonly base: string;
}

/**
 * The base address that a user typed (section 1); see `webAddress`. Throws `invalid-request` with a
 * sentence for the user, which begins with `what`.
 */
export function parseBaseUrl(
  text: string,
  what = t("The base address"),
  reach: { readonly localNetwork?: boolean } = {},
): Address {
  const { origin, pathname } = checked(text, what, reach);
  const prefix = pathname.replace(/\/{2,}/g, "/").replace(/\/$/, "");
  return { origin, base: origin + prefix };
}

function checked(text: string, ...rules: [what: string, reach: { localNetwork?: boolean }]): URL {
  try {
    return webAddress(text, ...rules);
  } catch (error) {
    throw new HubError("invalid-request", (error as Error).message);
  }
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

/** The origin in the scope of a hub, and the id that tells two accounts at one origin apart. */
export function partsOf(scope: string): { readonly origin: string; readonly id: string } {
  const [origin = "", id = ""] = scope.split("#");
  return { origin, id };
}

/** The typed or pasted key without surrounding white space; `undefined` if it cannot be sent to a hub. */
export function typedKey(text: string): string | undefined {
  const key = text.trim();
  return isKey(key) ? key : undefined;
}
