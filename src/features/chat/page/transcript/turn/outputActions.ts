import { t } from "../../../../../kit/l10n";
import type { TargetView } from "../../../../../page/protocol/views";
import { button, el } from "../../../../../page/ui/dom";
import { icon } from "../../../../../page/ui/icons";
import { visible } from "../../../../../page/ui/visible";
import { outputIcons, outputLabel } from "../../../../../page/ui/labels";
import type { TurnContext } from "./turnContext";
import type { OutputAction } from "../../../../../contract/vocabulary";

const confirmedMs = 1500;

interface Output {
  turnId: string;
  /** If absent, the whole answer is meant. */
  blockIndex?: number;
  target?: TargetView | undefined;
  /** What the buttons are for, such as `Use this answer`. */
  name: string;
  /** If false, only copying is offered. */
  usable: boolean;
}

/** Copy, insert, replace, new file: always reachable by keyboard, visible on hover and focus. */
export function outputActions(
  output: Output,
  { host, notices }: TurnContext,
  ...others: HTMLElement[]
): HTMLElement {
  const { turnId, blockIndex, target } = output;
  const actions: OutputAction[] = ["copy"];
  if (output.usable) {
    actions.push("insert");
    if (target?.canReplace) actions.push("replace");
    actions.push("newFile");
  }
  const buttons = actions.map((action) => {
    const label = outputLabel(action, target && visible(target.label, 80));
    const element = button({ icon: outputIcons[action], label }, () => {
      host
        .call(
          "useOutput",
          blockIndex === undefined ? { turnId, action } : { turnId, blockIndex, action },
        )
        .then((happened) => {
          if (action === "copy" && happened) confirm(element);
        })
        .catch(notices.failed);
    });
    return element;
  });
  const confirm = (element: HTMLElement) => {
    element.replaceChildren(icon("check"));
    notices.say(t("Copied"));
    setTimeout(() => element.replaceChildren(icon("copy")), confirmedMs);
  };
  return el(
    "div",
    { class: "actions", role: "toolbar", "aria-label": output.name },
    ...buttons,
    ...others,
  );
}
