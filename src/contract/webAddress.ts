import { t } from "../kit/l10n";

const address = /^127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;

/** Whether a host name or address, with or without brackets, means this computer itself. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return name === "localhost" || name === "::1" || name === "[::1]" || address.test(name);
}

/** A host with or without a port and a path, such as `hub.example/a` or `localhost:8080`. */
const withoutScheme = /^(?!https?:)(?:\[[\da-f:.]+\]|[^\s/\\?#:@[\]]+)(?::\d{1,5})?(?:[/\\?#]|$)/i;

export function lacksScheme(typed: string): boolean {
  return withoutScheme.test(typed.trim());
}

/**
 * The address of a service as a user types it: https, or http on this computer, which is also what
 * completes one that lacks its scheme; no user name, query or fragment. Throws an error whose
 * message is a sentence for the user that begins with `what`.
 */
export function webAddress(typed: string, what = t("The address")): URL {
  const url = URL.parse(completed(typed));
  if (!url) throw new Error(t("{0} must be a web address such as https://hub.example.", what));
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    throw new Error(t("{0} must start with https://, except on this computer.", what));
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
