import { t } from "../../../../../kit/l10n";
import { icon, iconOf } from "../../../../../page/ui/icons";
import type { RichTextContext } from "../../richText/context";
import { visible, visibleText } from "../../../../../page/ui/visible";

export type RichText = typeof import("../../richText/richText");

/** Characters shown immediately while the Markdown code is loading. */
const firstPlain = 20_000;

let loaded: RichText | undefined;
let loading: Promise<RichText> | undefined;

/** Loads the Markdown code once; the page's first paint does not need it. */
export function loadRichText(): Promise<RichText> {
  loading ??= import("../../richText/richText").then((module) => (loaded = module));
  return loading;
}

export type AnswerSurroundings = Pick<RichTextContext, "codeActions" | "answer">;

/** Fills `target` with the Markdown of an answer: immediately if possible, else plain text first. */
export function answerText(target: HTMLElement, output: string, given: AnswerSurroundings): void {
  const context: RichTextContext = { ...given, icon, iconOf, t, visible, visibleText };
  if (loaded) {
    loaded.renderRichText(target, output, context);
    return;
  }
  const plain = document.createElement("div");
  plain.className = "plain";
  plain.append(visibleText(output.slice(0, firstPlain), "prose"));
  target.append(plain);
  loadRichText().then(
    (module) => module.renderRichText(target, output, context),
    () => {
      // If the chunk cannot be loaded, the page still shows the text.
      plain.replaceChildren(visibleText(output, "prose"));
    },
  );
}
