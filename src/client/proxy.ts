import { BlockList, isIP } from "node:net";
import { domainToASCII } from "node:url";
import { t } from "../kit/l10n";
import { literalPattern } from "../contract/text";
import { isLoopback } from "../contract/webAddress";
import { HubError } from "../contract/errors";
import type { NetworkSettings } from "../contract/send";

type Environment = Readonly<Record<string, string | undefined>>;

export interface Proxy {
  /** The setting or the variable that names it. */
  readonly setting: string;
  /** Without a user name and a password, as is `host`. */
  readonly origin: string;
  readonly host: string;
  /** The value of `proxy-authorization`. */
  readonly authorization: string | undefined;
}

const variables = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];

/**
 * The proxy for `url`, or `undefined` for none: the user's setting, else the environment. Throws
 * `network` for an unusable one, and for plain http to another computer: past the proxy it would
 * go a way that the user did not choose.
 */
export function proxyFor(url: URL, settings: NetworkSettings, env: Environment): Proxy | undefined {
  if (url.protocol === "http:" && isLoopback(url.hostname)) return undefined;
  const variable = variables.find((name) => env[name]?.trim());
  const address = settings.proxy || env[variable ?? ""];
  if (!address) return undefined;
  const direct = settings.noProxy?.length
    ? settings.noProxy
    : [env["no_proxy"] || env["NO_PROXY"] || ""];
  const entries = direct.flatMap((entry) => entry.toLowerCase().split(/[\s,;]+/));
  if (entries.some((entry) => matches(entry, url))) return undefined;
  if (url.protocol === "http:") {
    throw new HubError(
      "network",
      t(
        "Plain http is not sent through a proxy. Use an https address, or list {0} in http.noProxy.",
        url.hostname,
      ),
    );
  }
  return parsedProxy(address.trim(), settings.proxy ? "http.proxy" : (variable ?? ""));
}

/** What stands before the last `@` is the login, in which any character may be written as it is. */
function parsedProxy(address: string, setting: string): Proxy {
  const [, scheme = "http", place = address] =
    /^([a-z][a-z\d+.-]*):\/\/(.*)$/is.exec(address) ?? [];
  if (!/^https?$/i.test(scheme))
    throw new HubError(
      "network",
      t("The proxy address in {0} must start with http:// or https://.", setting),
    );
  const at = place.lastIndexOf("@");
  const url = URL.parse(`${scheme}://${place.slice(at + 1)}`);
  if (!url)
    throw new HubError(
      "network",
      t("The proxy address in {0} does not end in a valid host and port.", setting),
    );
  const { origin, host } = url;
  const authorization = at === -1 ? undefined : basicLogin(place.slice(0, at));
  return { setting, origin, host, authorization };
}

/** A `%` that begins no percent-encoded byte stands for itself. */
function basicLogin(userInfo: string): string | undefined {
  if (userInfo === "") return undefined;
  const [name = "", ...password] = userInfo.split(":");
  const login = [percentDecoded(name), Buffer.from(":"), percentDecoded(password.join(":"))];
  return `Basic ${Buffer.concat(login).toString("base64")}`;
}

function percentDecoded(text: string): Buffer {
  const parts = text.split(/(%[\da-f]{2})/i);
  return Buffer.concat(
    parts.map((part, at) => (at % 2 === 1 ? Buffer.from(part.slice(1), "hex") : Buffer.from(part))),
  );
}

/**
 * Whether an entry of a list of hosts that need no proxy, in lower case, names that of `url`. It is a
 * host with its subdomains, `.domain`, an IP address, a range such as `10.0.0.0/8`, any of these with
 * `*` in place of characters, or `<local>` for names without a dot. A scheme may precede, and a port
 * follow. Names are not resolved, as only the proxy may know them.
 */
function matches(entry: string, url: URL): boolean {
  const [, scheme, place = ""] = /^(?:([a-z]+):\/\/)?(.*?)\/?$/.exec(entry) ?? [];
  const [, named, port] = /^(\[.*\](?:\/\d+)?|[^:]*):(\d+)$/.exec(place) ?? [];
  const own = url.port || (url.protocol === "http:" ? "80" : "443");
  if (port !== undefined && port !== own) return false;
  if (scheme !== undefined && `${scheme}:` !== url.protocol) return false;
  const pattern = bare(named ?? place);
  const host = bare(url.hostname);
  if (pattern === "" || pattern === "*") return pattern === "*";
  if (isIP(host) !== 0) return matchesAddress(pattern, host) || isLocal(pattern, host);
  return matchesName(pattern, host) || isLocal(pattern, host);
}

const isLocal = (pattern: string, host: string): boolean =>
  pattern === "<local>" && (isLoopback(host) || (isIP(host) === 0 && !host.includes(".")));

function matchesAddress(pattern: string, host: string): boolean {
  if (pattern.includes("*")) return patternOf(pattern).test(host);
  const [network = "", bits] = pattern.split("/");
  const [version, hostVersion] = [isIP(network), isIP(host)];
  const length = bits === undefined ? maxBits(version) : Number(bits);
  if (version === 0 || !/^\d*$/.test(bits ?? "") || length > maxBits(version)) return false;
  const range = new BlockList();
  range.addSubnet(network, length, version === 4 ? "ipv4" : "ipv6");
  return range.check(host, hostVersion === 4 ? "ipv4" : "ipv6");
}

const maxBits = (version: number): number => (version === 4 ? 32 : 128);

function matchesName(pattern: string, host: string): boolean {
  // A pattern of an address: a name that only begins like one is another computer.
  if (/^[\d.*]+$/.test(pattern)) return false;
  const domain = pattern.replace(/^\*?\./, "");
  const ascii = domainToASCII(domain) || domain;
  return patternOf(ascii, "(?:.*\\.)?").test(host);
}

/** `*` stands for any characters. */
function patternOf(pattern: string, before = ""): RegExp {
  return new RegExp(`^${before}${pattern.split(/\*+/).map(literalPattern).join(".*")}$`);
}

function bare(host: string): string {
  return host.replaceAll(/[[\]]/g, "").replace(/\.$/, "");
}
