import { t } from "../kit/l10n";
import { type ErrorKind, HubError } from "../contract/errors";
import type { OnSent } from "../contract/purpose";
import { type SendRequest, type SendResponse, isEnough } from "../contract/send";
import { ignoreErrors } from "./ignoreErrors";

/** How a request controls its socket. */
interface Controller {
  pause(): void;
  resume(): void;
  abort(reason: Error): void;
}

const enoughBytes = 64 * 1024;

/** Why it ended before its end, for the activity log. */
interface Ending {
  readonly why: ErrorKind | undefined;
}

interface HandlerParts {
  /** Converts a failure to an error with a sentence. */
  readonly toError: (failure: unknown) => HubError;
  readonly onSent: OnSent;
}

/**
 * One request in progress, driven by the dispatcher through the `on…` methods, read as the body of
 * its answer. An abort settles it at once, even while it still waits for a socket.
 */
export class ResponseHandler implements AsyncIterableIterator<Uint8Array> {
  readonly #head = Promise.withResolvers<SendResponse>();
  readonly #wanted: SendRequest;
  readonly #parts: HandlerParts;
  readonly #chunks: Uint8Array[] = [];
  #held = 0;
  #reader: PromiseWithResolvers<IteratorResult<Uint8Array>> | undefined;
  #controller: Controller | undefined;
  #ended = false;
  #status: number | undefined;
  #bytesIn = 0;
  #ending: ReturnType<OnSent>;
  #failure: HubError | undefined;

  constructor(wanted: SendRequest, parts: HandlerParts) {
    this.#wanted = wanted;
    this.#parts = parts;
    wanted.signal.addEventListener("abort", this.#stop, { once: true });
  }

  /** Settled once the head of the answer has arrived. */
  get answer(): Promise<SendResponse> {
    return this.#head.promise;
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#failure) return controller.abort(this.#failure);
    this.#begin();
    this.#wanted.onSent?.();
  }

  onResponseStart(_: Controller, status: number, headers: SendResponse["headers"]): void {
    if (status < 200) return;
    this.#status = status;
    this.#head.resolve({ status, headers, body: this });
  }

  onResponseData(controller: Controller, chunk: Uint8Array): void {
    this.#bytesIn += chunk.length;
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
    this.#end(this.#parts.toError(failure));
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
    this.#abandon(undefined);
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  readonly #stop = () => this.#abandon(endKind(this.#wanted.signal.reason));

  #abandon(why: ErrorKind | undefined): void {
    if (this.#ended) return;
    const failure = new HubError("cancelled", t("The request was cancelled."));
    this.#chunks.length = 0;
    this.#end(failure, { why });
    this.#controller?.abort(failure);
  }

  #end(failure?: HubError, { why }: Ending = { why: failure?.kind }): void {
    if (this.#ended) return;
    this.#ended = true;
    const [bytesIn, status] = [this.#bytesIn, this.#status];
    ignoreErrors(() => this.#ending?.({ bytesIn, status, error: why }));
    this.#failure = failure;
    this.#wanted.signal.removeEventListener("abort", this.#stop);
    if (failure) {
      this.#head.reject(failure);
      this.#reader?.reject(failure);
    } else this.#reader?.resolve({ value: undefined, done: true });
  }

  /** A request does not fail because of its line in a log. */
  #begin(): void {
    const { purpose, url, body } = this.#wanted;
    const bytesOut = body === undefined ? 0 : Buffer.byteLength(body);
    ignoreErrors(() => {
      this.#ending = this.#parts.onSent({ purpose, to: url.origin, at: Date.now(), bytesOut });
    });
  }
}

/** What the reason of an abort says of a request; `undefined` if enough of its answer was read. */
function endKind(reason: unknown): ErrorKind | undefined {
  if (reason instanceof HubError) return reason.kind;
  if (isEnough(reason)) return undefined;
  const isLate = reason instanceof Error && reason.name === "TimeoutError";
  return isLate ? "timeout" : "cancelled";
}
