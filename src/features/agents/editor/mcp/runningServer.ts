import { Owner } from "../../../../kit/disposable";
import { Emitter } from "../../../../kit/event";
import type { Log, SharedStore } from "../../../../platform/core/ports";
import { fireAndForget, report } from "../../../../kit/unexpectedErrors";
import { urlAt } from "../../mcp/access";
import type { McpServer, McpServerOptions } from "../../mcp/server";

interface RunningServerParts extends Pick<McpServerOptions, "info" | "tools" | "tokens"> {
  readonly store: SharedStore;
  readonly log: Pick<Log, "info" | "warn">;
  isOn(): boolean;
  /** Called before each start. */
  renewTokens(): Promise<void>;
}

/** The port that configurations of other clients contain. */
const storedPort = "expertHub.mcpPort";

/** ID of the process that last had the port: tells another window from a foreign program. */
const servingProcess = "expertHub.mcpProcess";

/** Milliseconds between tries to get it from a window that may have closed. */
export const takeOverMs = 400;

export type ServerAddress = Pick<McpServer, "port" | "url">;

/** The server, running as long as the user wants it to. */
export class RunningServer extends Owner {
  readonly #parts: RunningServerParts;
  readonly #changed = this.register(new Emitter<void>());
  #server: McpServer | undefined;
  #clientPort: number | undefined;
  #takingOver: NodeJS.Timeout | undefined;
  #following: Promise<unknown> = Promise.resolve();

  /** It has started or stopped, or other clients reach it elsewhere. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: RunningServerParts) {
    super();
    this.#parts = parts;
    this.register({
      dispose: () => {
        clearInterval(this.#takingOver);
        void this.#server?.close();
      },
    });
  }

  /**
   * Where other clients reach the server, through whichever window serves them; `undefined` while it
   * is off.
   */
  get clients(): ServerAddress | undefined {
    const port = this.#server && this.#clientPort;
    return port === undefined ? undefined : { port, url: urlAt(port) };
  }

  /** The server, after starting or stopping it as the user wants; one step at a time. */
  follow(): Promise<McpServer | undefined> {
    return this.#inTurn(() => this.#follow());
  }

  #inTurn<T>(step: () => Promise<T>): Promise<T> {
    const following = this.#following.then(step);
    this.#following = following.catch(() => undefined);
    return following;
  }

  async #follow(): Promise<McpServer | undefined> {
    const isWanted = this.#parts.isOn() && !this.disposed;
    if (isWanted === (this.#server !== undefined)) return this.#server;
    this.#server = isWanted ? await this.#start() : await this.#stop();
    this.#changed.fire();
    return this.#server;
  }

  async #start(): Promise<McpServer> {
    const { log, renewTokens, info, tools, tokens } = this.#parts;
    await renewTokens();
    const { startMcpServer } = await import("../../mcp/server");
    const refusals = new Refusals((line) => log.warn(line));
    const server = await this.#listening((port) =>
      startMcpServer({ info, tools, tokens, port, onRefused: (...why) => refusals.add(...why) }),
    );
    log.info(`MCP server started on port ${server.port}`);
    return server;
  }

  /** On the port of the last time. If that is taken, on another until it is free. */
  async #listening(start: (port: number) => Promise<McpServer>): Promise<McpServer> {
    const { store } = this.#parts;
    const last = this.#sharedPort;
    const server = last === undefined ? await start(0) : await start(last).catch(() => start(0));
    if (last === undefined) await store.update(storedPort, (port) => port ?? server.port);
    const shared = this.#sharedPort;
    this.#clientPort = server.port;
    if (shared === undefined || shared === server.port) {
      await this.#noteServing();
      return server;
    }
    if (this.#isServedByWindow) this.#clientPort = shared;
    this.#takingOver = setInterval(
      () => fireAndForget(() => this.#inTurn(() => this.#takeOver(shared))),
      takeOverMs,
    ).unref();
    return server;
  }

  get #sharedPort(): number | undefined {
    const port = this.#parts.store.get(storedPort);
    return typeof port === "number" ? port : undefined;
  }

  #noteServing(): Promise<void> {
    return this.#parts.store.update(servingProcess, () => process.pid).catch(report);
  }

  /** Otherwise another program has the port. */
  get #isServedByWindow(): boolean {
    const pid = this.#parts.store.get(servingProcess);
    if (typeof pid !== "number") return false;
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }

  async #takeOver(port: number): Promise<void> {
    const server = this.#server;
    if (!server || this.disposed) return;
    try {
      await server.open(port);
    } catch {
      return;
    }
    clearInterval(this.#takingOver);
    this.#clientPort = port;
    await this.#noteServing();
    this.#parts.log.info(`MCP server took over port ${port}`);
    this.#changed.fire();
  }

  async #stop(): Promise<undefined> {
    clearInterval(this.#takingOver);
    await this.#server?.close();
    this.#parts.log.info("MCP server stopped");
  }
}

/** A line for every so many refusals of one kind: a program that tries again and again does not flood the log. */
const every = 100;

/** Reports refused requests: what was wrong, and how often. */
export class Refusals {
  readonly #counts = new Map<string, number>();
  readonly #report: (line: string) => void;

  constructor(report: (line: string) => void) {
    this.#report = report;
  }

  add(status: number, reason: string): void {
    const what = `${status}, ${reason}`;
    const count = (this.#counts.get(what) ?? 0) + 1;
    this.#counts.set(what, count);
    if (count === 1) this.#report(`MCP request refused: ${what}`);
    else if (count % every === 0) this.#report(`MCP requests refused so far: ${count} (${what})`);
  }
}
