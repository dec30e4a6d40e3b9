import { t } from "../../../../../kit/l10n";
import { disclosure, el } from "../../../../../page/ui/dom";
import { visible } from "../../../../../page/ui/visible";

/** How the hub's history differs from what was sent: folded, since ours is kept either way. */
export function historyNotes(notes: string[]): HTMLElement {
  const words = el(
    "span",
    { class: "detail" },
    t("The hub's history differs from this conversation"),
  );
  return disclosure("notes", [words], (body) =>
    body.append(...notes.map((note) => el("p", { dir: "auto" }, visible(note, 1000)))),
  );
}
