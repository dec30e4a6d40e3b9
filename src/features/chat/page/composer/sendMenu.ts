import { type MenuItem, openMenu } from "../../../../page/ui/menu";
import type { LaterContext } from "../laterContext";

/** The menu of the split button beside Send. */
export function addSendMenu({ toolkit, composer, transcript }: LaterContext): HTMLButtonElement {
  const { button, t } = toolkit;
  const items = (): MenuItem[] => {
    const { canSend, isLater } = composer;
    const preview = {
      label: t("What will be sent"),
      title: t("Shows the exact request"),
      onChoose: () => void composer.panels.open("preview"),
    };
    const compare = {
      label: t("Compare with…"),
      title: t("Ask several experts and see the answers side by side"),
      onChoose: () => composer.send("compare"),
    };
    const queue = {
      label: t("Add to queue"),
      title: t("Adds this to the questions that are asked next"),
      onChoose: () => composer.send(),
    };
    const inNew = {
      label: t("New conversation with this"),
      title: t("Sends this as the first question of a new conversation"),
      onChoose: () => composer.send("sendInNew"),
    };
    if (!canSend) return isLater ? [preview] : [preview, compare];
    return [preview, isLater ? queue : compare, ...(transcript.turns.length > 0 ? [inNew] : [])];
  };
  const owner = button(
    {
      icon: "chevronDown",
      label: t("More ways to ask"),
      class: "icon-button send-more",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
    },
    () => openMenu(toolkit, owner, items()),
  );
  composer.element.querySelector(".send")?.after(owner);
  return owner;
}
