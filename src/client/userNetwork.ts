import { Owner } from "../kit/disposable";
import type { OnSent } from "../contract/purpose";
import type { NetworkSettings, Send, SendOne } from "../contract/send";

/** The way of the built-in hub to the network: that of a hub's client, with the settings of the moment. */
export class UserNetwork extends Owner {
  readonly #settings: () => NetworkSettings;
  readonly #onSent: OnSent;
  #open: { readonly route: string; readonly send: Promise<Send> } | undefined;

  constructor(settings: () => NetworkSettings, onSent: OnSent) {
    super();
    this.#settings = settings;
    this.#onSent = onSent;
  }

  readonly send: SendOne = async (request) => (await this.#present())(request);

  #present(): Promise<Send> {
    const settings = this.#settings();
    const route = JSON.stringify(settings);
    if (this.#open?.route !== route) {
      this.#end("retire");
      const load = async () => (await import("./undiciSend")).createSend(settings, this.#onSent);
      this.#open = { route, send: load() };
    }
    return this.#open.send;
  }

  #end(how: "close" | "retire"): void {
    const before = this.#open;
    this.#open = undefined;
    void before?.send.then((send) => send[how]()).catch(() => undefined);
  }

  override dispose(): void {
    super.dispose();
    this.#end("close");
  }
}
