import type { IncomingMessage } from "node:http";
import { Refusal } from "./access";
import { RpcError } from "./messages";

/** Bytes of an oversized body that are read, and not kept, so that its sender reads the answer. */
const drained = 16;

/** The JSON of a request. Throws a `Refusal` if it is too large, an `RpcError` if it is no JSON. */
export async function jsonOf(request: IncomingMessage, mostBytes: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= mostBytes) chunks.push(chunk);
    else if (size > mostBytes * drained) break;
  }
  if (size > mostBytes) throw new Refusal(413, "message too large");
  try {
    const bytes = Buffer.concat(chunks);
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new RpcError("parse", "Parse error", 400);
  }
}
