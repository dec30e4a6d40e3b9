import * as vscode from "vscode";
import type { Decision } from "../../contract/vocabulary";
import type { ConfirmationRequest, Confirmer } from "../core/confirmer";
import { plainText } from "./plainText";

export interface Choice {
  readonly detail: string;
  /** What the two buttons say. */
  readonly yes: string;
  readonly no: string;
}

/** Asks whether to go on: in the chat if there is one in view, and in a modal dialog otherwise. */
export async function confirm(
  sentence: string,
  { detail, yes, no }: Choice,
  chat?: Confirmer,
): Promise<boolean> {
  const reasons = detail.split("\n").map((text) => ({ text }));
  return (await decide({ sentence, reasons, yes, no }, chat)) !== "no";
}

/** In a dialog, Enter presses the first button, so it declines. */
export async function decide(
  request: ConfirmationRequest,
  chat?: Confirmer,
  signal?: AbortSignal,
): Promise<Decision> {
  if (chat?.canAsk === true) return chat.ask(request, signal);
  const { sentence, reasons, yes, no } = request;
  const detail = reasons.map(({ text }) => plainText(text, 2000)).join("\n");
  const options = { modal: true, detail };
  return (await vscode.window.showWarningMessage(sentence, options, no, yes)) === yes
    ? "yes"
    : "no";
}
