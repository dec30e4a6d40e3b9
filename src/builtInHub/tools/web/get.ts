import type { Purpose } from "../../../contract/purpose";
import { enoughRead, type SendOne, type SendResponse } from "../../../contract/send";
import { decompressed } from "../../decompressed";
import { CallProblem } from "../tool";
import { oneLine } from "../dataBlock";
import { allowedAddresses, assertFetchable, type Reach } from "./reach";

/** The bounds of one GET, redirects included. */
export interface GetLimits {
  readonly redirects: number;
  readonly bytes: number;
  readonly milliseconds: number;
}

export interface GetOptions {
  readonly accept: string;
  /** The way to the network. */
  readonly send: SendOne;
  readonly reach: Reach;
  readonly purpose: Purpose;
  readonly limits: GetLimits;
  /** Whether a redirect from one address to another may be followed; one from https to http never is. */
  readonly mayFollow?: (from: URL, to: URL) => boolean;
}

/** An answer with a status other than 2xx. */
export class StatusProblem extends CallProblem {
  readonly status: number;

  constructor(host: string, status: number) {
    super(`${host} answered with status ${status}.`);
    this.status = status;
  }
}

export interface Fetched {
  /** After redirects. */
  readonly address: URL;
  /** In lower case, without parameters; empty if the server gave none. */
  readonly type: string;
  readonly charset: string | undefined;
  readonly bytes: Buffer;
}

/**
 * Fetches an address. Rejects with `CallProblem` for everything that is not a complete answer of
 * status 2xx within the bounds, or with the signal's reason once it is aborted.
 */
export async function get(
  address: URL,
  options: GetOptions,
  signal: AbortSignal,
): Promise<Fetched> {
  const { limits } = options;
  const deadline = AbortSignal.timeout(limits.milliseconds);
  /** Ends connections whose answers were not read to their end. */
  const done = new AbortController();
  const until = AbortSignal.any([signal, deadline, done.signal]);
  let at = address;
  try {
    for (let followed = 0; ; followed++) {
      const response = await responseOf(at, options, until);
      const target = targetOf(response, at);
      if (!target) return await fetched(at, response, limits.bytes);
      if (followed === limits.redirects) {
        throw new CallProblem(`${address.host} redirects more than ${limits.redirects} times.`);
      }
      const isDowngrade = at.protocol === "https:" && target.protocol === "http:";
      if (isDowngrade || options.mayFollow?.(at, target) === false) {
        throw new CallProblem(`${at.host} redirects to ${target.origin}, which is not followed.`);
      }
      at = target;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CallProblem) throw error;
    if (deadline.aborted) {
      throw new CallProblem(
        `${at.host} did not answer completely within ${limits.milliseconds / 1000} seconds.`,
      );
    }
    throw new CallProblem(`${at.host} could not be fetched. ${reasonOf(error)}`);
  } finally {
    done.abort(enoughRead());
  }
}

/** What `Send` says about the network and proxies; its other sentences are about hubs. */
function reasonOf(error: unknown): string {
  const { kind, message } = error as { kind?: string; message?: string };
  return kind === "network" || kind === "tls" ? String(message) : "Its answer is not valid.";
}

async function responseOf(
  address: URL,
  { accept, send, reach, purpose }: GetOptions,
  signal: AbortSignal,
): Promise<SendResponse> {
  assertFetchable(address);
  const addresses = await allowedAddresses(address, reach, signal);
  const headers = { accept, "accept-encoding": "identity", "user-agent": "expert-hub" };
  return send({
    url: address,
    method: "GET",
    headers,
    purpose,
    signal,
    ...(addresses && { addresses }),
  });
}

const redirects = new Set([301, 302, 303, 307, 308]);

function targetOf(response: SendResponse, from: URL): URL | undefined {
  const location = header(response, "location");
  if (!redirects.has(response.status) || location === undefined) return undefined;
  const target = URL.parse(location, from.href);
  if (!target) throw new CallProblem(`${from.host} redirects to something that is no address.`);
  return target;
}

async function fetched(address: URL, response: SendResponse, maxBytes: number): Promise<Fetched> {
  const { status } = response;
  if (status < 200 || status > 299) throw new StatusProblem(address.host, status);
  const [type = "", ...parameters] = (header(response, "content-type") ?? "").split(";");
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(parameter)?.[1])
    .find((found) => found !== undefined);
  const bytes = await bodyOf(response, maxBytes);
  return { address, type: oneLine(type.toLowerCase(), 100), charset, bytes };
}

/** The first value of a header. */
function header({ headers }: SendResponse, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : value?.[0];
}

/** The decompressed body, of which the size is bounded. */
async function bodyOf(response: SendResponse, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = Number(header(response, "content-length") ?? 0) > maxBytes ? Infinity : 0;
  if (size === 0) {
    const body = decompressed(response);
    if (!body) throw new CallProblem("The answer is compressed in a way that is not supported.");
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) break;
      chunks.push(chunk);
    }
  }
  if (size > maxBytes) {
    throw new CallProblem(
      `The answer is larger than ${maxBytes / 1024 / 1024} MiB, so it was not read.`,
    );
  }
  return Buffer.concat(chunks);
}
