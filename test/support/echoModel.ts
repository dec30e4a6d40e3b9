import { modelId } from "../../src/client/modelId";
import type { ChatModel } from "../../src/contract/chatModel";

/** A language model that answers with the last message. */
export const echoModel: ChatModel = {
  key: "test echo",
  name: "Echo",
  identifier: "echo",
  provider: "test",
  complete: async ({ messages }) => ({
    text: messages.at(-1)?.content ?? "",
    calls: [],
    ending: "complete",
  }),
};

export const echoModelId = modelId(echoModel.key);

/** A built-in hub asks it wherever no model is named. */
export const withEchoModel = { models: () => [echoModel], modelByDefault: true };
