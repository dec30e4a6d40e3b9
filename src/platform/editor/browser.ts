import * as vscode from "vscode";
import { HubError } from "../../contract/errors";
import { t } from "../../kit/l10n";
import type { Confirmer } from "../core/confirmer";
import { confirm } from "./confirm";

/** Also accepts a string, which VS Code's types omit. */
type OpenExternal = (address: vscode.Uri | string) => Thenable<boolean>;

/** Opens exactly this address; with a `Uri`, VS Code would decode `%26` and the like on the way. */
export async function openInBrowser(address: string): Promise<void> {
  await (vscode.env.openExternal as OpenExternal)(address);
}

/** The longest link that a message box can show in full. */
const maxShownLink = 2000;

/** Opens a link of an answer in the browser once the user has seen its address; https only. */
export async function openLink(link: string, chat?: Confirmer): Promise<void> {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "") {
    throw new HubError("invalid-request", t("Only https links can be opened."));
  }
  if (url.href.length > maxShownLink) {
    throw new HubError("invalid-request", t("This link is too long to be shown in full."));
  }
  const choice = { detail: url.href, yes: t("Open"), no: t("Do Not Open"), enterAgrees: true };
  const isWanted = await confirm(t("Open {0} in the browser?", url.host), choice, chat);
  if (isWanted) await openInBrowser(url.href);
}
