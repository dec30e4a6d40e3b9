import { t } from "../kit/l10n";
import { HubError } from "../contract/errors";
import type { SendRequest, SendResponse } from "../contract/send";

/** How a request controls its socket. */
interface Controller {
  pause(): void;
  resume(): void;
  abort(reason: Error): void;
}

const enoughBytes = 64 * 1024;

/**
 * One request in progress, driven by the dispatcher through the `on…` methods, read as the body of
 * its answer. An abort settles it at once, even while it still waits for a socket.
 */
export class RequestHandler implements AsyncIterableIterator<Uint8Array> {
  readonly #head = Promise.withResolvers<SendResponse>();
  readonly #wanted: Pick<SendRequest, "signal" | "onSent">;
  readonly #toError: (failure: unknown) => HubError;
  readonly #chunks: Uint8Array[] = [];
  #held = 0;
  #reader: PromiseWithResolvers<IteratorResult<Uint8Array>> | undefined;
  #controller: Controller | undefined;
  #ended = false;
  #failure: HubError | undefined;

  /** `told` converts a failure to an error with a sentence. */
  constructor(
    wanted: Pick<SendRequest, "signal" | "onSent">,
    toError: (failure: unknown) => HubError,
  ) {
    this.#wanted = wanted;
    this.#toError = toError;
    wanted.signal.addEventListener("abort", this.#stop, { once: true });
  }

  /** Settled once the head of the answer has arrived. */
  get answer(): Promise<SendResponse> {
    return this.#head.promise;
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#failure) controller.abort(this.#failure);
    else this.#wanted.onSent?.();
  }

  onResponseStart(_: Controller, status: number, headers: SendResponse["headers"]): void {
    if (status >= 200) this.#head.resolve({ status, headers, body: this });
  }

  onResponseData(controller: Controller, chunk: Uint8Array): void {
    const reader = this.#reader;
    this.#reader = undefined;
    if (reader) return reader.resolve({ value: chunk, done: false });
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    if (this.#held > enoughBytes) controller.pause();
  }

  onResponseEnd(): void {
    this.#end();
  }

  onResponseError(_: Controller | null, failure: unknown): void {
    this.#end(this.#toError(failure));
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    const chunk = this.#chunks.shift();
    if (chunk) {
      this.#held -= chunk.length;
      if (this.#held <= enoughBytes) this.#controller?.resume();
      return Promise.resolve({ value: chunk, done: false });
    }
    if (this.#failure) return Promise.reject(this.#failure);
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    this.#reader = Promise.withResolvers();
    return this.#reader.promise;
  }

  return(): Promise<IteratorResult<Uint8Array>> {
    this.#stop();
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  readonly #stop = () => {
    if (this.#ended) return;
    const failure = new HubError("cancelled", t("The request was cancelled."));
    this.#chunks.length = 0;
    this.#end(failure);
    this.#controller?.abort(failure);
  };

  #end(failure?: HubError): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#failure = failure;
    this.#wanted.signal.removeEventListener("abort", this.#stop);
    if (failure) {
      this.#head.reject(failure);
      this.#reader?.reject(failure);
    } else this.#reader?.resolve({ value: undefined, done: true });
  }
}
