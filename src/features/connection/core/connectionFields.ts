import { isRecord } from "../../../contract/record";

export const endpoints = [
  "GET /api/v1/get_user",
  "GET /api/v1/get_expert/:id",
  "POST /api/v1/invoke_agent",
] as const;
export type Endpoint = (typeof endpoints)[number];

/** Field names; fields with a known shape are nested, those in `free` may contain anything. */
interface Shape {
  readonly [name: string]: Shape | "value" | "free";
}

const values = (...names: string[]): Shape =>
  Object.fromEntries(names.map((name) => [name, "value"]));

const dated = values("id", "name", "createdAt", "updatedAt", "publishedAt", "locale");

/** Sections 2.1, 2.2 and 4.3 of the service. */
const shapes: Record<Endpoint, Shape> = {
  "GET /api/v1/get_user": {
    user: {
      ...values("user_id", "email", "given_name", "family_name", "name", "nickname", "picture"),
      ...values("email_verified", "created_at", "updated_at", "last_login", "last_ip"),
      ...values("logins_count"),
      identities: values(
        "access_token",
        "expires_in",
        "connection",
        "user_id",
        "provider",
        "isSocial",
      ),
      user_metadata: {
        ...values("message_me", "newsletter", "updates", "features", "follows_me", "mentions_me"),
        ...values("api_keys", "tokens"),
        apps: "free",
      },
      app_metadata: "free",
    },
  },
  "GET /api/v1/get_expert/:id": {
    ...dated,
    ...values("description", "function_name", "function_description", "system_message"),
    ...values("profession"),
    apps: "free",
    expert_llm_models: { ...dated, ...values("identifier") },
    abilities: { ...dated, ...values("text") },
  },
  "POST /api/v1/invoke_agent": {
    ...values("input", "output"),
    chat_history: values("role", "content"),
    intermediate_steps: {
      ...values("tool", "log", "tool_call_id"),
      tool_input: values("query"),
      message_log: {
        ...values("content"),
        additional_kwargs: {
          tool_calls: { ...values("index", "id", "type"), function: values("arguments", "name") },
        },
      },
    },
  },
};

/** Maximum number of names in one list. */
const maxFields = 50;

export interface Fields {
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

/** The fields that the service describes and the answer lacks, and vice versa; no values. */
export function fieldsOf(endpoint: Endpoint, json: unknown): Fields {
  const missing = new Set<string>();
  const extra = new Set<string>();
  compare(json, shapes[endpoint], "", { missing, extra });
  return { missing: [...missing].slice(0, maxFields), extra: [...extra].slice(0, maxFields) };
}

function compare(
  value: unknown,
  shape: Shape,
  at: string,
  found: { missing: Set<string>; extra: Set<string> },
): void {
  // Steps arrive as arrays of arrays.
  for (const record of Array.isArray(value) ? value.flat() : [value]) {
    if (!isRecord(record)) continue;
    for (const name of Object.keys(record)) {
      if (!Object.hasOwn(shape, name)) found.extra.add(at + name);
    }
    for (const [name, inner] of Object.entries(shape)) {
      if (record[name] === undefined) found.missing.add(at + name);
      else if (typeof inner === "object") compare(record[name], inner, `${at}${name}.`, found);
    }
  }
}
