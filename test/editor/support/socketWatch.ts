import { subscribe, unsubscribe } from "node:diagnostics_channel";

/** What undici reports as it writes the head of a request. */
interface SentHead {
  readonly request: { readonly origin: unknown; readonly method: string; readonly path: string };
  /** As they stand on the socket. */
  readonly headers: string;
}

const channel = "undici:client:sendHeaders";

/** Ours ask for no compression; those of Node's own `fetch` and of VS Code do. */
const isOurs = ({ headers }: SentHead): boolean => /^accept-encoding: identity\r?$/im.test(headers);

/** The requests that go onto sockets, counted where they are written, whoever has made them. */
export class SocketWatch {
  readonly requests: { readonly to: string; readonly path: string }[] = [];

  constructor() {
    subscribe(channel, this.#note);
  }

  dispose(): void {
    unsubscribe(channel, this.#note);
  }

  readonly #note = (message: unknown): void => {
    const head = message as SentHead;
    if (!isOurs(head)) return;
    const { origin, path } = head.request;
    this.requests.push({ to: new URL(String(origin)).origin, path });
  };
}
