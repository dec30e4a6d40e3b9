import { modelKeyOf, type ModelChoice, policyPlaceOf } from "../core/chosenModels";
import type { ChatModel, OfferedModel } from "../../../contract/chatModel";
import { assertModel } from "../../../policy/guardedSend";
import type { PolicySource } from "../../../policy/policy";
import { lazy } from "../../../kit/lazy";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { OnSent } from "../../../contract/purpose";
import type { ServerPromptsParts } from "./serverPrompts";

interface OfferedParts extends Pick<
  ServerPromptsParts,
  "network" | "modelKeys" | "extras" | "contexts"
> {
  readonly activity: { readonly sent: OnSent };
  readonly policy: PolicySource;
}

/** A chosen model as the built-in hub asks it. */
export function offered(
  choice: ModelChoice,
  { network, modelKeys, extras, contexts, activity, policy }: OfferedParts,
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
      // All rounds of an answer go to one account: the hub asks for its models at each question.
      key: lazy(() => modelKeys.get(origin)),
      extras: lazy(() => extras.get(origin)),
      context: {
        tokens,
        learned: (said) => fireAndForget(() => contexts.learn(key, said)),
        seesNoPictures: () => fireAndForget(() => contexts.learnBlind(key)),
      },
    };
  }
  const { name, id, provider } = choice;
  const learned = (said: number, seesPictures: boolean | undefined) =>
    fireAndForget(() => contexts.learnListed([{ key, tokens: said, seesPictures }]));
  return {
    key,
    name,
    identifier: id,
    provider,
    contextTokens: tokens,
    complete: async (request, signal) => {
      const bytes = Buffer.byteLength(JSON.stringify([request.messages, request.tools]));
      assertModel(policy.current, policyPlaceOf(choice), bytes);
      const { askEditorModel } = await import("./editorModel");
      return askEditorModel({ ...choice, learned, onSent: activity.sent }, request, signal);
    },
  } satisfies ChatModel;
}
