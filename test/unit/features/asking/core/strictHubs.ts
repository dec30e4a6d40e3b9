import assert from "node:assert/strict";
import { CallerQuestions } from "../../../../../src/features/agents/core/callerQuestions";
import type { Chat } from "../../../../../src/features/asking/core/chat";
import { OpenChats } from "../../../../../src/features/asking/core/openChats";
import { ExpertOptions } from "../../../../../src/features/asking/core/options";
import type {
  Confirmation,
  PreparedQuestion,
} from "../../../../../src/features/asking/core/preparedQuestion";
import { QuestionQueue } from "../../../../../src/features/asking/core/questionQueue";
import { QuestionSender } from "../../../../../src/features/asking/core/questionSender";
import { ComparisonSender } from "../../../../../src/features/compare/core/comparisonSender";
import type { OwnHub } from "../../../../../src/features/connection/core/connection";
import { done, turn } from "../../conversation/core/savedTurns";
import { savedFolder } from "../../conversation/core/savedFolder";
import {
  questionFor,
  startStrictHub,
  strictExperts,
  type Sessions,
  type StrictHub,
} from "../../../../support/strictHub";
import { atEnd } from "../../../client/hubFixture";
import { realAsking } from "./realQuestion";
import { noInstructions } from "../../../../support/questionTools";

/** What the user answers. */
type Confirming = (questions: readonly PreparedQuestion[], signal: AbortSignal) => Promise<boolean>;
const agreed: Confirming = async () => true;

/** A window with two strict hubs, the first of them in use, and the hub of the settings beside them. */
export async function strictHubs() {
  const asking = await realAsking(undefined, "raw");
  const { asking: runner, connection, keys, roster, store, settings, models, own } = asking;
  const sessions: Sessions = new Map();
  const [a, b] = await Promise.all([
    startStrictHub("A", 1, sessions),
    startStrictHub("B", 2, sessions),
  ]);
  atEnd(async () => {
    await Promise.all([a.server.close(), b.server.close()]);
  });
  const added = async (hub: StrictHub, name: string): Promise<OwnHub> => {
    const added = await connection.hubs.add({ baseUrl: hub.server.origin, name });
    await keys.store(added.scope, hub.accounts[0].key);
    await asking.account.remember(added.scope, { user_id: hub.accounts[0].userId });
    const kept = strictExperts.map((id) => ({
      id,
      expert: hub.expertAt(id),
      fetchedAt: Date.now(),
      abilityId: hub.abilityId,
      modelId: hub.modelIds[0],
    }));
    await roster.savedRosters.change(added.scope, () => ({ kept }));
    return added;
  };
  const [hubA, hubB] = [await added(a, "Hub A"), await added(b, "Hub B")];
  await connection.use(hubA);
  // As the page does.
  await connection.setupStep();
  const { window } = await savedFolder();
  const conversations = window();
  const chats = new OpenChats(store, conversations);
  const options = new ExpertOptions(connection, store, settings);
  let confirm: Confirming = agreed;
  const confirmation: Confirmation = {
    confirm: (_, questions, { signal }) => confirm(questions, signal),
  };
  const sender = new QuestionSender({
    connection,
    runner,
    roster,
    options,
    chats,
    defaultExpert: { current: undefined },
    confirmation,
    tools: asking.tools,
    instructions: noInstructions,
  });
  const queue = new QuestionQueue(sender, chats);
  const comparisons = new ComparisonSender({ connection, runner, roster, options, sender, models });
  const setup = { next: async () => undefined };
  const callers = new CallerQuestions({ setup, roster, chats, sender, connection });
  atEnd(async () => {
    for (const one of [queue, sender, chats, options]) one.dispose();
  });
  const { side } = chats;
  return {
    ...asking,
    a,
    b,
    hubA,
    hubB,
    chats,
    chat: side,
    sender,
    queue,
    comparisons,
    callers,
    options,
    own,
    /** What the user answers to whatever has to be confirmed. */
    confirmWith: (by: Confirming) => (confirm = by),
  };
}

export type StrictWindow = Awaited<ReturnType<typeof strictHubs>>;

/** Puts an answered question of hub A into a chat, large enough that a smaller try can leave it out. */
export function withHistory({ hubA }: StrictWindow, { conversation }: Chat): void {
  const asked = { expertId: 7, expertName: "A 7", hubScope: hubA.scope, builtIn: false };
  for (const id of ["1", "2", "3"]) {
    const question = { typed: questionFor("A", 1, `word ${"word ".repeat(400)}`), expertId: 7 };
    conversation.put(turn(id, done("Answer of A1."), { asked, question }));
  }
}

/** Fails unless all that arrived is of this account, expert, ability and model, and nothing is elsewhere. */
export function assertOnlyAtA({ a, b, own, hubA }: StrictWindow, words: string): void {
  const [{ key, userId }] = a.accounts;
  const about = `${words}: ${a.server.origin} ${hubA.scope}`;
  assert.deepEqual([a.failures, b.failures], [[], []], about);
  assert.deepEqual([b.questions.length, questionsAt(own.requests)], [0, 0], about);
  for (const { key: used, path, body } of a.questions) {
    assert.deepEqual([used, body["expert_id"], body["model_id"]], [key, 7, a.modelIds[0]], about);
    if (!path.endsWith("/invoke_llm"))
      assert.deepEqual([body["user_id"], body["ability_id"]], [userId, a.abilityId], about);
  }
}

/** Those among all requests. */
const questionsAt = (requests: readonly string[]): number =>
  requests.filter((request) => request.startsWith("POST ")).length;
