import { randomBytes } from "node:crypto";
import { Owner } from "../../../../kit/disposable";
import { Emitter } from "../../../../kit/event";
import type { Log, SharedStore } from "../../../../platform/core/ports";
import { fireAndForget, report } from "../../../../kit/unexpectedErrors";
import { urlAt } from "../../mcp/access";
import type { McpServer, McpServerOptions } from "../../mcp/server";
import { identityOf, identityUrl, isIdentity } from "../../mcp/identity";

interface RunningServerParts extends Pick<McpServerOptions, "info" | "tools" | "tokens"> {
  readonly store: SharedStore;
  readonly log: Pick<Log, "info" | "warn">;
  isOn(): boolean;
  /** Called before each start. */
  renewTokens(): Promise<void>;
}

/** The port that configurations of other clients contain. */
const storedPort = "expertHub.mcpPort";

/**
 * What windows know each other's servers by, in a file that only the user can read. It opens nothing,
 * and windows need not share a keyring.
 */
const storedIdentity = "expertHub.mcpIdentity";

const isKey = (value: unknown): value is string => typeof value === "string" && value.length >= 43;

/** Milliseconds between tries to get it from a window that may have closed. */
export const takeOverMs = 400;

export type ServerAddress = Pick<McpServer, "port" | "url">;

/** What a configuration may contain. */
export interface OfferedAddress extends ServerAddress {
  /** The port of the configurations that were copied before, if another program has it. */
  readonly takenPort?: number;
}

export class RunningServer extends Owner {
  readonly #parts: RunningServerParts;
  readonly #changed = this.register(new Emitter<void>());
  #server: McpServer | undefined;
  #clientPort: number | undefined;
  #ownPorts: readonly number[] = [];
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
   * Where other clients reached the server when that was last looked at, through whichever window
   * serves them; `undefined` while it is off.
   */
  get clients(): ServerAddress | undefined {
    const port = this.#server && this.#clientPort;
    return port === undefined ? undefined : { port, url: urlAt(port) };
  }

  /**
   * Where other clients reach the server now. A port that another program has is none of ours,
   * whoever had it before: from then on, configurations contain another.
   */
  offered(): Promise<OfferedAddress | undefined> {
    return this.#inTurn(async () => {
      const server = await this.#follow();
      const shared = this.#sharedPort;
      if (!server || shared === undefined) return undefined;
      const port = await this.#find(server, shared);
      return { port, url: urlAt(port), ...(port !== shared && { takenPort: shared }) };
    });
  }

  /** Keeps the port that a configuration contains which has just been copied. */
  async keep({ port, takenPort }: OfferedAddress): Promise<void> {
    // Without it, nothing is known about the other port.
    if (this.#identityKey === undefined) return;
    await this.#parts.store.update(storedPort, (now) => (now === takenPort ? port : now));
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
    const { log, renewTokens, info, store, tools, tokens } = this.#parts;
    await renewTokens();
    const created = randomBytes(32).toString("base64url");
    const key = (known: unknown) => (isKey(known) ? known : created);
    // Without it, windows take each other for other programs, and are reached on ports of their own.
    await store.update(storedIdentity, key).catch(report);
    const { startMcpServer } = await import("../../mcp/server");
    const refusals = new Refusals((line) => log.warn(line));
    const server = await this.#listening((port) =>
      startMcpServer({
        info,
        tools,
        tokens,
        identityKey: () => this.#identityKey,
        port,
        onRefused: (...why) => refusals.add(...why),
      }),
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
    this.#ownPorts = [server.port];
    this.#clientPort = server.port;
    if (shared === undefined || shared === server.port) return server;
    await this.#find(server, shared);
    this.#takingOver = setInterval(
      () => fireAndForget(() => this.#inTurn(() => this.#takeOver())),
      takeOverMs,
    ).unref();
    return server;
  }

  get #identityKey(): string | undefined {
    const key = this.#parts.store.get(storedIdentity);
    return isKey(key) ? key : undefined;
  }

  get #sharedPort(): number | undefined {
    const port = this.#parts.store.get(storedPort);
    return typeof port === "number" ? port : undefined;
  }

  /** The shared port if this window or another serves there, else one of this window. */
  async #find(server: McpServer, shared: number): Promise<number> {
    const before = this.#clientPort;
    const isOurs = (await this.#isOurServer(shared)) || (await this.#opens(server, shared));
    this.#clientPort = isOurs ? shared : server.port;
    if (!isOurs) this.#parts.log.warn(`MCP port ${shared} belongs to another program`);
    if (this.#server === server && this.#clientPort !== before) this.#changed.fire();
    return this.#clientPort;
  }

  async #isOurServer(port: number): Promise<boolean> {
    if (this.#ownPorts.includes(port)) return true;
    const key = this.#identityKey;
    return key !== undefined && isOurServer(port, key);
  }

  /** Serves on this port as well, if nobody else does. */
  async #opens(server: McpServer, port: number): Promise<boolean> {
    try {
      await server.open(port);
    } catch {
      return false;
    }
    this.#ownPorts = [...this.#ownPorts, port];
    this.#parts.log.info(`MCP server took over port ${port}`);
    return true;
  }

  /** Tries to serve on the shared port; a window that crashes tells nobody. */
  async #takeOver(): Promise<void> {
    const server = this.#server;
    const port = this.#sharedPort;
    if (!server || port === undefined || this.disposed) return;
    if (!this.#ownPorts.includes(port) && !(await this.#opens(server, port))) return;
    clearInterval(this.#takingOver);
    this.#clientPort = port;
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

/** Another window may be busy, and another program may never answer. */
const patienceMs = 2_000;

/** Whether a window of ours serves on this port. Sends nothing that another program could use. */
async function isOurServer(port: number, key: string): Promise<boolean> {
  const nonce = randomBytes(32).toString("base64url");
  const expected = identityOf(key, port, nonce);
  const { createSend } = await import("../../../../client/undiciSend");
  // Nothing leaves the computer, so nothing is reported.
  const send = createSend({}, () => undefined);
  try {
    const { status, body } = await send({
      url: identityUrl(port, nonce),
      method: "GET",
      headers: {},
      purpose: { kind: "account", by: "setup" },
      signal: AbortSignal.timeout(patienceMs),
    });
    return status === 200 && isIdentity(await beginning(body, expected.length + 1), expected);
  } catch {
    return false;
  } finally {
    await send.close();
  }
}

/** Another program may answer without an end. */
async function beginning(body: AsyncIterable<Uint8Array>, bytes: number): Promise<string> {
  let text = "";
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString("latin1");
    if (text.length >= bytes) break;
  }
  return text.slice(0, bytes);
}
