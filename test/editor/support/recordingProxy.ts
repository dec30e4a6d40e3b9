import http from "node:http";
import { pipeline } from "node:stream";
import { text } from "node:stream/consumers";
import * as vscode from "vscode";
import type { TestHub } from "./hub";
import { answering } from "./inputs";

/** One request on its way to the hub. */
export interface Passing {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** Stands before a hub: counts what passes, holds it back, or answers in the hub's place. */
export class RecordingProxy {
  /** What is true here waits until it is let through, and is answered then. */
  holds: (passing: Passing) => boolean = () => false;
  /** True if it answered the request itself. */
  answers: (passing: Passing, response: http.ServerResponse) => boolean = () => false;
  readonly passed: Passing[] = [];
  /** The maximum in flight at once since the last call of `count`. */
  most = { sockets: 0, requests: 0 };
  readonly #hub: TestHub;
  readonly #server: http.Server;
  readonly #held = new Set<() => void>();
  #sockets = 0;
  #requests = 0;

  static async before(hub: TestHub, port = 0): Promise<RecordingProxy> {
    const door = new RecordingProxy(hub);
    await new Promise<void>((resolve, reject) => {
      door.#server.once("error", reject).listen(port, "127.0.0.1", resolve);
    });
    return door;
  }

  private constructor(hub: TestHub) {
    this.#hub = hub;
    this.#server = http.createServer((request, response) => void this.#pass(request, response));
    this.#server.on("connection", (socket) => {
      this.#sockets++;
      this.most.sockets = Math.max(this.most.sockets, this.#sockets);
      socket.once("close", () => this.#sockets--);
    });
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The number of requests that are held back. */
  get held(): number {
    return this.#held.size;
  }

  get questions(): Record<string, unknown>[] {
    return this.passed
      .filter(({ path }) => path.endsWith("/invoke_agent"))
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  }

  get reads(): string[] {
    return this.passed.filter(({ path }) => path.includes("/get_expert")).map(({ path }) => path);
  }

  /** Holds back questions whose text matches. */
  holdBack(input: RegExp): void {
    this.holds = ({ path, body }) =>
      path.endsWith("/invoke_agent") &&
      input.test(String((JSON.parse(body) as { input_data?: unknown }).input_data));
  }

  letThrough(): void {
    this.holds = () => false;
    for (const go of this.#held) go();
  }

  count(): void {
    this.passed.length = 0;
    this.most = { sockets: this.#sockets, requests: this.#requests };
  }

  /** Connects the extension like a user, and adds these experts. */
  async connect(expertIds: readonly number[]): Promise<void> {
    await answering([this.baseUrl, this.#hub.key], () =>
      vscode.commands.executeCommand("expertHub.connect"),
    );
    for (const id of expertIds) await vscode.commands.executeCommand("expertHub.addExpert", id);
  }

  async close(): Promise<void> {
    this.letThrough();
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #pass(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    this.#requests++;
    this.most.requests = Math.max(this.most.requests, this.#requests);
    response.once("close", () => this.#requests--);
    const left = new AbortController();
    response.once("close", () => left.abort());
    const { method = "", url: path = "", headers } = request;
    try {
      const passing = { method, path, body: await text(request) };
      this.passed.push(passing);
      if (this.holds(passing)) await this.#hold(left.signal);
      if (this.answers(passing, response)) return;
      const onward = http.request(
        `${this.#hub.baseUrl}${path}`,
        { method, headers: { ...headers, connection: "close" }, signal: left.signal },
        (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          // A connection that is cut there is cut here, too.
          pipeline(answer, response, () => undefined);
        },
      );
      onward.on("error", () => response.destroy());
      onward.end(passing.body);
    } catch {
      response.destroy();
    }
  }

  #hold(left: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        this.#held.delete(go);
        resolve();
      };
      this.#held.add(go);
      left.addEventListener("abort", go);
    });
  }
}
