import { pipeline, Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { SendResponse } from "../contract/send";

const decoders: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * The body as it was before it was compressed, as some servers do although they were asked not to;
 * `undefined` if it cannot be read.
 */
export function decompressed({
  headers,
  body,
}: Pick<SendResponse, "headers" | "body">): AsyncIterable<Uint8Array> | undefined {
  const value = headers["content-encoding"];
  const encoding = (typeof value === "string" ? value : (value?.[0] ?? "")).trim().toLowerCase();
  if (encoding === "identity" || encoding === "") return body;
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding]?.() : undefined;
  return decoder && pipeline(Readable.from(body), decoder, () => {});
}
