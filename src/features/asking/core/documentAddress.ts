import { HubError } from "../../../contract/errors";
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
    throw invalidAddress(
      t("The document address {0} contains a user name or password.", shortened(text)),
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
  if (name.startsWith("[")) return isInnerV6(name.slice(1, -1));
  if (/^\d+(\.\d+){3}$/.test(name)) return isInnerV4(name);
  return !name.includes(".") || /\.(localhost|local|internal|intranet|lan|home\.arpa)$/.test(name);
}

function isInnerV4(address: string): boolean {
  const [a = 0, b = 0] = address.split(".").map(Number);
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && (b === 168 || b === 0)) ||
    (a === 198 && (b === 18 || b === 19)) ||
    a >= 224
  );
}

/** Everything but global unicast, and addresses that merely wrap an IPv4 address. */
function isInnerV6(address: string): boolean {
  return !/^[23]/.test(address) || /^2(002:|001:0?:)/.test(address);
}

function shortened(address: string): string {
  return address.slice(0, 100);
}

function invalidAddress(sentence: string): HubError {
  return new HubError("invalid-request", sentence);
}
