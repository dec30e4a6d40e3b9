import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import { openInBrowser } from "../../../platform/editor/browser";
import { confirm } from "../../../platform/editor/confirm";

/** The longest link that a message box can show in full. */
const longestShown = 2000;

/** Opens a link of an answer in the browser once the user has seen its address; https only. */
export async function openLink(link: string): Promise<void> {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "") {
    throw new HubError("invalid-request", t("Only https links can be opened."));
  }
  if (url.href.length > longestShown) {
    throw new HubError("invalid-request", t("This link is too long to be shown in full."));
  }
  const choice = { detail: url.href, yes: t("Open"), no: t("Do Not Open") };
  if (await confirm(t("Open {0} in the browser?", url.host), choice)) await openInBrowser(url.href);
}
