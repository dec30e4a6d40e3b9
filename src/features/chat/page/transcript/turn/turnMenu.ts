import { t } from "../../../../../kit/l10n";
import { button } from "../../../../../page/ui/dom";
import { toolkit } from "../../../../../page/ui/toolkit";
import type { AnswerTools, TurnContext } from "../../contexts";
import type { MenuAction } from "./turnMenuItems";

/** The other actions of a turn and its answer, behind one button; the code is loaded on first use. */
export function turnMenu(
  turnId: string,
  actions: MenuAction[],
  context: TurnContext,
  answer?: Pick<AnswerTools, "target">,
): HTMLButtonElement {
  const { notices } = context;
  const owner = button(
    {
      icon: "more",
      label: t("More actions"),
      class: "icon-button more-actions",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
    },
    () => {
      import("./turnMenuItems").then(
        ({ openTurnMenu }) => openTurnMenu(toolkit, owner, { turnId, actions, answer }, context),
        notices.failed,
      );
    },
  );
  return owner;
}
