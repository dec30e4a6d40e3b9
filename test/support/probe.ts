import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { from } from "../../scripts/root";

/** Has an extension in the extension host do something (`probe/extension.cjs`). */
export type Order = <T>(order: string, given?: Record<string, unknown>) => Promise<T>;

interface Probe {
  /** Of the server whose extension host it is in. */
  readonly env: { EXPERT_HUB_BENCH: string };
  /** Resolves once the extension is active. */
  readonly order: Promise<Order>;
  close(): void;
}

/** The extension to install. */
export const probeExtension = from("test/support/probe");

/** Waits for the extension, which says on which port it takes orders. */
export async function awaitProbe(): Promise<Probe> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer((request, response) => {
    let said = "";
    request.on("data", (part) => (said += String(part)));
    request.on("end", () => {
      resolve(Number(said));
      response.end();
    });
  });
  await new Promise<void>((ready) => {
    server.listen(0, "127.0.0.1", ready);
  });
  const { port } = server.address() as AddressInfo;
  return {
    env: { EXPERT_HUB_BENCH: `http://127.0.0.1:${port}` },
    order: promise.then((there) => (order, given) => post(there, order, given)),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function post<T>(port: number, order: string, given?: Record<string, unknown>): Promise<T> {
  const body = JSON.stringify({ order, ...given });
  const response = await fetch(`http://127.0.0.1:${port}`, { method: "POST", body });
  const { result, failure } = (await response.json()) as { result: T; failure?: string };
  if (failure !== undefined) throw new Error(`${order}: ${failure}`);
  return result;
}
