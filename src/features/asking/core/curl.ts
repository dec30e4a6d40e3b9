import { endpoint } from "../../../contract/address";
import type { HubRequest } from "../../conversation/core/question";

/** Bytes; a single command-line argument is limited to 128 KiB on Linux. */
const maxInArgument = 100_000;
const marker = "EXPERT_HUB_BODY";

/** The environment variable from which the command reads a header of the hub's address. */
export const headerVariable = (name: string): string =>
  `EXPERT_HUB_${name.toUpperCase().replaceAll(/[^A-Z\d]/g, "_")}`;

/**
 * The request as a POSIX shell command; the key and the values of the address's own headers stay in
 * the environment.
 */
export function curlCommand(
  base: string,
  { endpoint: name, body }: HubRequest,
  headerNames: readonly string[] = [],
): string {
  const json = visibleJson(body);
  const ownHeaders = headerNames.map(
    (header) => `-H ${shellQuoted(`${header}: `)}"$${headerVariable(header)}"`,
  );
  const command = [
    `curl -sS -X POST ${shellQuoted(endpoint(base, `/api/v1/${name}`).href)}`,
    "-H 'Content-Type: application/json'",
    '-H "svc-api-key: $EXPERT_HUB_API_KEY"',
    ...ownHeaders,
  ].join(" ");
  return Buffer.byteLength(json) > maxInArgument
    ? `${command} --data-binary @- <<'${marker}'\n${json}\n${marker}`
    : `${command} --data-raw ${shellQuoted(json)}`;
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The same JSON with invisible characters escaped, since a terminal may act on them. */
function visibleJson(body: unknown): string {
  return JSON.stringify(body).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (char) =>
    Array.from(
      { length: char.length },
      (_, at) => String.raw`\u${char.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}
