import { get, type ServerResponse } from "node:http";

/** Where a window asks whether it is another window that has a port. Needs no token, and says nothing else. */
export const identityPath = "/expert-hub";

const mark = ["x-expert-hub", "mcp"] as const;

export function identify(response: ServerResponse): void {
  response.writeHead(204, Object.fromEntries([mark])).end();
}

/** Milliseconds. */
const answerWithinMs = 1_000;

/** Whether a server of ours listens on this port, or another program. */
export function isMcpServer(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const url = `http://127.0.0.1:${port}${identityPath}`;
    const request = get(url, { signal: AbortSignal.timeout(answerWithinMs) }, (response) => {
      resolve(response.resume().headers[mark[0]] === mark[1]);
    });
    request.on("error", () => resolve(false));
  });
}
