import { questionTools } from "../../../../support/questionTools";
import { Account } from "../../../../../src/features/connection/core/account";
import { QuestionRunner } from "../../../../../src/features/asking/core/questionRunner";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import type { Turn } from "../../../../../src/features/conversation/core/turn";
import type { Question } from "../../../../../src/features/conversation/core/question";
import { ChosenModels } from "../../../../../src/features/models/core/chosenModels";
import { ContextSizes } from "../../../../../src/features/models/core/contextSizes";
import { Roster } from "../../../../../src/features/experts/core/roster";
import type { BuiltInHubModule } from "../../../../../src/contract/builtInHubApi";
import * as builtInHub from "../../../../../src/builtInHub/index";
import { rawJson, type RawExchange } from "../../../../support/rawServer";
import { atEnd } from "../../../client/hubFixture";
import { connected, sound } from "../../../support/appFixture";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PictureFiles } from "../../../../../src/features/conversation/core/pictureFiles";
import { DiskFiles } from "../../../../../src/platform/editor/diskFiles";

export const realKey = "KEY-CANARY-7b1e9c";

/** Asking as in a window, over real sockets; `answer` belongs to the user's own hub. Closed by `closeAll`. */
export async function realAsking(
  answer?: (exchange: RawExchange) => void,
  builtIn: "real" | "raw" | (() => Promise<BuiltInHubModule>) = "real",
) {
  const load = builtIn === "real" ? async () => builtInHub : builtIn;
  const fixture = await connected(answer, load === "raw" ? undefined : load);
  // A one-letter key would be masked in the middle of words.
  await fixture.keys.store(fixture.own.origin, realKey);
  const account = new Account(fixture.connection, fixture.keys, fixture.store);
  const roster = new Roster(fixture.connection, fixture.store);
  const { connection, settings } = fixture;
  const models = new ChosenModels(fixture.store);
  const contexts = new ContextSizes(fixture.store, models);
  /** False in Restricted Mode. */
  const trust = { isTrusted: true };
  const tools = questionTools({ connection, models, isTrusted: () => trust.isTrusted });
  const folder = await mkdtemp(path.join(tmpdir(), "expert-hub-pictures-"));
  const pictures = new PictureFiles(new DiskFiles(folder));
  const asking = new QuestionRunner({
    connection,
    roster,
    account,
    settings,
    contexts,
    tools,
    pictures,
  });
  atEnd(async () => {
    for (const one of [asking, roster, account, contexts, models]) one.dispose();
    await rm(folder, { recursive: true });
  });
  const ask = (conversation: Conversation, question: Partial<Question>): Promise<Turn> =>
    asking.ask(conversation, asking.prepare(conversation, { typed: "", expertId: 7, ...question }));
  return { ...fixture, account, roster, models, contexts, tools, trust, pictures, asking, ask };
}

/** The body of a request that a raw server has read. */
export function bodyOf({ request }: Pick<RawExchange, "request">): {
  input_data: string;
  conversation_history?: { role: string; content: string }[];
} {
  const body = Buffer.from(request.slice(request.indexOf("\r\n\r\n") + 4), "latin1");
  return JSON.parse(body.toString("utf8")) as ReturnType<typeof bodyOf>;
}

/** Answers questions with this, and everything else like a working hub. */
export function toQuestions(answer: (exchange: RawExchange) => unknown) {
  return (exchange: RawExchange): void => {
    if (exchange.request.startsWith("POST ")) exchange.socket.write(rawJson(answer(exchange)));
    else sound(exchange);
  };
}

/** Answers like the real service: with the whole conversation, the question and its answer. */
export function echoing(output: (input: string) => string) {
  return toQuestions((exchange) => {
    const { input_data: input, conversation_history: sent = [] } = bodyOf(exchange);
    const answer = output(input);
    const chat_history = [
      ...sent,
      { role: "user", content: input },
      { role: "assistant", content: answer },
    ];
    return { input, chat_history, output: answer, intermediate_steps: [] };
  });
}
