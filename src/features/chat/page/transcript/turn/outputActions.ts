import { t } from "../../../../../kit/l10n";
import type { OutputAction } from "../../../../../contract/vocabulary";
import type { TargetView } from "../../../../../page/protocol/views";
import { button, el } from "../../../../../page/ui/dom";
import { outputLabel } from "../../../../../page/ui/labels";
import { visible } from "../../../../../page/ui/visible";
import type { TurnContext } from "../../contexts";

interface Output {
  turnId: string;
  /** If absent, the whole answer is meant. */
  blockIndex?: number;
  target?: TargetView | undefined;
}

/** Copy, insert, replace, new file: always reachable by keyboard, visible on hover and focus. */
export function outputActions(
  { turnId, blockIndex, target }: Output,
  { host, notices }: TurnContext,
  ...others: HTMLElement[]
): HTMLElement {
  const name =
    blockIndex === undefined ? t("Use this answer") : t("Use code block {0}", blockIndex + 1);
  const actions: Exclude<OutputAction, "apply">[] = target?.canReplace
    ? ["copy", "insert", "replace", "newFile"]
    : ["copy", "insert", "newFile"];
  const buttons = actions.map((action) => {
    const label = outputLabel(action, target && visible(target.label, 80));
    const element = button({ icon: action, label }, () => {
      host
        .call(
          "useOutput",
          blockIndex === undefined ? { turnId, action } : { turnId, blockIndex, action },
        )
        .then((happened) => {
          if (action === "copy" && happened) notices.confirm(element, "copy", t("Copied"));
        })
        .catch(notices.failed);
    });
    return element;
  });
  return el(
    "div",
    { class: "actions", role: "toolbar", "aria-label": name },
    ...buttons,
    ...others,
  );
}
