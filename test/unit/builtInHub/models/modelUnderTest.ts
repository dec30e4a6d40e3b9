import { OpenAiModel } from "../../../../src/builtInHub/models/openAiModel";
import { modelAddress } from "../../../../src/builtInHub/models/modelServer";
import { createSend } from "../../../../src/client/undiciSend";
import type { Send } from "../../../../src/contract/send";
import {
  startModelServer,
  type ModelReply,
  type ModelRequestSeen,
  type ModelServer,
} from "../../../support/modelServer";

type Script = (request: ModelRequestSeen, nth: number) => ModelReply | Promise<ModelReply>;

/** Starts scripted servers that are stopped after each test. */
export function scriptedModels() {
  const ending: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ending.splice(0)) await end();
  });
  return async (
    script: Script | ModelReply,
    key?: string,
  ): Promise<{ model: OpenAiModel; server: ModelServer; send: Send }> => {
    const server = await startModelServer(typeof script === "function" ? script : () => script);
    const send = createSend({}, () => undefined);
    ending.push(
      () => server.close(),
      () => send.close(),
    );
    const address = modelAddress(server.origin);
    const model = new OpenAiModel({ address, send, key: () => Promise.resolve(key) }, "scripted");
    return { model, server, send };
  };
}
