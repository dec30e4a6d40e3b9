import type { NetworkSettings, Send, SendOne } from "../../hub/send";
import { Owner } from "../../kit/disposable";

/** The way to model servers: the same as to a hub, with the network settings of the moment. */
export class ModelNetwork extends Owner {
  readonly #settings: () => NetworkSettings;
  #open: { readonly route: string; readonly send: Promise<Send> } | undefined;

  constructor(settings: () => NetworkSettings) {
    super();
    this.#settings = settings;
  }

  readonly send: SendOne = async (request) => (await this.#present())(request);

  #present(): Promise<Send> {
    const settings = this.#settings();
    const route = JSON.stringify(settings);
    if (this.#open?.route !== route) {
      this.#end("retire");
      const load = async () => (await import("../../hub/undiciSend")).createSend(settings);
      this.#open = { route, send: load() };
    }
    return this.#open.send;
  }

  #end(way: "close" | "retire"): void {
    const before = this.#open;
    this.#open = undefined;
    void before?.send.then((send) => send[way]()).catch(() => undefined);
  }

  override dispose(): void {
    super.dispose();
    this.#end("close");
  }
}
