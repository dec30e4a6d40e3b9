import { el } from "../../../../../page/ui/dom";
import type { RichTextContext } from "../../contexts";
import { toolkit } from "../../../../../page/ui/toolkit";
import { visibleText } from "../../../../../page/ui/visible";

export type RichText = typeof import("../../richText/richText");

/** Characters that take their place while the Markdown code is loading. */
const firstPlain = 20_000;

let loaded: RichText | undefined;
let loading: Promise<RichText> | undefined;

/** The Markdown code, if it is there. */
export const loadedRichText = (): RichText | undefined => loaded;

/** Loads the Markdown code once; the page's first paint does not need it. */
export function loadRichText(): Promise<RichText> {
  loading ??= import("../../richText/richText").then((module) => (loaded = module));
  return loading;
}

/** Fills `target` with the Markdown of an answer: immediately if possible, else plain text first. */
export function answerText(
  target: HTMLElement,
  output: string,
  given: Omit<RichTextContext, "toolkit">,
): void {
  const context = { ...given, toolkit };
  if (loaded) {
    loaded.renderRichText(target, output, context);
    return;
  }
  // Not to be seen as Markdown for a moment, yet as high as the answer will be, more or less.
  const text = visibleText(output.slice(0, firstPlain), "prose");
  const plain = el("div", { class: "plain coming" }, text);
  target.append(plain);
  loadRichText().then(
    (module) => module.renderRichText(target, output, context),
    () => {
      // If the chunk cannot be loaded, the page still shows the text.
      plain.replaceChildren(visibleText(output, "prose"));
      plain.classList.remove("coming");
    },
  );
}
