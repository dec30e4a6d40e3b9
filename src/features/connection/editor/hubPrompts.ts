import * as vscode from "vscode";
import type { OwnHub } from "../core/hub";
import { parseBaseUrl } from "../../../contract/address";
import { t } from "../../../kit/l10n";
import { addressMessage } from "../../../platform/editor/entryBox";
import { isPlainHttp } from "../../../contract/webAddress";
import { noPolicy, type Policy, type PolicySource } from "../../../policy/policy";
import { plainText } from "../../../platform/editor/plainText";
import { showInputBox } from "../../../platform/editor/inputs";

const maxHubNameLength = 60;

/** `localhost` refers to where the extension runs, which may not be where the window is. */
function baseAddressPrompt(): string {
  const { remoteName } = vscode.env;
  return remoteName === undefined
    ? t(
        "Base address of the hub. Plain http is accepted for a hub on this computer and, once you agree, in your local network.",
      )
    : t(
        "Base address of the hub. Plain http is accepted for a hub on the remote machine ({0}) where Expert Hub runs and, once you agree, in its local network.",
        plainText(remoteName, 40),
      );
}

/** The base address that the user types, or `undefined` if they leave. */
export async function askAddress(
  title: string,
  value: string,
  { prompt = baseAddressPrompt(), policy = noPolicy } = {},
): Promise<string | undefined> {
  const typed = await showInputBox({
    title: plainText(title, 100),
    prompt,
    placeHolder: "https://hub.example",
    value,
    ignoreFocusOut: true,
    validateInput: (text) =>
      addressMessage(text, t("The base address"), { localNetwork: true }) ??
      hubRefusalOf(text, policy),
  });
  const address = typed?.trim() ?? "";
  return address === "" ? undefined : parseBaseUrl(address, undefined, { localNetwork: true }).base;
}

function hubRefusalOf(typed: string, { current }: PolicySource): string | undefined {
  try {
    const { origin } = parseBaseUrl(typed, undefined, { localNetwork: true });
    return current.hubRefusal(origin) ?? plainHttpRefusalOf(origin, current);
  } catch {
    return undefined;
  }
}

function plainHttpRefusalOf(origin: string, { plainHttpRefusal }: Policy): string | undefined {
  return isPlainHttp(origin) ? plainHttpRefusal : undefined;
}

/** A name that no other hub has, or `undefined` if the user leaves. */
export async function askHubName(
  others: readonly OwnHub[],
  value: string,
): Promise<string | undefined> {
  const isTaken = (name: string) =>
    others.some(({ label }) => label.toLowerCase() === name.toLowerCase());
  const typed = await showInputBox({
    title: t("Name of the hub"),
    prompt: t("The name appears in the status bar, in the chat and in the list of hubs."),
    value: isTaken(value) ? nameWithNumber(value, isTaken) : value,
    ignoreFocusOut: true,
    validateInput: (text) => nameProblem(text.trim(), isTaken),
  });
  const name = typed?.trim() ?? "";
  return name === "" ? undefined : name;
}

function nameWithNumber(name: string, isTaken: (name: string) => boolean): string {
  let number = 2;
  while (isTaken(`${name} (${number})`)) number++;
  return `${name} (${number})`;
}

function nameProblem(name: string, isTaken: (name: string) => boolean): string | undefined {
  if (name === "") return t("Enter a name.");
  if (name.length > maxHubNameLength)
    return t("A name can have at most {0} characters.", maxHubNameLength);
  return isTaken(name) ? t("Another hub already has this name.") : undefined;
}
