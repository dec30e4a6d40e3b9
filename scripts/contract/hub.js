// The hub under test, as its clients see it: no redirect is followed, no answer is read without limits.
import { Failed } from "./verdict.js";

const maxAnswerBytes = 16 * 1024 * 1024;

export class Hub {
  #options;

  constructor(options) {
    this.#options = options;
  }

  /** Without a `key` of its own, a request carries the right one; with `null`, none. */
  get(path, { key } = {}) {
    return this.#send(path, { headers: this.#headers(key) });
  }

  /** Sends the body as it is if it is text, otherwise as JSON. */
  post(path, body, { key, type = "application/json" } = {}) {
    return this.#send(path, {
      method: "POST",
      headers: { ...this.#headers(key), "content-type": type },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  }

  #headers(key = this.#options.key) {
    return { accept: "application/json", ...(key !== null && { "svc-api-key": key }) };
  }

  async #send(path, init) {
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
      throw new Failed([`no answer: ${error.cause?.code ?? "the connection broke"}`]);
    }
  }
}

async function readText(response) {
  const chunks = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxAnswerBytes) throw new Failed(["the answer is larger than 16 MiB"]);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
