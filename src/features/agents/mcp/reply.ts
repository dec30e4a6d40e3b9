import type { ServerResponse } from "node:http";

/**
 * The response to one request: JSON, or a stream of events once there was something to report. A
 * client waits longer for a stream that shows life.
 */
export class Reply {
  readonly #response: ServerResponse;
  readonly #mayStream: boolean;
  #streams = false;

  constructor(response: ServerResponse, mayStream: boolean) {
    this.#response = response;
    this.#mayStream = mayStream;
  }

  /** Sends this ahead of the answer, or only a sign of life. */
  stream(message?: object): void {
    const response = this.#response;
    if (!this.#mayStream || response.writableEnded) return;
    if (!this.#streams) response.writeHead(200, { "content-type": "text/event-stream" });
    this.#streams = true;
    response.write(message ? event(message) : ": waiting\n\n");
  }

  end(message: object, status = 200): void {
    const response = this.#response;
    if (this.#streams) response.end(event(message));
    else
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify(message));
  }

  /** There is nothing to say. */
  accept(): void {
    this.#response.writeHead(202).end();
  }
}

const event = (message: object): string => `event: message\ndata: ${JSON.stringify(message)}\n\n`;
