import { t } from "../kit/l10n";

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
