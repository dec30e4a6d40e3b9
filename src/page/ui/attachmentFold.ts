import { t } from "../../kit/l10n";
import type { AttachmentView } from "../protocol/views";
import { disclosure, el, scrollable } from "./dom";
import { visible, visibleText } from "./visible";

/** What is attached: unfolds to its exact text. */
export function attachmentFold(
  kind: "attached" | "chip",
  { id, detail, text }: AttachmentView,
  name: HTMLElement,
): HTMLDetailsElement {
  const words = [name, el("span", { class: "detail" }, visible(detail, 300))];
  const fold = disclosure(kind, words, (body) => {
    const code = el("code", {}, visibleText(text));
    body.append(scrollable(t("Attached text"), { class: "preview" }, code));
  });
  fold.dataset["of"] = id;
  return fold;
}
