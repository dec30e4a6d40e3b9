import { HubError } from "./errors";
import { isRecord } from "./schema";
import { tlsSentence } from "./tlsFailure";

/** What an error code says about a host; `%` stands for it. */
const unreachable: Readonly<Record<string, string>> = {
  ENOTFOUND: "The name % could not be found.",
  EAI_AGAIN: "The name % could not be looked up. Is this computer online?",
  ECONNREFUSED: "% refused the connection.",
  EHOSTUNREACH: "% cannot be reached from this network.",
  ENETUNREACH: "% cannot be reached. Is this computer online?",
  ENETDOWN: "% cannot be reached. Is this computer online?",
  EADDRNOTAVAIL: "% cannot be reached. Is this computer online?",
  EACCES: "This computer does not allow a connection to %.",
  EPERM: "This computer does not allow a connection to %.",
  ETIMEDOUT: "% did not accept a connection within 10 seconds.",
  UND_ERR_CONNECT_TIMEOUT: "% did not accept a connection within 10 seconds.",
};

const cancelled = new Set(["UND_ERR_DESTROYED", "UND_ERR_CLOSED"]);

/**
 * What a failed connection or a broken stream means, in words. Copies nothing from the failure but
 * its code: its text, cause and socket may contain confidential data. `isChecked` if a proxy was
 * asked for an address that had been checked.
 */
export function sendFailure(
  failure: unknown,
  hub: URL,
  proxy: URL | undefined,
  isChecked = false,
): HubError {
  if (failure instanceof HubError) return failure;
  const code = codeOf(failure);
  if (cancelled.has(code)) return new HubError("cancelled", "The request was cancelled.");
  const tls = tlsSentence(code, code === "PROXY_TLS" ? proxyName(proxy) : hub.host);
  if (tls) return new HubError("tls", tls);
  const words = unreachable[code];
  const host = proxy ? proxyName(proxy) : hub.host;
  if (words) return new HubError("network", capital(words.replace("%", () => host)));
  if (code === "PROXY_ENDED")
    return new HubError("network", `${capital(host)} ended the connection.`);
  if (code === "PROXY_STATUS") return new HubError("network", refusedBy(host, failure, isChecked));
  if (code === "UND_ERR_BODY_TIMEOUT") {
    return new HubError(
      "timeout",
      "The hub sent nothing for 60 seconds in the middle of its answer.",
    );
  }
  if (code === "UND_ERR_HEADERS_OVERFLOW") {
    return new HubError("bad-response", "The headers of the hub's answer are too large.");
  }
  // A premature end is the connection's fault.
  if (isParserError(failure) && !failure.message.includes("EOF")) {
    return new HubError("bad-response", "The hub's answer is not valid HTTP.");
  }
  if (code === "" && !isParserError(failure)) {
    return new HubError("internal", "Something went wrong in Expert Hub.");
  }
  return new HubError("network", `The connection to ${hub.host} ended early.`);
}

function codeOf(failure: unknown): string {
  if (!isRecord(failure)) return "";
  return typeof failure["code"] === "string" ? failure["code"] : codeOf(failure["cause"]);
}

/** By name, as undici leaves its code undefined. */
function isParserError(failure: unknown): failure is Error {
  return failure instanceof Error && failure.name === "HTTPParserError";
}

/** Without the name and password that a proxy address may contain. */
function proxyName(proxy: URL | undefined): string {
  return `the proxy ${proxy?.host ?? ""}`;
}

function refusedBy(proxy: string, failure: unknown, isChecked: boolean): string {
  const status = failure instanceof Error && "status" in failure ? failure.status : undefined;
  if (status === 407) return `${capital(proxy)} requires a user name and a password.`;
  const refusal = `${capital(proxy)} refused the connection with status ${String(status)}.`;
  if (!isChecked) return refusal;
  return `${refusal} It was asked for the IP address that had been checked, because a name could lead it elsewhere; some proxies accept names only.`;
}

function capital(sentence: string): string {
  return sentence.replace(/^the /, "The ");
}
