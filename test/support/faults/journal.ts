import type { IncomingMessage, ServerResponse } from "node:http";

/** What the hub saw of one request, for tests. */
export interface JournalEntry {
  readonly method: string;
  /** Including its query. */
  readonly path: string;
  /** Lower-case names; the key's value is masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** Exactly as received; absent if it was not read. */
  body?: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Absent while in progress. `left` means that the client closed the connection before the end. */
  outcome?: "answered" | "left";
  status?: number;
  endedAt?: number;
}

const maxEntries = 10_000;

/** The last requests, oldest first. */
export class Journal {
  readonly #entries: JournalEntry[] = [];

  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  enter(request: IncomingMessage, response: ServerResponse): void {
    const headers = Object.entries(request.headers).map(([name, value]) => {
      const text = Array.isArray(value) ? value.join(", ") : (value ?? "");
      return [name, name === "svc-api-key" ? "••••" : text] as const;
    });
    const entry: JournalEntry = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: Object.fromEntries(headers),
      startedAt: Date.now(),
    };
    // The hub reads the body; these listeners get what it read.
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => {
      if (chunks.length > 0) entry.body = Buffer.concat(chunks).toString();
    });
    this.#entries.push(entry);
    if (this.#entries.length > maxEntries) this.#entries.shift();
    let answeredAt: number | undefined;
    // The client may send its next request before it is known here that all of the answer was sent.
    response.once("prefinish", () => (answeredAt = Date.now()));
    response.once("close", () => {
      const isAnswered = response.writableFinished;
      entry.outcome = isAnswered ? "answered" : "left";
      entry.endedAt = (isAnswered ? answeredAt : undefined) ?? Date.now();
      if (response.headersSent) entry.status = response.statusCode;
    });
  }
}
