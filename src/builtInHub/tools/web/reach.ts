import { lookup, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { CallProblem } from "../callProblem";
import { oneLine } from "../dataBlock";
import { isPublicAddress } from "./publicAddresses";

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

/**
 * The targets of one request. What is checked is what is connected to: a host name is resolved once,
 * by the connection itself.
 */
export class Targets {
  readonly #reach: Reach;
  readonly #checked = new Set<string>();

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  /** Throws `CallProblem` for an address that no request may go to, whatever its host resolves to. */
  expectFetchable({ protocol, username, password, hostname }: URL): void {
    if (protocol !== "http:" && protocol !== "https:") {
      throw new CallProblem(
        `Only http and https addresses are fetched, not ${oneLine(protocol, 20)}`,
      );
    }
    if (username !== "" || password !== "") {
      throw new CallProblem("Addresses with a user name or a password are not fetched.");
    }
    const literal = hostname.replaceAll(/^\[|\]$/g, "");
    // Node asks the lookup hook for names only.
    if (isIP(literal) !== 0) this.#check(hostname, literal);
  }

  /** The lookup hook of a connection: fails if any address of the host is not allowed. */
  readonly lookup: LookupFunction = (host, { all }, done) => {
    this.#reach.resolve(host, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error ?? new Error("no address"), []);
      try {
        for (const { address } of addresses) this.#check(host, address);
      } catch (refusal) {
        return done(refusal as Error, []);
      }
      return all ? done(null, [...addresses]) : done(null, first.address, first.family);
    });
  };

  /** Throws if a connection went elsewhere: VS Code replaces how connections are made where there is a proxy. */
  expectChecked(ip: string | undefined): void {
    if (!this.#reach.allows || this.#checked.has(ip ?? "")) return;
    throw new CallProblem(
      "The connection goes through a proxy, where the target of the address cannot be checked, so nothing was fetched.",
    );
  }

  #check(host: string, ip: string): void {
    if (this.#reach.allows?.(ip) === false) {
      throw new CallProblem(
        `${host} is not on the public internet but leads to a private or special network, so nothing was fetched.`,
      );
    }
    this.#checked.add(ip);
  }
}
