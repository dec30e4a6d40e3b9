import { HubError } from "../../../contract/errors";
import { isPublicAddress } from "../../../contract/webAddress";
import { KeyMask } from "../../../contract/secrets/keyMask";
import { t } from "../../../kit/l10n";

/** More addresses than this require confirmation. */
const many = 20;

/**
 * An address that the hub may be asked to fetch, normalized so that what is checked is what is sent.
 * Throws `invalid-request` for anything but https without a user name.
 */
export function documentAddress(text: string): string {
  const url = URL.parse(text.trim());
  if (url?.protocol !== "https:")
    throw invalidAddress(
      t("The document address {0} does not begin with https://.", shortened(text)),
    );
  if (url.username !== "" || url.password !== "") {
    url.username = url.password = "";
    throw invalidAddress(
      t("The document address {0} contains a user name or password.", shortened(url.href)),
    );
  }
  return url.href;
}

/** Why these addresses require the user's confirmation; empty if they do not. */
export function addressDoubts(addresses: readonly string[]): string[] {
  const hosts = addresses.map((address) => URL.parse(address)?.hostname ?? address);
  const inner = [...new Set(hosts.filter(isInner))];
  return [
    ...inner.map((host) =>
      t("{0} belongs to a private network or to the hub's own computer", host),
    ),
    ...(addresses.length > many ? [t("{0} addresses at once", addresses.length)] : []),
  ];
}

/** Hosts of this computer or network; `host` as spelled by `URL`, so that numbers are dotted. */
function isInner(host: string): boolean {
  const name = host.replace(/\.$/, "");
  const ip = /^\[(.+)\]$/.exec(name)?.[1] ?? /^\d+(?:\.\d+){3}$/.exec(name)?.[0];
  if (ip !== undefined) return !isPublicAddress(ip);
  return !name.includes(".") || /\.(localhost|local|internal|intranet|lan|home\.arpa)$/.test(name);
}

function shortened(address: string): string {
  return new KeyMask().line(address, 100);
}

function invalidAddress(sentence: string): HubError {
  return new HubError("invalid-request", sentence);
}
