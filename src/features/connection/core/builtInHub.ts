import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { assertAllowed } from "../../../policy/policy";
import type {
  BuiltInHubModule,
  BuiltInHubOptions,
  RunningHub,
} from "../../../contract/builtInHubApi";

/** What it is started with, but for its key. */
interface BuiltInHubParts extends Omit<BuiltInHubOptions, "key" | "port"> {
  /** Loads the hub's own bundle. */
  load(): Promise<BuiltInHubModule>;
  /** Why it may not be used now. */
  refusal?(): string | undefined;
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

  /** Rejects with `invalid-request` if it may not be used. */
  async start(): Promise<RunningHub> {
    assertAllowed(this.#parts.refusal?.());
    this.#running ??= this.#start();
    return this.#running;
  }

  /** What its bundle offers without being started. */
  module(): Promise<BuiltInHubModule> {
    return this.#parts.load();
  }

  async #start(): Promise<RunningHub> {
    const { load, refusal: _, ...options } = this.#parts;
    try {
      const { startBuiltInHub } = await load();
      const hub = await startBuiltInHub({ ...options, key: this.key });
      if (this.disposed) await hub.close();
      return hub;
    } catch (error) {
      this.#running = undefined;
      throw error;
    } finally {
      this.#changed.fire();
    }
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (!running) return;
    const hub = await running;
    await hub.close();
    this.#changed.fire();
  }

  override dispose(): void {
    super.dispose();
    void this.stop().catch(() => undefined);
  }
}
