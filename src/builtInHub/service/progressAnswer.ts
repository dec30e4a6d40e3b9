import type { IncomingMessage, ServerResponse } from "node:http";
import { type HubProgress, progressType, type Tokens } from "../../contract/progress";
import type { WireStep } from "../tools/step";
import { KeyMask } from "../../contract/secrets/keyMask";
import { Refusal } from "../refusal";

const jsonHeaders = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/** Sends a JSON body and ends the answer. */
export function reply(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(JSON.stringify(body));
  const all = { ...jsonHeaders, "content-length": String(bytes.length), ...headers };
  response.setHeaders(new Headers(all)).writeHead(status).end(bytes);
}

/** Sends the Error body (service 2.4) for whatever was thrown. */
export function replyError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const { status, body } = errorOf(error);
  reply(response, status, body, error instanceof Refusal ? error.headers : {});
}

/** The status and the Error body for whatever was thrown. */
function errorOf(error: unknown) {
  if (error instanceof Refusal) {
    const { status, code, message, isAboutModel } = error;
    return {
      status,
      body: { ...errorBody(code, message), ...(isAboutModel && { about: "model" }) },
    };
  }
  const reason = error instanceof Error ? new KeyMask().line(error.message) : "unknown";
  return { status: 500, body: errorBody(500, `The built-in hub failed: ${reason}`) };
}

export function errorBody(status: number, message: string) {
  return { error: status, message };
}

/** Milliseconds between two lines with text: often enough to read along. */
const intervalMs = 100;

/** Whether a client says that it can show the progress of an answer. */
export function takesProgress({ headers }: IncomingMessage): boolean {
  return (headers.accept ?? "").split(",").some((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    return type === progressType && !parameters.some((part) => /^q=0(?:\.0*)?$/.test(part));
  });
}

/**
 * An answer that shows its progress, a line each. It begins with the first line: until then, it may
 * still become plain JSON or an error with a status of its own.
 */
export class ProgressAnswer {
  readonly #response: ServerResponse;
  /** What the lines so far have told. */
  #sent = { text: "", reasoning: "" };
  #wanted = this.#sent;
  #tokens: Tokens | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  report(progress: HubProgress<WireStep>): void {
    switch (progress.kind) {
      case "tokens":
        this.#tokens = progress;
        break;
      case "text":
        this.#wanted = { text: progress.text, reasoning: progress.reasoning ?? "" };
        if (!this.#timer) this.#writeText();
        break;
      case "wait":
        this.#writeText();
        this.#write({ wait: progress.seconds });
        break;
      case "calls":
        this.#writeText();
        this.#write({ calls: progress.calls });
        break;
      default:
        this.#writeText();
        this.#write({ steps: progress.steps });
        // What was thought is one of the steps.
        this.#sent = { ...this.#sent, reasoning: "" };
        this.#wanted = { ...this.#wanted, reasoning: "" };
    }
  }

  /** Ends it with the answer, as its JSON would be. */
  end(answer: unknown): void {
    clearTimeout(this.#timer);
    const { usage, approximateTokens } = this.#tokens ?? {};
    if (!this.#response.headersSent && !this.#tokens) return reply(this.#response, 200, answer);
    this.#write({
      answer,
      usage: usage && {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        total_tokens: usage.total,
      },
      approximate_tokens: approximateTokens,
    });
    this.#response.end();
  }

  fail(failure: unknown): void {
    clearTimeout(this.#timer);
    if (!this.#response.headersSent) return replyError(this.#response, failure);
    const { status, body } = errorOf(failure);
    this.#write({ error: body, status });
    this.#response.end();
  }

  #writeText(): void {
    const lines: object[] = [];
    for (const name of ["text", "reasoning"] as const) {
      const [before, now] = [this.#sent[name], this.#wanted[name]];
      if (now === before) continue;
      const isMore = now.startsWith(before);
      lines.push(isMore ? { [name]: now.slice(before.length) } : { [name]: now, replace: true });
    }
    if (lines.length === 0) return;
    for (const line of lines) this.#write(line);
    this.#sent = this.#wanted;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#writeText();
    }, intervalMs);
  }

  #write(line: object): void {
    const response = this.#response;
    if (response.destroyed || response.writableEnded) return;
    if (!response.headersSent)
      response.writeHead(200, { ...jsonHeaders, "content-type": progressType });
    response.write(`${JSON.stringify(line)}\n`);
  }
}
