import { lookup, type LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { abortable } from "../../../kit/abort";
import { CallProblem } from "../tool";
import { oneLine } from "../dataBlock";
import { isPublicAddress } from "../../../contract/webAddress";

type Resolve = (
  host: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

/** Which targets a request may connect to. */
export interface Reach {
  /** Absent: every address is allowed. */
  readonly allows?: (ip: string) => boolean;
  /** Resolves a host name, as `dns.lookup` does for all of its addresses. */
  readonly resolve: Resolve;
}

const resolve: Resolve = (host, done) => lookup(host, { all: true }, done);

export const anywhere: Reach = { resolve };
export const publicInternet: Reach = { allows: isPublicAddress, resolve };

/** Throws `CallProblem` for an address that no request may go to, whatever its host resolves to. */
export function assertFetchable({ protocol, username, password }: URL): void {
  if (protocol !== "http:" && protocol !== "https:") {
    throw new CallProblem(
      `Only http and https addresses are fetched, not ${oneLine(protocol, 20)}`,
    );
  }
  if (username !== "" || password !== "") {
    throw new CallProblem("Addresses with a user name or a password are not fetched.");
  }
}

/**
 * The IP addresses of a host, all of them allowed; `undefined` where every address is. A name is
 * resolved once: connect to these addresses, as it may lead elsewhere the next time. Rejects with
 * `CallProblem`.
 */
export async function allowedAddresses(
  { hostname }: URL,
  { allows, resolve }: Reach,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  if (!allows) return undefined;
  const literal = hostname.replaceAll(/^\[|\]$/g, "");
  const found = isIP(literal) === 0 ? await resolved(hostname, resolve, signal) : [literal];
  if (found.every((ip) => allows(ip))) return found;
  throw new CallProblem(
    `${hostname} is not on the public internet but leads to a private or special network, so nothing was fetched.`,
  );
}

function resolved(host: string, resolve: Resolve, signal: AbortSignal): Promise<string[]> {
  const { promise, resolve: settle, reject } = Promise.withResolvers<string[]>();
  return abortable(signal, () => {
    resolve(host, (error, addresses) => {
      if (error || addresses.length === 0) reject(new CallProblem(unknownName(host)));
      else settle(addresses.map(({ address }) => address));
    });
    return promise;
  });
}

function unknownName(host: string): string {
  return `The name ${host} could not be found, so where it leads could not be checked and nothing was fetched.`;
}
