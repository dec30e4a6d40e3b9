import { t } from "../kit/l10n";
import { HubError } from "../contract/errors";
import { isRecord } from "../contract/record";
import type { Proxy } from "./proxy";

type Reason = "unknown" | "lookup" | "refused" | "network" | "offline" | "denied" | "late";

const reasons: Readonly<Record<string, Reason>> = {
  ENOTFOUND: "unknown",
  EAI_AGAIN: "lookup",
  ECONNREFUSED: "refused",
  EHOSTUNREACH: "network",
  ENETUNREACH: "offline",
  ENETDOWN: "offline",
  EADDRNOTAVAIL: "offline",
  EACCES: "denied",
  EPERM: "denied",
  ETIMEDOUT: "late",
  UND_ERR_CONNECT_TIMEOUT: "late",
};

type Sentences = Readonly<Record<Reason, (host: string) => string>>;

const ofHub: Sentences = {
  unknown: (host) => t("The name {0} could not be found.", host),
  lookup: (host) => t("The name {0} could not be looked up. Is this computer online?", host),
  refused: (host) => t("{0} refused the connection.", host),
  network: (host) => t("{0} cannot be reached from this network.", host),
  offline: (host) => t("{0} cannot be reached. Is this computer online?", host),
  denied: (host) => t("This computer does not allow a connection to {0}.", host),
  late: (host) => t("{0} did not accept a connection within 10 seconds.", host),
};

const ofProxy: Sentences = {
  unknown: (host) => t("The proxy {0} could not be found.", host),
  lookup: (host) =>
    t("The name of the proxy {0} could not be looked up. Is this computer online?", host),
  refused: (host) => t("The proxy {0} refused the connection.", host),
  network: (host) => t("The proxy {0} cannot be reached from this network.", host),
  offline: (host) => t("The proxy {0} cannot be reached. Is this computer online?", host),
  denied: (host) => t("This computer does not allow a connection to the proxy {0}.", host),
  late: (host) => t("The proxy {0} did not accept a connection within 10 seconds.", host),
};

/** What an error code says about a hub or its proxy; `undefined` if that was reached. */
export function unreachable(code: string, hub: string, proxy?: string): string | undefined {
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  if (reason === undefined) return undefined;
  return proxy === undefined ? ofHub[reason](hub) : ofProxy[reason](proxy);
}

const untrusted = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "CERT_UNTRUSTED",
]);

const others =
  /^(?:CERT_|CRL_|ERR_SSL_|ERR_TLS_|ERR_OSSL|INVALID_(?:CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$|EPROTO$)/;

/** Why no secure connection could be established, in words; `undefined` if TLS did not fail. */
export function tlsSentence(code: string, host: string): string | undefined {
  if (code === "CERT_HAS_EXPIRED")
    return t("The certificate of {0} has expired according to this computer's clock.", host);
  if (code === "CERT_NOT_YET_VALID")
    return t("The certificate of {0} is not valid yet according to this computer's clock.", host);
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID" || code === "HOSTNAME_MISMATCH") {
    return t("The certificate of {0} belongs to another host.", host);
  }
  if (code === "DEPTH_ZERO_SELF_SIGNED_CERT") {
    return `${t("The certificate of {0} is self-signed and cannot be trusted.", host)} ${remedy()}`;
  }
  if (untrusted.has(code)) {
    return `${t("The certificate of {0} comes from an authority that this computer does not trust.", host)} ${remedy()}`;
  }
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER" || code === "ERR_SSL_PACKET_LENGTH_TOO_LONG") {
    return t("{0} does not use TLS at this address.", host);
  }
  return others.test(code)
    ? t("Could not establish a secure connection to {0} ({1}).", host, code)
    : undefined;
}

const remedy = (): string =>
  t("Trusted authorities come from the system and from the file named in NODE_EXTRA_CA_CERTS.");

/** The code of a failure to find an address in the local network. */
export const notLocal = "NOT_LOCAL";

const cancelled = new Set(["UND_ERR_DESTROYED", "UND_ERR_CLOSED"]);

/**
 * What a failed connection or a broken stream means, in words. Copies nothing from the failure but
 * its code: its text, cause and socket may contain confidential data. `isChecked` if a proxy was
 * asked for an address that had been checked.
 */
export function sendFailure(
  failure: unknown,
  hub: URL,
  proxy: Proxy | undefined,
  isChecked = false,
): HubError {
  if (failure instanceof HubError) return failure;
  const code = codeOf(failure);
  if (code === notLocal) return beyondLocalNetwork(hub.host);
  if (cancelled.has(code)) return new HubError("cancelled", t("The request was cancelled."));
  const proxyHost = proxy?.host ?? "";
  if (code === "PROXY_TLS") {
    const why = codeOf(isRecord(failure) ? failure["cause"] : undefined) || code;
    return new HubError(
      "tls",
      t("Could not establish a secure connection to the proxy {0} ({1}).", proxyHost, why),
    );
  }
  const tls = tlsSentence(code, hub.host);
  if (tls) return new HubError("tls", tls);
  const words = unreachable(code, hub.host, proxy?.host);
  if (words) return new HubError("network", words);
  if (code === "PROXY_ENDED")
    return new HubError("network", t("The proxy {0} ended the connection.", proxyHost));
  if (code === "PROXY_INVALID")
    return new HubError("network", t("The proxy {0} does not answer as a proxy does.", proxyHost));
  if (code === "PROXY_STATUS") return new HubError("network", refusedBy(proxy, failure, isChecked));
  if (code === "UND_ERR_HEADERS_OVERFLOW") {
    return new HubError("bad-response", t("The headers of the hub's answer are too large."));
  }
  // A premature end is the connection's fault.
  if (isParserError(failure) && !failure.message.includes("EOF")) {
    return new HubError("bad-response", t("The hub's answer is not valid HTTP."));
  }
  if (code === "" && !isParserError(failure)) {
    return new HubError("internal", t("Something went wrong in Expert Hub."));
  }
  return new HubError("network", t("The connection to {0} ended early.", hub.host));
}

/** Plain http is for the local network only. */
export function beyondLocalNetwork(host: string): HubError {
  return new HubError(
    "network",
    t(
      "{0} is not in your local network, so nothing was sent there over plain http. Use an https address.",
      host,
    ),
  );
}

function codeOf(failure: unknown): string {
  if (!isRecord(failure)) return "";
  return typeof failure["code"] === "string" ? failure["code"] : codeOf(failure["cause"]);
}

/** By name, as undici leaves its code undefined. */
function isParserError(failure: unknown): failure is Error {
  return failure instanceof Error && failure.name === "HTTPParserError";
}

function refusedBy(proxy: Proxy | undefined, failure: unknown, isChecked: boolean): string {
  const status = failure instanceof Error && "status" in failure ? failure.status : undefined;
  const { host, setting, authorization } = proxy ?? { host: "", setting: "" };
  if (status === 407) {
    return authorization === undefined
      ? t("The proxy {0} requires a user name and a password.", host)
      : t("The proxy {0} did not accept the user name and the password in {1}.", host, setting);
  }
  const refusal = t("The proxy {0} refused the connection with status {1}.", host, String(status));
  if (!isChecked) return refusal;
  return `${refusal} ${t("It was asked for the IP address that had been checked, because a name could lead it elsewhere; some proxies accept names only.")}`;
}
