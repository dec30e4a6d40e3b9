import { t } from "../../../../kit/l10n";
import type { AttachmentView } from "../../../../page/protocol/views";
import { button, disclosure, el } from "../../../../page/ui/dom";
import { icon } from "../../../../page/ui/icons";
import { visible, visibleText } from "../../../../page/ui/visible";

function preview(attachment: AttachmentView): HTMLElement {
  return el(
    "pre",
    { class: "preview", tabindex: "0", role: "group", "aria-label": t("Attached text") },
    el("code", {}, visibleText(attachment.text)),
  );
}

/** The attachment of a question that was asked: its label reveals the range in the editor. */
export function attachmentLine(attachment: AttachmentView, onReveal: () => void): HTMLElement {
  const label = visible(attachment.label, 300);
  const folded = disclosure(
    "attached",
    [
      el("span", { class: "spoken" }, t("Attached text, ")),
      el("span", { class: "detail" }, visible(attachment.detail, 300)),
    ],
    (body) => body.append(preview(attachment)),
  );
  folded.dataset["of"] = attachment.id;
  const reveal = button(
    { text: label, title: t("Show {0} in the editor", label), class: "link" },
    onReveal,
  );
  reveal.prepend(icon("attach"));
  return el("div", { class: "attachment" }, reveal, folded);
}
