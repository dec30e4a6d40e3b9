import { createHubClient, type HubClient, type HubClientOptions } from "../../src/client/client";
import { realTiming } from "../../src/client/retry";
import type { WithPictures } from "../../src/contract/picture";
import type { AgentRequest, LlmRequest } from "../../src/contract/types";
import { createSend } from "../../src/client/undiciSend";
import { echoModel, echoModelId } from "../support/echoModel";
import { startHubWithFaults, type HubWithFaults } from "../support/faults/hub";

export const key = "KEY-of-the-contract";

/** What experts search. */
export const folders = [{ name: "here", path: "test/contract" }];

/** A hub with faults enabled, and clients that reach it over real sockets. */
export interface Fixture {
  readonly hub: HubWithFaults;
  /** Retries without waiting. */
  readonly client: HubClient;
  clientWith(options: Partial<HubClientOptions>): HubClient;
  close(): Promise<void>;
}

export async function startFixture(): Promise<Fixture> {
  const hub = await startHubWithFaults({ key, folders, models: () => [echoModel] });
  const send = createSend({}, () => undefined);
  const clientWith = (options: Partial<HubClientOptions>) =>
    createHubClient({
      send,
      baseUrl: hub.baseUrl,
      key: () => key,
      timeoutSeconds: () => 30,
      ...options,
    });
  return {
    hub,
    client: clientWith({ timing: { ...realTiming, wait: async () => undefined } }),
    clientWith,
    close: async () => {
      await send.close();
      await hub.close();
    },
  };
}

/** A question with every field set. */
export const agentRequest: Required<AgentRequest & WithPictures> = {
  expert_id: 5,
  ability_id: 21,
  model_id: 1,
  session_id: "session",
  input_data: "Where is startFixture?",
  // There is nobody to see any.
  pictures: [],
  temperature: 0.2,
  reasoning_effort: "low",
  user_id: "user",
  document_urls: ["https://documents.example/one"],
  conversation_history: [{ role: "user", content: "before" }],
  tool_config: { web_search_max_results: 3 },
  tool_activation: {
    web_search: false,
    computation_engine: true,
    document_retriever: false,
    workspace_connector: true,
  },
};

export const llmRequest: Required<LlmRequest & WithPictures> = {
  expert_id: 5,
  model_id: echoModelId,
  input_data: [{ role: "user", content: "6 * 7" }],
  pictures: [{ type: "image/png", data: "iVBORw0KGgo=" }],
  temperature: 0,
  reasoning_effort: "high",
  msx_tokens: 100,
};
