// The hub under test, as its clients see it: no redirect is followed, no answer is read without limits.
import { randomUUID } from "node:crypto";
import { Failed } from "./verdict.ts";

/** What no hub has. */
export const wrongKey = `wrong-${randomUUID()}`;

/** The largest integer of 32 bits: no hub has so many experts. */
export const unknownExpert = 2 ** 31 - 1;

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** How a request differs from others: with `null` for a key, it carries none. */
export interface Request {
  readonly key?: string | null;
  readonly type?: string;
}

const maxAnswerBytes = 16 * 1024 * 1024;

export class Hub {
  readonly #options: { baseUrl: string; key: string; timeoutMs: number };

  constructor(options: { baseUrl: string; key: string; timeoutMs: number }) {
    this.#options = options;
  }

  get(path: string, { key }: Request = {}): Promise<Answer> {
    return this.#send(path, { headers: this.#headers(key) });
  }

  /** Sends the body as it is if it is text, otherwise as JSON. */
  post(path: string, body: unknown, { key, type = "application/json" }: Request = {}) {
    return this.#send(path, {
      method: "POST",
      headers: { ...this.#headers(key), "content-type": type },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  }

  #headers(key: string | null = this.#options.key): Record<string, string> {
    return { accept: "application/json", ...(key !== null && { "svc-api-key": key }) };
  }

  async #send(path: string, init: RequestInit): Promise<Answer> {
    const { baseUrl, timeoutMs } = this.#options;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${baseUrl}/api/v1/${path}`, {
        ...init,
        redirect: "manual",
        signal,
      });
      const text = await readText(response);
      return { status: response.status, type: response.headers.get("content-type") ?? "", text };
    } catch (error) {
      if (error instanceof Failed) throw error;
      if (signal.aborted) throw new Failed([`no complete answer within ${timeoutMs / 1000} s`]);
      const { code = "the connection broke" } = Object((error as Error).cause) as { code?: string };
      throw new Failed([`no answer: ${code}`]);
    }
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxAnswerBytes) throw new Failed(["the answer is larger than 16 MiB"]);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
