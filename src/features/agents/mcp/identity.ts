import { createHmac, timingSafeEqual } from "node:crypto";

/** Where a server shows that it is ours, before it is given a token or named in a configuration. */
const path = "/mcp/identity";

const nonceForm = /^[\w-]{20,64}$/;

export const identityUrl = (port: number, nonce: string): URL =>
  new URL(`${path}?nonce=${nonce}`, `http://127.0.0.1:${port}`);

/** What a request for the identity asks to be signed; `undefined` if it is another request. */
export function nonceOf(url: string | undefined): string | undefined {
  const [pathname, query = ""] = url?.split("?") ?? [];
  const nonce = new URLSearchParams(query).get("nonce") ?? "";
  return pathname === path && nonceForm.test(nonce) ? nonce : undefined;
}

/**
 * What only a server knows that has the key of all windows. It is signed for the port that the request
 * came in on, so that a program on another one gains nothing by asking us.
 */
export function identityOf(key: string, port: number, nonce: string): string {
  const signed = JSON.stringify(["Expert Hub, MCP server", port, nonce]);
  return createHmac("sha256", key).update(signed).digest("base64url");
}

/** Takes the same time wherever the difference is. */
export function isIdentity(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
