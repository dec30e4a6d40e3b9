import type { BuiltInHubOptions } from "../../../../../src/contract/builtInHubApi";
import type { Expert } from "../../../../../src/contract/types";
import * as builtInHub from "../../../../../src/builtInHub/index";
import { createSend } from "../../../../../src/client/undiciSend";
import type { PreparedQuestion } from "../../../../../src/features/asking/core/preparedQuestion";
import { ExpertOptions } from "../../../../../src/features/asking/core/options";
import { OpenChats } from "../../../../../src/features/asking/core/openChats";
import {
  type FolderInstructions,
  QuestionSender,
} from "../../../../../src/features/asking/core/questionSender";
import type { ColumnChoice } from "../../../../../src/features/compare/core/choices";
import {
  comparisonOf,
  type Comparison,
  columnProblem,
} from "../../../../../src/features/compare/core/comparisonColumns";
import { ComparisonSender } from "../../../../../src/features/compare/core/comparisonSender";
import {
  ChosenModels,
  modelIdOf,
  type ModelChoice,
} from "../../../../../src/features/models/core/chosenModels";
import type { Turn } from "../../../../../src/features/conversation/core/turn";
import { workbench } from "../../../../support/builtInExperts";
import {
  startModelServer,
  type ModelReply,
  type ModelServer,
} from "../../../../support/modelServer";
import { startRawServer, type RawExchange } from "../../../../support/rawServer";
import { atEnd } from "../../../client/hubFixture";
import { bodyOf, realAsking, realKey, toQuestions } from "../../asking/core/realQuestion";
import { savedFolder } from "../../conversation/core/savedFolder";
import { noInstructions } from "../../../../support/questionTools";

const expertNamed = (id: number, name: string, models: readonly object[] = []): Expert =>
  ({ id, name, abilities: [{ id: 3, name: "Three" }], expert_llm_models: models }) as never;

export const secondKey = "KEY-CANARY-second-4c2f8e";

type Reply = Parameters<typeof startModelServer>[0];

/** Two hubs of the user's own, and the built-in one with models at scripted servers. */
export async function compareFixture({
  atFirst = toQuestions(() => ({ output: "first" })),
  atSecond = toQuestions(() => ({ output: "second" })),
  models: replies = [],
}: {
  atFirst?: (exchange: RawExchange) => void;
  atSecond?: (exchange: RawExchange) => void;
  /** The models of each server, and what it answers. */
  models?: readonly { identifiers: readonly string[]; reply: Reply }[];
} = {}) {
  const send = createSend({}, () => undefined);
  const servers: ModelServer[] = [];
  const choices: ModelChoice[] = [];
  for (const { identifiers, reply } of replies) {
    const server = await startModelServer(reply);
    servers.push(server);
    for (const identifier of identifiers)
      choices.push({ kind: "address", address: server.base, identifier });
  }
  const offered = choices.flatMap((one) =>
    one.kind === "address" ? [{ ...one, send, key: async () => "k" }] : [],
  );
  const load = async () => ({
    ...builtInHub,
    startBuiltInHub: (options: BuiltInHubOptions) =>
      builtInHub.startBuiltInHub({ ...options, models: () => offered }),
  });
  const asking = await realAsking(atFirst, load);
  const { connection, roster, store, keys, own } = asking;
  const other = await startRawServer({ answer: atSecond });
  const second = await connection.hubs.add({ baseUrl: other.origin, name: "Second" });
  await keys.store(second.scope, secondKey);
  const models = new ChosenModels(store);
  for (const choice of choices) await models.choose(choice);
  const records = choices.map((choice) => ({
    id: modelIdOf(choice),
    name: choice.kind === "address" ? choice.identifier : choice.name,
  }));
  const keep = (scope: string, id: number, name: string, of: readonly object[] = []) =>
    roster.savedRosters.change(scope, (stored) => ({
      ...stored,
      kept: [...stored.kept, { id, expert: expertNamed(id, name, of), fetchedAt: Date.now() }],
    }));
  await keep(own.origin, 7, "Seven");
  await keep(own.origin, 9, "Nine");
  await keep(second.scope, 8, "Eight");
  await keep("built-in", workbench, "Workbench", records);
  const { window, fileOf } = await savedFolder();
  const conversations = window();
  const chats = new OpenChats(store, conversations);
  const options = new ExpertOptions(connection, store, asking.settings);
  const confirmed: (readonly PreparedQuestion[])[] = [];
  const summaries: string[] = [];
  let isAgreed = true;
  const confirmation = {
    confirm: async (
      _: unknown,
      questions: readonly PreparedQuestion[],
      { summary }: { summary?: string | undefined },
    ) => {
      if (summary === undefined) return true;
      confirmed.push(questions);
      summaries.push(summary);
      return isAgreed;
    },
  };
  const runner = asking.asking;
  const { tools } = asking;
  const instructions: { areOn: boolean; of: FolderInstructions["of"] } = { ...noInstructions };
  const shared = {
    connection,
    runner,
    roster,
    options,
    chats,
    confirmation,
    tools,
    instructions,
  };
  const sender = new QuestionSender({ ...shared, defaultExpert: { current: undefined } });
  const comparisons = new ComparisonSender({ ...shared, sender, models });
  atEnd(async () => {
    for (const one of [sender, chats, options, models]) one.dispose();
    await Promise.all([other.close(), send.close(), ...servers.map((server) => server.close())]);
  });
  const chat = chats.side;
  const { conversation } = chat;
  const comparison = (): Comparison => comparisonOf(conversation, conversation.turns.at(-1)!.id)!;
  return {
    ...asking,
    instructions,
    second,
    other,
    servers,
    models,
    options,
    chats,
    chat,
    conversation,
    conversations,
    window,
    fileOf,
    sender,
    comparisons,
    confirmed,
    summaries,
    comparison,
    agree: (yes: boolean) => (isAgreed = yes),
    /** A model of the built-in hub, by its name. */
    atModel: (identifier: string): ColumnChoice => ({
      hubScope: "built-in",
      expertId: workbench,
      modelId: records.find(({ name }) => name === identifier)!.id,
    }),
    atHub: (scope: string, expertId: number, more: object = {}): ColumnChoice => ({
      hubScope: scope,
      expertId,
      ...more,
    }),
    problems: () =>
      Promise.all(comparison().columns.map(({ settings }) => columnProblem(asking, settings))),
    /** Asks the expert of the first hub, as the chat does. */
    async first(typed = "Why?"): Promise<Turn> {
      chat.draft = typed;
      return (await sender.send(chat)).settled;
    },
  };
}

export type CompareFixture = Awaited<ReturnType<typeof compareFixture>>;

/** The questions that a server got. */
export const questionsIn = (server: { requests: readonly string[] }): string[] =>
  server.requests.filter((request) => request.startsWith("POST "));

export const outputOf = ({ result }: Turn): string =>
  result.state === "done" ? result.received.value.output : result.state;

/** A reply that waits until the test lets it go. */
export function gate(reply: ModelReply): { reply(): Promise<ModelReply>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { reply: async () => promise.then(() => reply), open: resolve };
}

export const keysIn = (requests: readonly string[]): string[] => [
  ...new Set(requests.map((request) => /svc-api-key: (\S+)/i.exec(request)?.[1] ?? "")),
];

export { bodyOf, realKey };
