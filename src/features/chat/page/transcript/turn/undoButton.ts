import { t } from "../../../../../kit/l10n";
import { button } from "../../../../../page/ui/dom";
import { iconOf } from "../../../../../page/ui/icons";
import type { TurnContext } from "../../contexts";

/** In the style of the page's icons (icons.ts). */
const outline =
  "M3 2.5c0-.28 .22-.5 .5-.5c.28 0 .5 .22 .5 .5v3.84l3.17-3.17c1.56-1.56 4.1-1.56 5.66 0c1.56 1.56 1.56 4.1 0 5.66l-5.03 5.02c-.19 .2-.51 .2-.7 0c-.2-.19-.2-.51 0-.7l5.02-5.03c1.17-1.17 1.17-3.07 0-4.24c-1.17-1.17-3.07-1.17-4.24 0l-3.12 3.12h3.74c.28 0 .5 .22 .5 .5c0 .28-.22 .5-.5 .5h-4.9c-.33 0-.6-.27-.6-.6v-4.9z";

/** Takes back what an answer has changed in files; the host asks first, and names them. */
export function undoButton(
  turnId: string,
  canUndo: boolean | undefined,
  { host }: TurnContext,
): HTMLButtonElement {
  const label = t("Undo this answer's changes…");
  const element = button({ icon: iconOf(outline), label, class: "icon-button undo-answer" }, () => {
    host.run("undoAnswer", { turnId });
  });
  element.hidden = canUndo !== true;
  return element;
}
