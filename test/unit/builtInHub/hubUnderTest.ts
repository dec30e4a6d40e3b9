import type { AgentRequest } from "../../../src/contract/types";
import { startBuiltInHub, type Options, type RunningHub } from "../../../src/builtInHub/index";

export const key = "KEY-of-the-tests";

export interface Answer {
  input: string;
  output: string;
  chat_history: { role: string; content: string }[];
  intermediate_steps: {
    tool: string;
    tool_input: { query: string };
    log: string;
    tool_call_id: string;
    message_log: {
      content: string;
      additional_kwargs: {
        tool_calls: {
          index: number;
          id: string;
          type: string;
          function: { name: string; arguments: string };
        }[];
      };
    }[];
  }[][];
}

type Address = Pick<RunningHub, "baseUrl">;

/** Starts a hub that is stopped at the end of the suite. */
export function hubUnderTest(options: Partial<Options> = {}): { hub: RunningHub } {
  const running = {} as { hub: RunningHub };
  before(async () => {
    running.hub = await startBuiltInHub({ key, ...options });
  });
  after(async () => {
    await running.hub.close();
  });
  return running;
}

export function get(hub: Address, path: string, headers: Record<string, string> = {}) {
  return fetch(`${hub.baseUrl}${path}`, {
    headers: { "svc-api-key": key, ...headers },
    redirect: "manual",
  });
}

export function post(hub: Address, path: string, body: unknown, signal?: AbortSignal) {
  return fetch(`${hub.baseUrl}${path}`, {
    method: "POST",
    headers: { "svc-api-key": key, "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
    redirect: "manual",
    ...(signal && { signal }),
  });
}

export async function invoke(hub: RunningHub, request: AgentRequest): Promise<Answer> {
  const response = await post(hub, "/api/v1/invoke_agent", request);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** The output of an expert for an input. */
export async function ask(
  hub: RunningHub,
  expert_id: number,
  input_data: string,
  more: AgentRequest = {},
) {
  return (await invoke(hub, { expert_id, input_data, ...more })).output;
}
