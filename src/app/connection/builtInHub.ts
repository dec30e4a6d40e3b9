import { Owner } from "../../kit/disposable";
import { Emitter } from "../../kit/event";
import type { LocalFolder, RunningHub, StartBuiltInHub } from "./builtInHubApi";

export interface BuiltInHubParts {
  /** Loads the hub's own bundle. */
  load(): Promise<StartBuiltInHub>;
  /** The folders that it may search, read-only; called for each question. */
  folders(): readonly LocalFolder[];
}

/** The local reference hub inside this process: started when first needed, stopped with the window. */
export class BuiltInHub extends Owner {
  readonly #parts: BuiltInHubParts;
  readonly #changed = this.register(new Emitter<void>());
  #running: Promise<RunningHub> | undefined;
  /** Kept in memory only: each window creates a new one. */
  readonly key = crypto.randomUUID();

  readonly onDidChange = this.#changed.event;

  constructor(parts: BuiltInHubParts) {
    super();
    this.#parts = parts;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  async start(): Promise<RunningHub> {
    this.#running ??= this.#start();
    return this.#running;
  }

  async #start(): Promise<RunningHub> {
    try {
      const start = await this.#parts.load();
      const hub = await start({ key: this.key, folders: () => this.#parts.folders() });
      if (this.disposed) await hub.close();
      return hub;
    } catch (error) {
      this.#running = undefined;
      throw error;
    } finally {
      if (!this.disposed) this.#changed.fire();
    }
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (!running) return;
    const hub = await running;
    await hub.close();
    if (!this.disposed) this.#changed.fire();
  }

  override dispose(): void {
    super.dispose();
    void this.stop().catch(() => undefined);
  }
}
