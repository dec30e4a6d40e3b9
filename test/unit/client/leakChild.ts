// 1,000 real requests to a server in this process, whose own records are discarded.
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { createHubClient } from "../../../src/client/client";
import { createSend } from "../../../src/client/undiciSend";

const answers = {
  "/api/v1/get_expert/7": [{ id: 7 }],
  "/api/v1/invoke_agent": { output: "Fine." },
};
let sockets = 0;
const open = new Set<Socket>();
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume().on("end", () => {
    const answer = answers[request.url as keyof typeof answers];
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
  });
});
server.on("connection", (socket: Socket) => {
  sockets++;
  open.add(socket);
  socket.on("close", () => open.delete(socket));
});
server.listen(0, "127.0.0.1");
await once(server, "listening");

const send = createSend({}, () => undefined);
const client = createHubClient({
  send,
  baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  key: () => "KEY-of-the-leaks",
  timeoutSeconds: () => 30,
  onLine: () => undefined,
});

async function ask(count: number): Promise<void> {
  for (let index = 0; index < count; index += 20) {
    const batch = Array.from({ length: 20 }, (_, at) =>
      at % 2 ? client.getExpert(7) : client.invokeAgent({ input_data: "x".repeat(1000) }),
    );
    await Promise.all(batch);
  }
}

const idle = () => new Promise((resolve) => setTimeout(resolve, 50));

async function mark() {
  await idle();
  globalThis.gc?.();
  globalThis.gc?.();
  return {
    heap: process.memoryUsage().heapUsed,
    handles: process.getActiveResourcesInfo().length,
  };
}

await ask(200);
const before = await mark();
await ask(1000);
const after = await mark();
const openBefore = open.size;
await send.close();
await idle();
const left = open.size;
server.close();
process.stdout.write(JSON.stringify({ before, after, sockets, open: openBefore, left }));
