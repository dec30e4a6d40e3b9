import { t } from "../../../../../kit/l10n";
import { button, el } from "../../../../../page/ui/dom";
import type { TurnContext } from "../../contexts";

/** Copies the answer, beside other buttons: always reachable by keyboard, visible on hover and focus. */
export function outputActions(
  turnId: string,
  { host, notices }: Pick<TurnContext, "host" | "notices">,
  ...others: HTMLElement[]
): HTMLElement {
  const copy = button({ icon: "copy", label: t("Copy") }, () => {
    host.call("useOutput", { turnId, action: "copy" }).then((happened) => {
      if (happened) notices.confirm(copy, "copy", t("Copied"));
    }, notices.failed);
  });
  const named = { class: "actions", role: "toolbar", "aria-label": t("Use this answer") };
  return el("div", named, copy, ...others);
}
