import * as vscode from "vscode";
import type { ConfirmationRequest, Confirmer, Decision, NoticeOptions } from "../core/confirmer";
import { plainText } from "./plainText";

export interface Choice {
  readonly detail: string;
  /** What the two buttons say. */
  readonly yes: string;
  readonly no: string;
  /** In a dialog, Enter agrees: it is what the user has just asked for, or can be undone. */
  readonly enterAgrees?: boolean;
}

/** Asks whether to go on: in the chat if there is one in view, and in a modal dialog otherwise. */
export async function confirm(
  sentence: string,
  { detail, yes, no, enterAgrees = false }: Choice,
  chat?: Confirmer,
): Promise<boolean> {
  const reasons = detail.split("\n").map((text) => ({ text }));
  const request = { sentence, reasons, choices: [yes], no };
  return (await decide(request, { chat, enterAgrees })) !== undefined;
}

type Doubt = Pick<ConfirmationRequest, "sentence" | "reasons">;

/** Several things to confirm as one question, with a sentence of its own. */
export function asOneQuestion(doubts: readonly Doubt[], sentence: string): Doubt {
  const [only, ...others] = doubts;
  if (only && others.length === 0) return { sentence: only.sentence, reasons: only.reasons };
  const reasons = doubts.flatMap((one) => [
    { text: one.sentence, isHeading: true },
    ...one.reasons,
  ]);
  return { sentence, reasons };
}

interface ConfirmOptions {
  readonly chat?: Confirmer | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly enterAgrees?: boolean;
}

/** Resolves with `undefined` if the user declines. */
export async function decide(
  request: ConfirmationRequest,
  { chat, signal, enterAgrees = false }: ConfirmOptions,
): Promise<Decision | undefined> {
  if (chat?.canAsk === true) return chat.ask(request, signal);
  const { sentence, reasons, choices, no, always, alwaysButton } = request;
  const lines = reasons.map(({ text }) => text);
  if (alwaysButton !== undefined && always !== undefined) lines.push(`${alwaysButton}: ${always}`);
  const options = { modal: true, detail: lines.map((text) => plainText(text, 2000)).join("\n") };
  // Enter presses the first button. VS Code itself adds *Cancel*.
  const buttons = enterAgrees ? choices : [no, ...choices];
  const more = alwaysButton === undefined ? [] : [alwaysButton];
  const chosen = await vscode.window.showWarningMessage(sentence, options, ...buttons, ...more);
  if (chosen !== undefined && chosen === alwaysButton) return { choice: 0, isAlways: true };
  const choice = chosen === undefined ? -1 : choices.indexOf(chosen);
  return choice === -1 ? undefined : { choice, isAlways: false };
}

interface TellOptions extends Pick<NoticeOptions, "severity" | "signal"> {
  readonly chat?: Pick<Confirmer, "canAsk" | "tell"> | undefined;
}

const notifications = {
  error: "showErrorMessage",
  warning: "showWarningMessage",
  information: "showInformationMessage",
} as const;

/** Milliseconds for which VS Code shows a notification that offers nothing. */
const shownForMs = 15_000;

/** Says what has come of something: in the chat if there is one in view, else in a notification. */
export async function tell(
  sentence: string,
  choices: readonly string[],
  { chat, severity, signal }: TellOptions = {},
): Promise<string | undefined> {
  const shown = plainText(sentence, 300);
  if (chat?.canAsk === true) {
    const isPassing = choices.length === 0 && severity === undefined;
    const until = isPassing ? AbortSignal.timeout(shownForMs) : signal;
    return chat.tell(shown, choices, { severity, signal: until });
  }
  return vscode.window[notifications[severity ?? "information"]](shown, ...choices);
}
