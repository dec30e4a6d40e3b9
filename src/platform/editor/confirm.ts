import * as vscode from "vscode";

export interface Choice {
  readonly detail: string;
  /** What the two buttons say. */
  readonly yes: string;
  readonly no: string;
}

/** Asks in a modal dialog. Enter presses the first button, so it declines. */
export async function confirm(sentence: string, { detail, yes, no }: Choice): Promise<boolean> {
  return (
    (await vscode.window.showWarningMessage(sentence, { modal: true, detail }, no, yes)) === yes
  );
}
