import { t } from "../kit/l10n";
import { HubError } from "../contract/errors";
import { isRecord } from "../contract/record";
import type { Proxy } from "./proxy";
import { tlsSentence } from "./tlsFailure";
import { unreachable } from "./unreachable";

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
