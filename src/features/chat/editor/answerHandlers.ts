import type { Chat } from "../../asking/core/chat";
import { oneOf, outputActions } from "../../../contract/vocabulary";
import type { ArgsOf } from "../../../page/protocol/messages";
import type { AnswerFiles } from "../../changes/editor/answerFiles";
import type { Output } from "../../changes/editor/output";
import { openLink } from "../../../platform/editor/browser";
import { malformed, refIn, textIn, textsIn } from "./callArguments";

/** As many as a page asks about in one answer. */
const maxPaths = 200;

/** What the page does with answers, and with what they refer to. */
export function answerHandlers(
  page: { readonly chat: Chat },
  { output, answerFiles }: { output: Output; answerFiles: AnswerFiles },
) {
  return {
    useOutput: (args: ArgsOf<"useOutput">) => {
      const action = oneOf(outputActions, args.action);
      if (!action) throw malformed();
      return output.use(page.chat.conversation, refIn(args), action);
    },
    goToRange: (args: ArgsOf<"goToRange">) => answerFiles.goTo(page.chat.conversation, refIn(args)),
    existingFiles: (args: ArgsOf<"existingFiles">) => {
      const paths = textsIn(args, "paths", maxPaths);
      return answerFiles.existing(page.chat.conversation, textIn(args, "turnId"), paths);
    },
    openFile: (args: ArgsOf<"openFile">) =>
      answerFiles.open(page.chat.conversation, textIn(args, "turnId"), textIn(args, "file")),
    reviewAllChanges: (args: ArgsOf<"reviewAllChanges">) =>
      answerFiles.review(page.chat.conversation, refIn(args)),
    undoAnswer: (args: ArgsOf<"undoAnswer">) =>
      answerFiles.undo(page.chat.conversation, textIn(args, "turnId")),
    openLink: (args: ArgsOf<"openLink">) => openLink(textIn(args, "url"), page.chat.held),
  };
}
