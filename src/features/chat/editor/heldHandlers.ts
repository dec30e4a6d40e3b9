import { decisions, oneOf } from "../../../contract/vocabulary";
import { malformed, textIn, wholeNumberIn } from "./callArguments";
import type { ArgsOf } from "../../../page/protocol/messages";
import type { Chat } from "../../asking/core/chat";

/** The calls about the question to the user that stands in the chat. */
export function heldHandlers(page: { readonly chat: Chat }) {
  return {
    decide: (args: ArgsOf<"decide">): void => {
      const decision = oneOf(decisions, args.decision);
      if (!decision) throw malformed();
      page.chat.held.answer(textIn(args, "questionId"), decision);
    },
    showReason: async (args: ArgsOf<"showReason">): Promise<void> => {
      const { current } = page.chat.held;
      const isThis = current?.id === textIn(args, "questionId");
      await (isThis ? current.reasons[wholeNumberIn(args, "index")]?.show?.() : undefined);
    },
  };
}
