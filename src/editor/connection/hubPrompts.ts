import * as vscode from "vscode";
import type { OwnHub } from "../../app/connection/hub";
import { parseBaseUrl } from "../../hub/address";
import { HubError } from "../../hub/errors";
import { plainText } from "../workbench/plainText";

const longestName = 60;

/** The machine that `localhost` refers to: where the extension runs, which may not be where the window is. */
function hostMachine(): string {
  const { remoteName } = vscode.env;
  if (remoteName === undefined) return "this computer";
  return `the remote machine (${plainText(remoteName, 40)}) where Expert Hub runs`;
}

/** The base address that the user types, or `undefined` if they leave. */
export async function askAddress(
  title: string,
  value: string,
  prompt = `Base address of the hub. Plain http is accepted only for a hub on ${hostMachine()}.`,
): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    title: plainText(title, 100),
    prompt,
    placeHolder: "https://hub.example",
    value,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === "" ? undefined : refusal(text)),
  });
  const address = typed?.trim() ?? "";
  return address === "" ? undefined : parseBaseUrl(address).base;
}

/** A name that no other hub has, or `undefined` if the user leaves. */
export async function askHubName(
  others: readonly OwnHub[],
  value: string,
): Promise<string | undefined> {
  const isTaken = (name: string) =>
    others.some(({ label }) => label.toLowerCase() === name.toLowerCase());
  const typed = await vscode.window.showInputBox({
    title: "Name of the hub",
    prompt: "The name appears in the status bar, in the chat and in the list of hubs.",
    value: isTaken(value) ? numbered(value, isTaken) : value,
    ignoreFocusOut: true,
    validateInput: (text) => nameProblem(text.trim(), isTaken),
  });
  const name = typed?.trim() ?? "";
  return name === "" ? undefined : name;
}

function numbered(name: string, isTaken: (name: string) => boolean): string {
  let number = 2;
  while (isTaken(`${name} (${number})`)) number++;
  return `${name} (${number})`;
}

function nameProblem(name: string, isTaken: (name: string) => boolean): string | undefined {
  if (name === "") return "Enter a name.";
  if (name.length > longestName) return `A name has at most ${longestName} characters.`;
  return isTaken(name) ? "Another hub already has this name." : undefined;
}

function refusal(address: string): string | undefined {
  try {
    parseBaseUrl(address.trim());
    return undefined;
  } catch (error) {
    return error instanceof HubError ? error.message : "This address cannot be used.";
  }
}
