import { malformed, textIn, wholeNumberIn } from "./callArguments";
import type { ArgsOf } from "../../../page/protocol/messages";
import type { Chat } from "../../asking/core/chat";
import type { HeldNotices } from "../../asking/core/heldNotices";

/** The calls about what stands in the chat for the user to decide. */
export function heldHandlers(page: { readonly chat: Chat }, ofWindow: HeldNotices) {
  return {
    decide: (args: ArgsOf<"decide">): void => {
      const id = textIn(args, "questionId");
      const { isAlways = false } = args;
      if (typeof isAlways !== "boolean") throw malformed();
      const choice = choiceIn(args);
      page.chat.held.answer(id, choice === undefined ? undefined : { choice, isAlways });
    },
    useNotice: (args: ArgsOf<"useNotice">): void => {
      const id = textIn(args, "noticeId");
      const choice = choiceIn(args);
      for (const notices of [ofWindow, page.chat.held.notices]) notices.answer(id, choice);
    },
    showReason: async (args: ArgsOf<"showReason">): Promise<void> => {
      const { current } = page.chat.held;
      const isThis = current?.id === textIn(args, "questionId");
      await (isThis ? current.reasons[wholeNumberIn(args, "index")]?.show?.() : undefined);
    },
  };
}

const choiceIn = (args: { readonly choice?: number }): number | undefined =>
  args.choice === undefined ? undefined : wholeNumberIn(args, "choice");
