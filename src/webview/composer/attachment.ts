import type { AttachmentView } from "../../protocol/views";
import { button, disclosure, el } from "../ui/dom";
import { icon } from "../ui/icons";
import { visible, visibleText } from "../ui/visible";

function preview(attachment: AttachmentView): HTMLElement {
  return el(
    "pre",
    { class: "preview", tabindex: "0", role: "group", "aria-label": "Attached text" },
    el("code", {}, visibleText(attachment.text)),
  );
}

/** What is sent with the next question; unfolds to show the exact text. */
export function attachmentChip(attachment: AttachmentView, onRemove: () => void): HTMLElement {
  const label = visible(attachment.label, 300);
  const folded = disclosure(
    "chip",
    [
      el("span", { class: "chip-label", title: label }, label),
      el("span", { class: "detail" }, visible(attachment.detail, 300)),
    ],
    (body) => {
      body.append(preview(attachment));
    },
  );
  return el(
    "div",
    { class: "chip-row" },
    folded,
    button({ icon: "close", label: `Do not attach ${label}` }, onRemove),
  );
}

/** The attachment of a question that was asked: its label reveals the range in the editor. */
export function attachmentLine(attachment: AttachmentView, onReveal: () => void): HTMLElement {
  const label = visible(attachment.label, 300);
  const folded = disclosure(
    "attached",
    [
      el("span", { class: "spoken" }, "Attached text, "),
      el("span", { class: "detail" }, visible(attachment.detail, 300)),
    ],
    (body) => {
      body.append(preview(attachment));
    },
  );
  const reveal = button(
    { text: label, title: `Show ${label} in the editor`, class: "link" },
    onReveal,
  );
  reveal.prepend(icon("attach"));
  return el("div", { class: "attachment" }, reveal, folded);
}
