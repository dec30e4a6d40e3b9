import * as v from "valibot";
import { report } from "../../../kit/unexpectedErrors";
import { Limiter } from "../../../kit/limiter";
import { unlessAborted } from "../../../kit/abort";

export type Consent = "once" | "always" | "no";

/** A consent that the user need not give again. */
export interface LastingConsent {
  isGiven(): boolean;
  give(): Promise<void>;
}

interface ConsentQuestion {
  /** The program that asks: what it waits for makes no other one wait. */
  readonly client: string;
  /** `undefined` for what is asked each time. */
  readonly lasting: LastingConsent | undefined;
  readonly signal: AbortSignal;
  ask(): Promise<Consent>;
}

/** Whether the user lets other programs ask. Asks one thing at a time for each program. */
export class ClientConsent {
  readonly #asking = new Map<string, Limiter>();

  /**
   * Whether it may be sent; asks unless the user wanted no further question. Resolves to false as soon
   * as the signal is aborted, and an answer that comes later does not count.
   */
  async allows({ client, lasting, signal, ask }: ConsentQuestion): Promise<boolean> {
    const isAllowed = () => lasting?.isGiven() === true && !signal.aborted;
    if (isAllowed()) return true;
    const oneAtATime = this.#asking.get(client) ?? new Limiter(1);
    this.#asking.set(client, oneAtATime);
    const answering = oneAtATime.run(async () => {
      // The answer to a question before it may have been for this one as well.
      if (isAllowed()) return true;
      const answer = await unlessAborted(ask(), signal);
      if (answer === undefined || signal.aborted) return false;
      // If it cannot be kept, the next question is asked about again.
      if (answer === "always") await lasting?.give().catch(report);
      return answer !== "no";
    }, signal);
    return (await unlessAborted(answering, signal)) ?? false;
  }
}

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
