import type { Chat } from "../../app/chat";
import type { ExpertOptions } from "../../app/options";
import type { ExpertChoices } from "../experts/expertChoices";
import type { ArgsOf, CallName, OutputAction, ResultOf, TurnAction } from "../../protocol/messages";
import { problemActions, type ProblemAction } from "../../protocol/views";
import { HubError } from "../../hub/errors";
import type { Composing } from "../insertion/composing";
import type { Output } from "../insertion/output";
import { perform } from "../notify";
import type { ChatPage } from "./chatPage";
import type { Chats } from "./chats";
import { openLink } from "./links";
import type { Sending } from "./sending";
import type { TurnActions } from "./turnActions";

/** One answer for each call of the page; the compiler misses none. */
export type Handlers = {
  [N in CallName]: (args: ArgsOf<N>) => ResultOf<N> | Promise<ResultOf<N>>;
};

export interface HandlerParts {
  chats: Chats;
  sending: Sending;
  composing: Composing;
  choices: ExpertChoices;
  output: Output;
  options: ExpertOptions;
  turnActions: TurnActions;
}

const turnActionNames = [
  "editAndResend",
  "askAgain",
  "fork",
  "copyAsCurl",
  "showRaw",
  "discard",
] as const satisfies readonly TurnAction[];
const outputActions: readonly OutputAction[] = ["copy", "insert", "replace", "newFile"];

/** Does what a page asks for. Ids are looked up in the page's own chats; text to insert is never taken. */
export function handlersFor(page: ChatPage, parts: HandlerParts): Handlers {
  const { chats, sending, composing, choices, output, options, turnActions } = parts;
  const inChat = (use: (chat: Chat) => void | Promise<void>) => () => use(page.chat);
  return {
    ready: () => page.view(),
    entered: () => {
      page.entered();
    },
    earlier: () => {
      page.sendEarlier();
    },
    send: async (args) => {
      await chats.saveTyped(page.chat.conversation.id, textIn(args, "text"), page);
      await sending.send(page.chat);
    },
    stop: inChat((chat) => sending.stop(chat)),
    saveDraft: (args) => {
      const conversationId = textIn(args, "conversationId");
      if (!page.hasShown(conversationId)) throw malformed();
      return chats.saveTyped(conversationId, textIn(args, "text"), page);
    },
    attachSelection: inChat(async (chat) => {
      chat.attachment = await composing.selected();
    }),
    removeAttachment: inChat((chat) => {
      chat.attachment = undefined;
    }),
    revealAttachment: (args) => composing.reveal(page.chat, textIn(args, "turnId")),
    pickExpert: inChat((chat) => choices.pickExpert(chat)),
    pickAbility: inChat((chat) => choices.pickAbility(chat)),
    pickModel: inChat((chat) => choices.pickModel(chat)),
    setOptions: async (args) => {
      const expertId = sending.expertOf(page.chat)?.id;
      if (expertId !== undefined) await options.choose(expertId, args.options);
    },
    preview: (args) => {
      const { endpoint, body } = sending.preview(page.chat, textIn(args, "text"));
      return { endpoint, json: JSON.stringify(body, undefined, 2) };
    },
    useTurn: async (args) => {
      const action = turnActionNames.find((known) => known === args.action);
      if (!action) throw malformed();
      await turnActions.use(page.chat, textIn(args, "turnId"), action);
    },
    useOutput: (args) => {
      const blockIndex: unknown = args.blockIndex;
      const action = outputActions.find((known) => known === args.action);
      if (!action || !(blockIndex === undefined || Number.isSafeInteger(blockIndex)))
        throw malformed();
      return output.use(
        page.chat.conversation,
        { turnId: textIn(args, "turnId"), ...(typeof blockIndex === "number" && { blockIndex }) },
        action,
      );
    },
    resolveProblem: async (args) => {
      const action: ProblemAction | undefined = problemActions.find(
        (known) => known === args.action,
      );
      if (!action) throw malformed();
      if (action === "retry") await sending.retry(page.chat, textIn(args, "turnId"));
      else if (action === "refreshExpert" && args.turnId !== undefined)
        await turnActions.refreshExpert(page.chat, textIn(args, "turnId"));
      else await perform(action);
    },
    openLink: (args) => openLink(textIn(args, "url")),
  };
}

function textIn<K extends string>(args: Partial<Record<K, unknown>> | undefined, name: K): string {
  const value = args?.[name];
  if (typeof value !== "string") throw malformed();
  return value;
}

function malformed(): HubError {
  return new HubError("internal", "The chat page sent something that is not understood.");
}
