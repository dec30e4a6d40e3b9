import { openMenu } from "../../../../page/ui/menu";
import type { LaterContext } from "../laterContext";

/** The menu of the split button beside Send. */
export function addSendMenu({ toolkit, composer }: LaterContext): HTMLButtonElement {
  const { button, t } = toolkit;
  const owner = button(
    {
      icon: "chevronDown",
      label: t("More ways to ask"),
      class: "icon-button send-more",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
    },
    () =>
      openMenu(toolkit, owner, [
        { label: t("Send"), title: t("Send (Enter)"), onChoose: () => composer.send() },
        {
          label: t("Compare…"),
          title: t("Ask several experts and see the answers side by side"),
          onChoose: () => composer.send("compare"),
        },
      ]),
  );
  composer.element.querySelector(".send")?.after(owner);
  return owner;
}
