import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { CallProblem } from "../callProblem";
import { oneLine } from "../dataBlock";
import { Targets, type Reach } from "./reach";

/** The bounds of one GET, redirects included. */
export interface GetLimits {
  readonly redirects: number;
  readonly bytes: number;
  readonly milliseconds: number;
}

export interface GetOptions {
  readonly accept: string;
  readonly reach: Reach;
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
  const until = AbortSignal.any([signal, deadline]);
  let at = address;
  try {
    for (let followed = 0; ; followed++) {
      const response = await responseOf(at, options, until);
      const target = targetOf(response, at);
      if (!target) return await fetched(at, response, limits.bytes);
      response.destroy();
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
    const { code } = error as NodeJS.ErrnoException;
    throw new CallProblem(`${at.host} could not be reached or broke off (${code ?? "no reason"}).`);
  }
}

async function responseOf(
  address: URL,
  { accept, reach }: GetOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const targets = new Targets(reach);
  targets.expectFetchable(address);
  const open = address.protocol === "https:" ? https.get : http.get;
  const request = open(address, {
    agent: false,
    headers: { accept, "accept-encoding": "identity", "user-agent": "expert-hub" },
    lookup: targets.lookup,
    rejectUnauthorized: true,
    signal,
  });
  request.once("socket", (socket) => {
    socket.once("connect", () => {
      try {
        targets.expectChecked(socket.remoteAddress);
      } catch (error) {
        request.destroy(error as Error);
      }
    });
  });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  // What breaks later is noticed where the body is read.
  request.on("error", () => {});
  response.on("error", () => {});
  return response;
}

const redirects = new Set([301, 302, 303, 307, 308]);

function targetOf({ statusCode, headers }: IncomingMessage, from: URL): URL | undefined {
  if (!redirects.has(statusCode ?? 0) || headers.location === undefined) return undefined;
  const target = URL.parse(headers.location, from.href);
  if (!target) throw new CallProblem(`${from.host} redirects to something that is no address.`);
  return target;
}

async function fetched(
  address: URL,
  response: IncomingMessage,
  maxBytes: number,
): Promise<Fetched> {
  const { statusCode = 0, headers } = response;
  if (statusCode < 200 || statusCode > 299) {
    response.destroy();
    throw new StatusProblem(address.host, statusCode);
  }
  const [type = "", ...parameters] = (headers["content-type"] ?? "").split(";");
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(parameter)?.[1])
    .find((found) => found !== undefined);
  const bytes = await bodyOf(response, maxBytes);
  return { address, type: oneLine(type.toLowerCase(), 100), charset, bytes };
}

/** The decompressed body, of which the size is bounded. */
async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const body = decompressed(response);
  const chunks: Buffer[] = [];
  let size = Number(response.headers["content-length"] ?? 0) > maxBytes ? Infinity : 0;
  if (size === 0) {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) break;
      chunks.push(chunk);
    }
  }
  response.destroy();
  if (size > maxBytes) {
    throw new CallProblem(
      `The answer is larger than ${maxBytes / 1024 / 1024} MiB, so it was not read.`,
    );
  }
  return Buffer.concat(chunks);
}

/** Some servers compress although they were asked not to. */
function decompressed(response: IncomingMessage): NodeJS.ReadableStream {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  const decoders: Record<string, (() => ReturnType<typeof createGunzip>) | undefined> = {
    gzip: createGunzip,
    "x-gzip": createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  };
  if (encoding === "identity" || encoding === "") return response;
  const decoder = decoders[encoding]?.();
  if (!decoder) throw new CallProblem("The answer is compressed in a way that is not supported.");
  return pipeline(response, decoder, () => {});
}
