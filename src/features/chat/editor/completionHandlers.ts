import type { Chat } from "../../asking/core/chat";
import { oneOf, triggerCharacters, type QuestionMarks } from "../../../contract/vocabulary";
import { lazy } from "../../../kit/lazy";
import type { CompletionsView } from "../../../page/protocol/completionViews";
import type { ArgsOf } from "../../../page/protocol/messages";
import { malformed, textIn } from "./callArguments";
import type { CompletionsParts } from "./completions";

interface CompletingPage {
  readonly chat: Chat;
  focus(): void;
  redraw(): Promise<void>;
}

/** The calls about what the composer offers at the cursor; `asShown` updates the page if it is behind. */
export function completionHandlers(
  page: CompletingPage,
  parts: Omit<CompletionsParts, "focus">,
  asShown: (act: () => Promise<unknown>) => Promise<void>,
) {
  const completions = lazy(async () => {
    const { Completions } = await import("./completions");
    return new Completions({ ...parts, focus: () => page.focus() });
  });
  return {
    complete: async (args: ArgsOf<"complete">): Promise<CompletionsView> => {
      const trigger = oneOf(triggerCharacters, args.trigger);
      if (!trigger) throw malformed();
      return (await completions()).list(page.chat, trigger, textIn(args, "typed"));
    },
    acceptCompletion: (args: ArgsOf<"acceptCompletion">, shown?: QuestionMarks): Promise<void> =>
      asShown(async () => {
        await (await completions()).accept(page.chat, textIn(args, "id"), shown);
        await page.redraw();
      }),
  };
}
