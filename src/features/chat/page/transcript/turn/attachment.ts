import { t } from "../../../../../kit/l10n";
import type { AttachmentView } from "../../../../../page/protocol/views";
import { attachmentFold } from "../../../../../page/ui/attachmentFold";
import { button, el } from "../../../../../page/ui/dom";
import { visible } from "../../../../../page/ui/visible";

/** The attachment of a question that was asked: its label reveals the range in the editor. */
export function attachmentLine(attachment: AttachmentView, onReveal: () => void): HTMLElement {
  const text = visible(attachment.label, 300);
  const title = t("Show {0} in the editor", text);
  return el(
    "div",
    { class: "attachment" },
    button({ icon: "attach", text, title, class: "link" }, onReveal),
    attachmentFold("attached", attachment, el("span", { class: "spoken" }, t("Attached text, "))),
  );
}
