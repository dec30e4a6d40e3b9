import { oneOf, remedies, type QuestionMarks, type Remedy } from "../../../contract/vocabulary";
import type { ArgsOf } from "../../../page/protocol/messages";
import { perform } from "../../../platform/editor/notify";
import type { Chat } from "../../asking/core/chat";
import type { QuestionSender } from "../../asking/core/questionSender";
import type { Connection } from "../../connection/core/connection";
import { malformed, textIn } from "./callArguments";
import { decideHub } from "./hubChoice";
import { showComparison } from "./otherAnswerHandlers";
import type { TurnActions } from "./turnActions";

interface ProblemPage {
  readonly chat: Chat;
  focus(): void;
  redraw(): Promise<void>;
}

interface ProblemParts {
  readonly connection: Connection;
  readonly sender: QuestionSender;
  readonly turnActions: TurnActions;
}

/** What shows something else, to which the user then goes. */
const leading: ReadonlySet<Remedy> = new Set(["openHub", "openSettings", "showLog"]);

/** What helps where there is no answer; `asShown` updates the page if it is behind. */
export function problemHandlers(
  page: ProblemPage,
  parts: ProblemParts,
  asShown: (act: () => Promise<unknown>) => Promise<void>,
) {
  const { sender } = parts;
  return {
    resolveProblem: async (
      args: ArgsOf<"resolveProblem">,
      shown?: QuestionMarks,
    ): Promise<void> => {
      const action = oneOf(remedies, args.action);
      if (!action) throw malformed();
      const { turnId: of = "" } = args;
      if (action === "retry" && page.chat.conversation.get(of)?.beside !== undefined)
        await showComparison(page.chat, of);
      else if (action === "retry")
        await asShown(() => sender.retry(page.chat, textIn(args, "turnId"), shown));
      else if (action === "refreshExpert" && args.turnId !== undefined)
        await parts.turnActions.refreshExpert(page.chat, textIn(args, "turnId"));
      else if (action === "continueHere" || action === "switchHub")
        await asShown(async () => {
          const turnId = args.turnId === undefined ? undefined : textIn(args, "turnId");
          await decideHub(parts, page.chat, { action, turnId, shown });
          await page.redraw();
        });
      else {
        if (action === "enterModelKey" && args.turnId !== undefined)
          await perform(action, page.chat.conversation.get(of)?.asked.modelId);
        else await perform(action);
        // When a box of VS Code closes, an open editor gets the focus.
        if (!leading.has(action)) page.focus();
      }
    },
  };
}
