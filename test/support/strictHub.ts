import type { Expert } from "../../src/contract/types";
import { rawJson, startRawServer, type RawExchange, type RawServer } from "./rawServer";

/** An account at a strict hub. */
export interface StrictAccount {
  readonly key: string;
  readonly userId: string;
}

/** A question as it arrived, with the key that came with it. */
export interface ArrivedQuestion {
  readonly key: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly exchange: RawExchange;
}

export interface StrictHub {
  readonly server: RawServer;
  readonly accounts: readonly [StrictAccount, StrictAccount];
  readonly abilityId: number;
  readonly modelIds: readonly [number, number];
  /** The record of an expert. */
  expertAt(id: number): Expert;
  readonly questions: readonly ArrivedQuestion[];
  /** What arrived that is of another hub, account or expert, in words. */
  readonly failures: readonly string[];
  /** Answers questions from now on; those that it leaves open wait for `reply`. */
  answer: (question: ArrivedQuestion, nth: number) => string | undefined;
}

/** The experts of every strict hub have these ids. */
export const strictExperts = [7, 8] as const;

/** A question that says for which hub and account it is. */
export const questionFor = (hub: string, account: 1 | 2, words = "Why?"): string =>
  `${words} (for ${hub}${account})`;

/** Sessions, by the hub and the account that had them first. */
export type Sessions = Map<string, string>;

/**
 * A hub on a real socket that has the same expert ids as every other one, and refuses whatever is not
 * its own: keys, user ids, sessions, earlier answers, abilities, models, and questions for others.
 */
export async function startStrictHub(
  name: string,
  nth: number,
  sessions: Sessions,
): Promise<StrictHub> {
  const account = (number: number): StrictAccount => ({
    key: `KEY-${name}${number}-CANARY-${nth}d41`,
    userId: `user-${name}${number}`,
  });
  const accounts = [account(1), account(2)] as const;
  const abilityId = 30 + nth;
  const modelIds = [40 + nth, 50 + nth] as const;
  const questions: ArrivedQuestion[] = [];
  const failures: string[] = [];
  const fine = (number: number) => rawJson({ output: `Answer of ${name}${number}.` });

  const refuse = ({ socket }: RawExchange, failure: string): void => {
    failures.push(failure);
    socket.write(rawJson({ error: 403, message: "Not of this hub." }, { status: 403 }));
  };

  /** What in a question is not of this hub and account. */
  const foreignIn = (number: number, body: Record<string, unknown>): string | undefined => {
    const { expert_id, ability_id = abilityId, model_id = modelIds[0], session_id, user_id } = body;
    if (!strictExperts.some((id) => id === expert_id)) return `expert ${JSON.stringify(expert_id)}`;
    if (ability_id !== abilityId) return `ability ${JSON.stringify(ability_id)}`;
    if (!modelIds.some((id) => id === model_id)) return `model ${JSON.stringify(model_id)}`;
    if (user_id !== undefined && user_id !== accounts[number - 1]!.userId)
      return `user ${JSON.stringify(user_id)}`;
    const who = `${name}${number}`;
    if (typeof session_id === "string") {
      const first = sessions.get(session_id) ?? who;
      sessions.set(session_id, first);
      if (first !== who) return `session of ${first}`;
    }
    const words = JSON.stringify(body);
    const others = [...words.matchAll(/(?:\(for|Answer of) ([A-Z]\d)\b/g)].map(([, one]) => one);
    const foreign = others.find((one) => one !== who);
    return foreign && `words for ${foreign}`;
  };

  const server = await startRawServer({
    answer: (exchange) => {
      const { request, socket } = exchange;
      const key = /^svc-api-key: *(\S+)/im.exec(request)?.[1] ?? "";
      const number = accounts.findIndex((one) => one.key === key) + 1;
      if (number === 0) return refuse(exchange, `key ${key}`);
      if (request.includes("/get_user")) {
        const user = { user_id: accounts[number - 1]!.userId, name: `${name}${number}` };
        return socket.write(rawJson([{ user }]));
      }
      const id = Number(/get_expert\/(\d+)/.exec(request)?.[1]);
      if (!request.startsWith("POST ")) return socket.write(rawJson([expertAt(id)]));
      const json = Buffer.from(request.slice(request.indexOf("\r\n\r\n") + 4), "latin1");
      const body = JSON.parse(json.toString("utf8")) as Record<string, unknown>;
      const path = /^POST (\S+)/.exec(request)?.[1] ?? "";
      const question = { key, path, body, exchange };
      questions.push(question);
      const foreign = foreignIn(number, body);
      if (foreign) return refuse(exchange, foreign);
      const reply = hub.answer(question, questions.length);
      if (reply !== undefined) socket.write(reply || fine(number));
      return undefined;
    },
  });

  const expertAt = (id: number): Expert => ({
    id,
    name: `${name} ${id}`,
    abilities: [{ id: abilityId, name: `Ability of ${name}` }],
    expert_llm_models: modelIds.map((model) => ({ id: model, name: `Model ${model}` })),
  });

  const hub: StrictHub = {
    server,
    accounts,
    abilityId,
    modelIds,
    expertAt,
    questions,
    failures,
    answer: () => "",
  };
  return hub;
}

/** A usual answer to a question that was left open. */
export const reply = ({ exchange }: ArrivedQuestion, answer: string): void => {
  exchange.socket.write(answer);
};
