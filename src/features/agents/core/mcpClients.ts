import * as v from "valibot";

/** A program that may ask through MCP, as its user named it. */
export interface Program {
  readonly id: string;
  readonly name: string;
}

const allowedExpert = v.object({ hubScope: v.string(), expertId: v.number(), name: v.string() });

/** An expert that a program may ask without a further question to the user. */
export type AllowedExpert = v.InferOutput<typeof allowedExpert>;

const mcpClient = v.object({
  id: v.string(),
  name: v.string(),
  token: v.pipe(v.string(), v.minLength(20)),
  allowed: v.array(allowedExpert),
});

/** A program with a token of its own. What it was allowed ends with the token. */
export type McpClient = v.InferOutput<typeof mcpClient>;

/** What was stored; nobody has a token if that cannot be read. */
export function storedClients(text: string | undefined): readonly McpClient[] {
  try {
    const { success, output } = v.safeParse(v.array(mcpClient), JSON.parse(text ?? "[]"));
    return success ? output : [];
  } catch {
    return [];
  }
}

const isSameExpert = (one: AllowedExpert, other: AllowedExpert): boolean =>
  one.hubScope === other.hubScope && one.expertId === other.expertId;

export function isAllowed({ allowed }: McpClient, expert: AllowedExpert): boolean {
  return allowed.some((one) => isSameExpert(one, expert));
}

export function withAllowed(client: McpClient, expert: AllowedExpert): McpClient {
  return { ...client, allowed: [...withoutAllowed(client, expert).allowed, expert] };
}

export function withoutAllowed(client: McpClient, expert: AllowedExpert): McpClient {
  return { ...client, allowed: client.allowed.filter((one) => !isSameExpert(one, expert)) };
}
