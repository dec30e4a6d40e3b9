import { t } from "../kit/l10n";
import { isLoopback } from "../contract/webAddress";
import { HubError } from "../contract/errors";
import type { NetworkSettings } from "../contract/send";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for `url`, or `undefined` for none: the user's setting, else the environment. Throws
 * `network` for an unusable one, and for plain http to another computer: past the proxy it would
 * go a way that the user did not choose.
 */
export function proxyFor(
  url: URL,
  { proxy: setting, noProxy }: NetworkSettings,
  env: Environment,
): URL | undefined {
  if (url.protocol === "http:" && isLoopback(url.hostname)) return undefined;
  const address =
    setting || env["https_proxy"] || env["HTTPS_PROXY"] || env["http_proxy"] || env["HTTP_PROXY"];
  if (!address) return undefined;
  const direct = noProxy?.length
    ? noProxy
    : (env["no_proxy"] || env["NO_PROXY"] || "").split(/[\s,]+/);
  if (direct.some((entry) => matches(entry.trim().toLowerCase(), url))) return undefined;
  if (url.protocol === "http:") {
    throw new HubError(
      "network",
      t(
        "Plain http is not sent through a proxy. Use an https address, or list {0} in http.noProxy.",
        url.hostname,
      ),
    );
  }
  const proxy = URL.parse(address.includes("://") ? address : `http://${address}`);
  if (proxy?.protocol === "http:" || proxy?.protocol === "https:") return proxy;
  throw new HubError(
    "network",
    t("The proxy address cannot be used. It must start with http:// or https://."),
  );
}

/** Entries are `*`, a host, or a domain with or without a dot or `*.` in front; a port may follow. */
function matches(entry: string, url: URL): boolean {
  if (entry === "*") return true;
  const [, named, port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
  const own = url.port || (url.protocol === "http:" ? "80" : "443");
  if (port !== undefined && port !== own) return false;
  const name = named ?? entry;
  const domain = bare(name).replace(/^\*?\./, "");
  const host = bare(url.hostname);
  return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}
