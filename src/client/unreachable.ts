import { t } from "../kit/l10n";

/** What an error code says about a hub, or `undefined` if it was reached. */
export function unreachableHub(code: string, host: string): string | undefined {
  switch (code) {
    case "ENOTFOUND":
      return t("The name {0} could not be found.", host);
    case "EAI_AGAIN":
      return t("The name {0} could not be looked up. Is this computer online?", host);
    case "ECONNREFUSED":
      return t("{0} refused the connection.", host);
    case "EHOSTUNREACH":
      return t("{0} cannot be reached from this network.", host);
    case "ENETUNREACH":
    case "ENETDOWN":
    case "EADDRNOTAVAIL":
      return t("{0} cannot be reached. Is this computer online?", host);
    case "EACCES":
    case "EPERM":
      return t("This computer does not allow a connection to {0}.", host);
    case "ETIMEDOUT":
    case "UND_ERR_CONNECT_TIMEOUT":
      return t("{0} did not accept a connection within 10 seconds.", host);
    default:
      return undefined;
  }
}

/** The same about a proxy. */
export function unreachableProxy(code: string, host: string): string | undefined {
  switch (code) {
    case "ENOTFOUND":
      return t("The proxy {0} could not be found.", host);
    case "EAI_AGAIN":
      return t("The name of the proxy {0} could not be looked up. Is this computer online?", host);
    case "ECONNREFUSED":
      return t("The proxy {0} refused the connection.", host);
    case "EHOSTUNREACH":
      return t("The proxy {0} cannot be reached from this network.", host);
    case "ENETUNREACH":
    case "ENETDOWN":
    case "EADDRNOTAVAIL":
      return t("The proxy {0} cannot be reached. Is this computer online?", host);
    case "EACCES":
    case "EPERM":
      return t("This computer does not allow a connection to the proxy {0}.", host);
    case "ETIMEDOUT":
    case "UND_ERR_CONNECT_TIMEOUT":
      return t("The proxy {0} did not accept a connection within 10 seconds.", host);
    default:
      return undefined;
  }
}
