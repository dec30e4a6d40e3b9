import type { ModelAnswer, ModelMessage, ModelRequest } from "../../../contract/chatModel";
import type { OnSent } from "../../../contract/purpose";

/** One request to a model of VS Code, for the activity log. Its socket belongs to another extension. */
export class EditorRequest {
  readonly #ending: ReturnType<OnSent>;

  constructor({ purpose, messages }: ModelRequest, vendor: string, onSent: OnSent) {
    const bytesOut = bytesOf(messages.flatMap(contents));
    this.#ending = onSent({ purpose, to: vendor, at: Date.now(), bytesOut });
  }

  end({ text, calls }: Pick<ModelAnswer, "text" | "calls">): void {
    this.#ending?.({ bytesIn: bytesOf([text, ...calls.map((call) => call.arguments)]) });
  }

  fail(signal: AbortSignal): void {
    this.#ending?.({ bytesIn: 0, error: signal.aborted ? "cancelled" : "server" });
  }
}

function contents(message: ModelMessage): string[] {
  const calls = message.role === "assistant" ? (message.calls ?? []) : [];
  return [message.content, ...calls.map((call) => call.arguments)];
}

const bytesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
