import { modelKeyOf, type ModelChoice } from "../core/modelChoice";
import type { ChatModel, OfferedModel } from "../../../contract/chatModel";
import type { ServerPromptsParts } from "./serverPrompts";

/** A chosen model as the built-in hub asks it. */
export function offered(
  choice: ModelChoice,
  { network, modelKeys }: Pick<ServerPromptsParts, "network" | "modelKeys">,
): OfferedModel {
  if (choice.kind === "address") {
    const { address, identifier } = choice;
    const { origin } = new URL(address);
    return { address, identifier, send: network.send, key: () => modelKeys.get(origin) };
  }
  const { name, id, provider } = choice;
  return {
    key: modelKeyOf(choice),
    name,
    identifier: id,
    provider,
    complete: async (request, signal) =>
      (await import("./editorModel")).askEditorModel(choice, request, signal),
  } satisfies ChatModel;
}
