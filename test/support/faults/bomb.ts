import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

const members = 60;
const memberBytes = 10 * 1024 * 1024;

/** Streams a valid JSON body after 600 MB of white space, compressed; holds 10 MB of it at most. */
export async function sendBomb(response: ServerResponse, body: unknown): Promise<void> {
  const member = gzipSync(Buffer.alloc(memberBytes, " "));
  response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
  for (let sent = 0; sent < members && response.writable; sent += 1) {
    if (!response.write(member))
      await Promise.race([once(response, "drain"), once(response, "close")]);
  }
  response.end(gzipSync(JSON.stringify(body)));
}
