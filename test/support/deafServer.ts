import { once } from "node:events";
import * as net from "node:net";
import { Worker } from "node:worker_threads";

/** A port whose connections are never answered, not even by the system: a local black hole. */
export interface DeafServer {
  readonly port: number;
  close(): Promise<void>;
}

const listening = `
  const { parentPort, workerData } = require("node:worker_threads");
  const server = require("node:net").createServer().listen({ ...workerData, backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });`;

/** Listens in a blocked thread, then fills the queue of connections waiting to be accepted. */
export async function startDeafServer(host: string, port = 0): Promise<DeafServer> {
  const worker = new Worker(listening, { eval: true, workerData: { host, port } });
  const [taken] = (await once(worker, "message")) as [number];
  const waiting: net.Socket[] = [];
  for (let accepted = true; accepted;) {
    const socket = net.connect(taken, host);
    socket.on("error", () => undefined);
    waiting.push(socket);
    accepted = await connects(socket);
  }
  return {
    port: taken,
    close: async () => {
      for (const socket of waiting) socket.destroy();
      await worker.terminate();
    },
  };
}

function connects(socket: net.Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(true));
    setTimeout(() => resolve(false), 150);
  });
}
