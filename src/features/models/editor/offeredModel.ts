import { modelKeyOf, type ModelChoice } from "../core/modelChoice";
import type { ChatModel, OfferedModel } from "../../../contract/chatModel";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { ServerPromptsParts } from "./serverPrompts";

/** A chosen model as the built-in hub asks it. */
export function offered(
  choice: ModelChoice,
  { network, modelKeys, contexts }: Pick<ServerPromptsParts, "network" | "modelKeys" | "contexts">,
): OfferedModel {
  const key = modelKeyOf(choice);
  const tokens = contexts.of(key);
  if (choice.kind === "address") {
    const { address, identifier } = choice;
    const { origin } = new URL(address);
    return {
      address,
      identifier,
      send: network.send,
      key: () => modelKeys.get(origin),
      context: { tokens, learned: (said) => fireAndForget(() => contexts.learn(key, said)) },
    };
  }
  const { name, id, provider } = choice;
  const told = (said: number) => fireAndForget(() => contexts.tell([{ key, tokens: said }]));
  return {
    key,
    name,
    identifier: id,
    provider,
    contextTokens: tokens,
    complete: async (request, signal) =>
      (await import("./editorModel")).askEditorModel({ ...choice, told }, request, signal),
  } satisfies ChatModel;
}
