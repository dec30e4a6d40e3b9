import type * as vscode from "vscode";
import type { ModelAnswer, ModelRequest } from "../../../contract/chatModel";

/** Counting may ask a server; the answer is there already, and does not wait for longer. */
const patienceMs = 2000;

type Counter = Pick<vscode.LanguageModelChat, "countTokens">;

/**
 * About how many tokens a round took. It is no more than an estimate: a provider may count roughly,
 * and knows nothing of what it puts around the messages. `undefined` if it does not count in time.
 */
export async function tokenEstimate(
  model: Counter,
  { messages, tools }: ModelRequest,
  { text, calls }: Pick<ModelAnswer, "text" | "calls">,
  withinMs = patienceMs,
): Promise<number | undefined> {
  const said = messages.map((message) =>
    message.role === "assistant" ? message.content + asText(message.calls) : message.content,
  );
  const count = async () => {
    const input = await model.countTokens([...said, asText(tools)].join("\n"));
    const output = await model.countTokens(text + asText(calls));
    return Number.isSafeInteger(input + output) && Math.min(input, output) >= 0
      ? input + output
      : undefined;
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), withinMs);
  });
  try {
    return await Promise.race([count(), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Empty where there is nothing. */
function asText(parts: readonly unknown[] = []): string {
  return parts.length === 0 ? "" : JSON.stringify(parts);
}
