import assert from "node:assert/strict";
import { HubError } from "../../../src/contract/errors";

const stamps = { createdAt: "2026-01-01T00:00:00Z", updatedAt: "", publishedAt: "x", locale: "en" };
export const expert = {
  id: 7,
  name: "Ada",
  description: "d",
  function_name: "f",
  function_description: "fd",
  system_message: "s",
  profession: "p",
  apps: { any: ["thing"] },
  expert_llm_models: [{ id: 1, name: "m", identifier: "m-1", ...stamps }],
  abilities: [{ id: 2, name: "a", text: "t", ...stamps }],
  ...stamps,
};
export const user = {
  user_id: "u|1",
  name: "Ada",
  given_name: "A",
  family_name: "L",
  nickname: "al",
  email_verified: true,
  created_at: "c",
  updated_at: "u",
  last_login: "l",
  logins_count: 3,
  user_metadata: {
    message_me: true,
    newsletter: false,
    updates: true,
    features: false,
    follows_me: true,
    mentions_me: false,
    tokens: 12,
  },
};
const call = {
  index: 0,
  id: "c",
  type: "function",
  function: { name: "n", arguments: "not {json" },
};
export const step = {
  tool: "web_search",
  tool_input: { query: "q" },
  log: "l",
  message_log: [{ content: "", additional_kwargs: { tool_calls: [call] } }],
  tool_call_id: "c",
};
export const agentAnswer = {
  input: "i",
  output: "o",
  chat_history: [{ role: "user", content: "hello" }],
  intermediate_steps: [[step]],
};
export const wrong: unknown[] = [null, 7.5, "text", {}, [], true];

export function refusal(decode: () => unknown): HubError {
  try {
    decode();
  } catch (error) {
    if (error instanceof HubError) return error;
    throw error;
  }
  throw new Error("It should have been refused.");
}

/** The returned value, or `undefined` if it refuses; throws any error except a HubError. */
export function valueOf<T>(give: () => T): T | undefined {
  try {
    return give();
  } catch (error) {
    assert.ok(error instanceof HubError, String(error));
    assert.match(error.message, /^[A-Z].*\.$/su);
    return undefined;
  }
}
