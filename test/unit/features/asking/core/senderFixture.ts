import type {
  Confirmation,
  PreparedQuestion,
} from "../../../../../src/features/asking/core/preparedQuestion";
import { ExpertOptions } from "../../../../../src/features/asking/core/options";
import type { SavedExpert } from "../../../../../src/features/experts/core/roster";
import { QuestionSender } from "../../../../../src/features/asking/core/questionSender";
import { OpenChats } from "../../../../../src/features/asking/core/openChats";
import { rawJson, type RawExchange } from "../../../../support/rawServer";
import { atEnd } from "../../../client/hubFixture";
import { savedFolder } from "../../conversation/core/savedFolder";
import { bodyOf, realAsking } from "./realQuestion";
import { noInstructions } from "../../../../support/questionTools";

const record = {
  id: 7,
  name: "Seven",
  abilities: [{ id: 3, name: "Three" }],
  expert_llm_models: [{ id: 4, name: "Four" }],
};
export const no = async (): Promise<boolean> => false;
export const selected = { id: "a", text: "1", languageId: "ts", label: "a.ts:1", detail: "1 line" };

/** A sender with a real connection, and a hub that can hold questions back. */
export async function senderFixture() {
  let expert: object = record;
  /** Questions that are held back. */
  const held: RawExchange[] = [];
  let holds = false;
  const answer = (exchange: RawExchange): void => {
    const { request, socket } = exchange;
    if (request.includes("/get_expert/")) {
      const id = Number(/get_expert\/(\d+)/.exec(request)?.[1]);
      socket.write(rawJson([{ ...expert, id }]));
    } else if (request.includes("/get_user")) socket.write(rawJson([{ user: { user_id: "u" } }]));
    else if (holds) held.push(exchange);
    else socket.write(rawJson({ output: "Fine." }));
  };
  const asking = await realAsking(answer, "raw");
  const { connection, roster, store, settings, own } = asking;
  await roster.add([7, 8]);
  const { window, unsent } = await savedFolder();
  const conversations = window();
  const chats = new OpenChats(store, conversations);
  const options = new ExpertOptions(connection, store, settings);
  const content: PreparedQuestion[] = [];
  const reach: string[] = [];
  const confirmation: { -readonly [K in keyof Confirmation]: Confirmation[K] } = {
    async confirm(_, questions) {
      content.push(...questions);
      reach.push(...questions.map(({ present }) => (present ? "again" : "new")));
      return true;
    },
  };
  atEnd(async () => {
    for (const one of [chats, options]) one.dispose();
  });
  const defaultExpert: { current: SavedExpert | undefined } = { current: undefined };
  const sender = new QuestionSender({
    connection,
    runner: asking.asking,
    roster,
    options,
    chats,
    defaultExpert,
    confirmation,
    tools: asking.tools,
    instructions: noInstructions,
  });
  const questions = () =>
    own.requests
      .filter((request) => request.startsWith("POST "))
      .map((request) => bodyOf({ request }) as unknown as Record<string, unknown>);
  return {
    ...asking,
    chats,
    conversations,
    options,
    confirmation,
    content,
    reach,
    sender,
    defaultExpert,
    questions,
    held,
    unsent,
    hold: (yes: boolean) => (holds = yes),
    become: (more: object) => (expert = { ...record, ...more }),
  };
}
