import { button } from "../../ui/dom";
import { icon } from "../../ui/icons";
import { toolkit } from "../../ui/toolkit";
import { turnActionTitles, turnActionLabels } from "../../ui/labels";
import type { TurnContext } from "./turnContext";
import type { TurnAction } from "../../../kit/vocabulary";

const confirmedMs = 1500;

/** The other actions of a turn, behind one button; the code is loaded on first use. */
export function turnMenu(
  turnId: string,
  actions: TurnAction[],
  { host, notices }: TurnContext,
): HTMLButtonElement {
  const items = actions.map((action) => ({
    label: turnActionLabels[action],
    title: turnActionTitles[action],
    onChoose: () => {
      host
        .call("useTurn", { turnId, action })
        .then(() => {
          if (action === "copyAsCurl") confirm();
        })
        .catch(notices.failed);
    },
  }));
  const owner = button(
    { icon: "more", label: "More actions", class: "icon-button more-actions" },
    () => {
      import("../../ui/menu").then(({ openMenu }) => {
        openMenu(toolkit, owner, items);
      }, notices.failed);
    },
  );
  owner.setAttribute("aria-haspopup", "menu");
  owner.setAttribute("aria-expanded", "false");
  const confirm = () => {
    owner.replaceChildren(icon("check"));
    notices.say("Copied as cURL");
    setTimeout(() => {
      owner.replaceChildren(icon("more"));
    }, confirmedMs);
  };
  return owner;
}
