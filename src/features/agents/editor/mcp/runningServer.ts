import { Owner } from "../../../../kit/disposable";
import { Emitter } from "../../../../kit/event";
import type { Log, SharedStore } from "../../../../platform/core/ports";
import { type McpServer, type McpServerOptions, startMcpServer } from "../../mcp/server";

interface RunningServerParts extends Pick<McpServerOptions, "info" | "tools" | "tokens"> {
  readonly store: SharedStore;
  readonly log: Pick<Log, "info" | "warn">;
  isOn(): boolean;
  /** Called before each start. */
  renewTokens(): Promise<void>;
}

/** The port of the last start: configurations of other clients contain it. */
const storedPort = "expertHub.mcpPort";

/** The server, running as long as the user wants it to. */
export class RunningServer extends Owner {
  readonly #parts: RunningServerParts;
  readonly #changed = this.register(new Emitter<McpServer | undefined>());
  #server: McpServer | undefined;
  #following: Promise<unknown> = Promise.resolve();

  /** It has started or stopped. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: RunningServerParts) {
    super();
    this.#parts = parts;
    this.register({ dispose: () => void this.#server?.close() });
  }

  /** The server, after starting or stopping it as the user wants; one step at a time. */
  follow(): Promise<McpServer | undefined> {
    const following = this.#following.then(() => this.#follow());
    this.#following = following.catch(() => undefined);
    return following;
  }

  async #follow(): Promise<McpServer | undefined> {
    const isWanted = this.#parts.isOn() && !this.disposed;
    if (isWanted === (this.#server !== undefined)) return this.#server;
    this.#server = isWanted ? await this.#start() : await this.#stop();
    this.#changed.fire(this.#server);
    return this.#server;
  }

  async #start(): Promise<McpServer> {
    const { log, renewTokens, info, tools, tokens } = this.#parts;
    await renewTokens();
    const refusals = new Refusals((line) => log.warn(line));
    const server = await this.#listening((port) =>
      startMcpServer({ info, tools, tokens, port, onRefused: (...why) => refusals.add(...why) }),
    );
    log.info(`MCP server started on port ${server.port}`);
    return server;
  }

  /** On the port of the last time. Another window may have it: then on any, for this time. */
  async #listening(start: (port: number) => Promise<McpServer>): Promise<McpServer> {
    const { store } = this.#parts;
    const last = store.get(storedPort);
    if (typeof last === "number") return start(last).catch(() => start(0));
    const server = await start(0);
    await store.update(storedPort, (port) => port ?? server.port);
    return server;
  }

  async #stop(): Promise<undefined> {
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
