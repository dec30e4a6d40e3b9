import { t } from "../../../../../kit/l10n";
import { button } from "../../../../../page/ui/dom";
import type { TurnContext } from "../../contexts";

/** Takes back what an answer has changed in files; the host asks first, and names them. */
export function undoButton(
  turnId: string,
  canUndo: boolean | undefined,
  { host }: TurnContext,
): HTMLButtonElement {
  const label = t("Undo this answer's changes…");
  const element = button({ icon: "undo", label, class: "icon-button undo-answer" }, () => {
    host.run("undoAnswer", { turnId });
  });
  element.hidden = canUndo !== true;
  return element;
}
