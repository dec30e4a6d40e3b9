import * as vscode from "vscode";
import type { ConfirmationRequest, Confirmer, Decision, NoticeOptions } from "../core/confirmer";
import { t } from "../../kit/l10n";
import { unlessAborted } from "../../kit/abort";
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
  const detail = lines.map((text) => plainText(text, 2000)).join("\n");
  const offered = [...choices, ...(alwaysButton === undefined ? [] : [alwaysButton])];
  const choice = await showModal({ sentence, detail, choices: offered, no, enterAgrees }, signal);
  if (choice === undefined) return undefined;
  return choice < choices.length ? { choice, isAlways: false } : { choice: 0, isAlways: true };
}

interface Modal extends Pick<ConfirmationRequest, "sentence" | "choices" | "no"> {
  readonly detail: string;
  readonly enterAgrees?: boolean;
}

/**
 * Which of the choices the user takes, `undefined` for none, and as soon as the signal is aborted. VS
 * Code cannot close the dialog then: whoever agrees in it later reads that it came to nothing.
 */
export async function showModal(
  { sentence, detail, choices, no, enterAgrees = false }: Modal,
  signal?: AbortSignal,
): Promise<number | undefined> {
  if (signal?.aborted === true) return undefined;
  // Enter presses the first button. VS Code itself adds *Cancel*.
  const buttons = enterAgrees ? choices : [no, ...choices];
  const options = { modal: true, detail };
  const choosing = (async () => {
    const chosen = await vscode.window.showWarningMessage(sentence, options, ...buttons);
    const choice = chosen === undefined ? -1 : choices.indexOf(chosen);
    if (choice === -1) return undefined;
    if (signal?.aborted !== true) return choice;
    void tell(t("This question was over before you answered, so nothing was sent."), []);
    return undefined;
  })();
  return signal ? unlessAborted(choosing, signal) : choosing;
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
