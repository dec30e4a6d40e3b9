import type { BuiltInHubOptions } from "../../../../../src/contract/builtInHubApi";
import { servedModelKey } from "../../../../../src/contract/chatModel";
import { estimatedTokens } from "../../../../../src/contract/contextSize";
import { modelId } from "../../../../../src/client/modelId";
import { createSend } from "../../../../../src/client/undiciSend";
import * as builtInHub from "../../../../../src/builtInHub/index";
import type { ContextSizes } from "../../../../../src/features/models/core/contextSizes";
import {
  completion,
  startModelServer,
  type ModelReply,
  type ModelRequestSeen,
} from "../../../../support/modelServer";
import { atEnd } from "../../../client/hubFixture";
import { realAsking } from "./realQuestion";

export const tokensIn = ({ body }: ModelRequestSeen): number =>
  estimatedTokens(JSON.stringify([body.messages, body.tools]));

/** As a server refuses what is too long for it. */
export const tooLong = (takes: number, request: ModelRequestSeen): ModelReply => ({
  status: 400,
  body: {
    error: {
      code: "context_length_exceeded",
      message: `This model's maximum context length is ${takes} tokens. However, your messages resulted in ${tokensIn(request)} tokens.`,
    },
  },
});

/** The built-in hub with a model whose server refuses more than `takes` tokens. */
export async function smallContext(
  takes: number,
  reply: (request: ModelRequestSeen, nth: number) => ModelReply | Promise<ModelReply> = () =>
    completion({ content: "Fine." }),
) {
  const server = await startModelServer((request, nth) =>
    tokensIn(request) > takes ? tooLong(takes, request) : reply(request, nth),
  );
  const send = createSend({}, () => undefined);
  const served = { address: server.base, identifier: "scripted", send, key: async () => "k" };
  const key = servedModelKey(served);
  let known: ContextSizes | undefined;
  const model = () => ({
    ...served,
    context: {
      tokens: known?.of(key),
      learned: (tokens: number) => void known?.learn(key, tokens),
    },
  });
  const load = async () => ({
    ...builtInHub,
    startBuiltInHub: (options: BuiltInHubOptions) =>
      builtInHub.startBuiltInHub({ ...options, models: () => [model()] }),
  });
  atEnd(async () => {
    await send.close();
    await server.close();
  });
  const fixture = await realAsking(undefined, load);
  const { connection, contexts, models } = fixture;
  known = contexts;
  await connection.useBuiltIn(true);
  await models.choose({ kind: "address", address: server.base, identifier: "scripted" });
  return { ...fixture, server, key, question: { expertId: 5, modelId: modelId(key) } };
}
