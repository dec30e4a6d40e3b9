import { Owner, type Disposable } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import type { Messages } from "../../../kit/l10n";
import type { BuiltInHubModule, LocalFolder, RunningHub } from "../../../contract/builtInHubApi";
import type { OfferedModel } from "../../../contract/chatModel";
import type { Progress } from "../../../contract/progress";
import type { SendOne } from "../../../contract/send";

export interface BuiltInHubParts {
  /** Loads the hub's own bundle. */
  load(): Promise<BuiltInHubModule>;
  /** The folders that it may search, read-only; called for each question. */
  folders(): readonly LocalFolder[];
  /** Globs of files that experts never read; called for each question. */
  exclude?: () => readonly string[];
  /** The address of the user's search service; empty for none; called for each question. */
  searchAddress?: () => string;
  /** The way to documents and to the search service; without it neither is reached. */
  send?: SendOne;
  /** The language models that its experts may use; called for each request. */
  models?: () => readonly OfferedModel[];
  /** Translations of its experts and fixed sentences. */
  messages?: Messages | undefined;
  /** Milliseconds that a question may take; called for each. */
  deadlineMs?: () => number;
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

  /** Hears how a model gets on with a question; call it before the question is sent. */
  async onProgress(id: string, listener: (progress: Progress) => void): Promise<Disposable> {
    return (await this.start()).onProgress(id, listener);
  }

  /** What its bundle offers without being started. */
  module(): Promise<BuiltInHubModule> {
    return this.#parts.load();
  }

  async #start(): Promise<RunningHub> {
    const { load, ...options } = this.#parts;
    try {
      const { startBuiltInHub } = await load();
      const hub = await startBuiltInHub({ ...options, key: this.key });
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
