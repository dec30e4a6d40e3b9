import type { IncomingMessage } from "node:http";
import { parsedJson } from "../../contract/record";
import { Refusal } from "../refusal";

const mebibyte = 1024 * 1024;

/** How many times the limit is read before the connection is closed. */
const maxReadFactor = 4;

/** The body of a POST as text: UTF-8 declared as JSON. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  const [type = "", ...parameters] = (request.headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json") {
    throw new Refusal(415, "The Content-Type must be application/json.");
  }
  const charset = parameters.map((text) => text.trim()).find((text) => /^charset=/i.test(text));
  if (charset !== undefined && !/^charset="?utf-8"?$/i.test(charset)) {
    throw new Refusal(415, "The body must be UTF-8.");
  }
  if (request.headers["content-encoding"] !== undefined) {
    throw new Refusal(415, "The body must not be compressed.");
  }
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
    // Most clients read the answer only once they have sent everything.
    if (size > maxBytes * maxReadFactor) throw bodyTooLarge(maxBytes, { connection: "close" });
  }
  if (size > maxBytes) throw bodyTooLarge(maxBytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Refusal(400, "The body is not UTF-8.");
  }
}

function bodyTooLarge(maxBytes: number, headers?: Readonly<Record<string, string>>): Refusal {
  const most = Number((maxBytes / mebibyte).toPrecision(3));
  return new Refusal(413, `The body is larger than ${most} MiB.`, headers);
}

/** A GET has no body. */
export function refuseBody(request: IncomingMessage): void {
  const length = request.headers["content-length"];
  if ((length !== undefined && length !== "0") || request.headers["transfer-encoding"]) {
    throw new Refusal(400, "This request takes no body.", { connection: "close" });
  }
}

export function parseJson(text: string): unknown {
  const value = parsedJson(text);
  if (value === undefined) throw new Refusal(400, "The body is not JSON.");
  return value;
}
