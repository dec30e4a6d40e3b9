import type { ModelMessage, ModelRequest } from "../../../contract/chatModel";
import type { OnSent } from "../../../contract/purpose";

/** Of a response of VS Code, what is counted. */
interface Response {
  readonly stream: AsyncIterable<unknown>;
}

/**
 * One request to a model of VS Code, for the activity log. Its socket belongs to the extension of the
 * model, which gets the text when VS Code accepts the request; before, it may ask the user.
 */
export class EditorRequest {
  readonly #request: ModelRequest;
  readonly #vendor: string;
  readonly #onSent: OnSent;
  #ending: ReturnType<OnSent>;
  #bytesIn = 0;
  #error: "cancelled" | "server" | undefined;

  constructor(request: ModelRequest, vendor: string, onSent: OnSent) {
    this.#request = request;
    this.#vendor = vendor;
    this.#onSent = onSent;
  }

  /** Passes on what VS Code says to the request, and counts what is answered. */
  async sent<T extends Response>(accepting: Thenable<T>): Promise<Response> {
    let stream: T["stream"];
    try {
      ({ stream } = await accepting);
    } catch (error) {
      if (isDenied(error)) this.#begin(0)?.({ bytesIn: 0, error: "denied" });
      throw error;
    }
    const { messages, tools } = this.#request;
    const definitions = tools.length > 0 ? [JSON.stringify(tools)] : [];
    this.#ending = this.#begin(bytesOf([...messages.flatMap(textsOf), ...definitions]));
    // It was stopped while VS Code asked the user.
    if (this.#error) this.#end();
    return { stream: this.#counted(stream) };
  }

  /** Nothing more is read of the answer. */
  end(): void {
    this.#end();
  }

  fail(signal: AbortSignal): void {
    this.#error = signal.aborted ? "cancelled" : "server";
    this.#end();
  }

  #begin(bytesOut: number): ReturnType<OnSent> {
    const { purpose } = this.#request;
    return this.#onSent({ purpose, to: this.#vendor, at: Date.now(), bytesOut });
  }

  #end(): void {
    const error = this.#error;
    this.#ending?.({ bytesIn: this.#bytesIn, ...(error && { error }) });
    this.#ending = undefined;
  }

  async *#counted(stream: AsyncIterable<unknown>): AsyncGenerator {
    for await (const part of stream) {
      this.#bytesIn += bytesOf(partTexts(part));
      yield part;
    }
  }
}

/** The user, or the owner of the model, does not let us use it: the text did not get there. */
function isDenied(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "NoPermissions" || code === "Blocked";
}

function textsOf(message: ModelMessage): string[] {
  if (message.role === "tool") return [message.callId, message.content];
  const calls = message.role === "assistant" ? (message.calls ?? []) : [];
  const pictures = message.role === "user" ? (message.pictures ?? []) : [];
  const data = pictures.map((picture) => picture.data);
  return [
    message.content,
    ...data,
    ...calls.flatMap((call) => [call.id, call.name, call.arguments]),
  ];
}

/** Text, or the name and the arguments of a call. */
function partTexts(part: unknown): string[] {
  const { value, name, input } = part as { value?: unknown; name?: unknown; input?: unknown };
  if (typeof value === "string") return [value];
  return typeof name === "string" ? [name, JSON.stringify(input ?? {})] : [];
}

const bytesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
