import { button } from "../../ui/dom";
import { icon } from "../../ui/icons";
import { toolkit } from "../../ui/toolkit";
import type { TurnContext } from "./turnContext";
import type { TurnAction } from "../../../kit/vocabulary";

const confirmedMs = 1500;

/** The other actions of a turn, behind one button; the code is loaded on first use. */
export function turnMenu(
  turnId: string,
  actions: TurnAction[],
  context: TurnContext,
): HTMLButtonElement {
  const { notices } = context;
  const owner = button(
    { icon: "more", label: "More actions", class: "icon-button more-actions" },
    () => {
      import("./turnMenuItems").then(({ openTurnMenu }) => {
        openTurnMenu(toolkit, owner, { turnId, actions }, context, (action) => {
          if (action === "copyAsCurl") confirm();
        });
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
