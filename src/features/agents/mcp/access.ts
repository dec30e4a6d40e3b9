import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { TokenHolder } from "./protocol";

export interface Token {
  readonly value: string;
  readonly holder: TokenHolder;
}

export const endpoint = "/mcp";

export const urlAt = (port: number): string => `http://127.0.0.1:${port}${endpoint}`;

/** A request that gets no further, for a reason that contains nothing of it. */
export class Refusal extends Error {
  readonly status: number;
  /** As JSON-RPC has it. */
  readonly code: number;

  constructor(status: number, message: string, code = -32000) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * Throws a `Refusal` for pages in a browser: a foreign page names itself in `Origin`, and one whose
 * host name was pointed at this computer has that name in `Host`.
 */
export function assertLocal({ host, origin }: IncomingHttpHeaders, port: number): void {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(host?.toLowerCase() ?? "")) throw new Refusal(403, "foreign host");
  if (origin !== undefined && !hosts.some((one) => origin.toLowerCase() === `http://${one}`))
    throw new Refusal(403, "foreign origin");
}

/**
 * Whose token it is. Throws a `Refusal`: 401 without a token, 403 with a wrong one. Editors answer
 * a 401 by looking for a way to sign in, of which there is none.
 */
export function holderOf(
  { authorization }: IncomingHttpHeaders,
  tokens: readonly Token[],
): TokenHolder {
  const given = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
  if (given === undefined) throw new Refusal(401, "no token");
  const found = tokens.find(({ value }) => equal(value, given));
  if (!found) throw new Refusal(403, "wrong token");
  return found.holder;
}

/** Takes the same time wherever the difference is. */
const equal = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b));

const sha256 = (value: string): Buffer => createHash("sha256").update(value).digest();
