import type { ChatModel, ModelCall, ModelRequest } from "../../../../../src/contract/chatModel";
import type { OnSent } from "../../../../../src/contract/purpose";
import { EditorRequest } from "../../../../../src/features/models/editor/editorRequest";

/** A part of an answer, as VS Code passes it on. */
interface Part {
  readonly value?: string;
  readonly callId?: string;
  readonly name?: string;
  readonly input?: object;
}

/** What a provider writes onto its socket. */
export interface ProviderBody {
  readonly messages: ModelRequest["messages"];
  readonly tools: ModelRequest["tools"];
}

/**
 * A model as the extension `vendor` provides it to VS Code: it is asked over a socket of that
 * extension, and only if the user allows it.
 */
export function editorModelAt(
  origin: string,
  { vendor, onSent }: { readonly vendor: string; readonly onSent: OnSent },
): ChatModel {
  const accepted = async ({ messages, tools }: ModelRequest, signal: AbortSignal) => {
    if (messages.some(({ content }) => content.includes("denied")))
      throw Object.assign(new Error("The user said no."), { code: "NoPermissions" });
    const body: ProviderBody = { messages, tools };
    const answering = fetch(`${origin}/provider`, {
      method: "POST",
      headers: { "content-type": "application/json", "accept-encoding": "identity" },
      body: JSON.stringify(body),
      signal,
    });
    return { stream: partsOf(answering) };
  };
  return {
    key: `vscode-lm ${vendor}/one`,
    name: "One",
    identifier: "one",
    provider: vendor,
    async complete(request, signal) {
      const entry = new EditorRequest(request, vendor, onSent);
      let text = "";
      const calls: ModelCall[] = [];
      try {
        const { stream } = await entry.sent(accepted(request, signal));
        for await (const part of stream as AsyncIterable<Part>) {
          text += part.value ?? "";
          const { callId: id = "", name, input } = part;
          if (name !== undefined) calls.push({ id, name, arguments: JSON.stringify(input) });
        }
        entry.end();
        return { text, calls, ending: "complete" };
      } catch (error) {
        entry.fail(signal);
        throw error;
      }
    },
  };
}

async function* partsOf(answering: Promise<Response>): AsyncGenerator<Part> {
  const answer = await answering;
  if (!answer.ok) throw new Error(`${answer.status}`);
  yield* (await answer.json()) as Part[];
}
