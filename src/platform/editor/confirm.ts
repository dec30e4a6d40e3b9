import * as vscode from "vscode";
import type { ConfirmationRequest, Confirmer, NoticeOptions } from "../core/confirmer";
import { t } from "../../kit/l10n";
import { unlessAborted } from "../../kit/abort";
import { showDialog } from "./inputs";
import { plainText } from "./plainText";

export interface Choice extends Pick<ConfirmationRequest, "enterAgrees"> {
  readonly detail: string;
  /** What the two buttons say. */
  readonly yes: string;
  readonly no: string;
}

/** Asks whether to go on: in the chat if there is one in view, and in a modal dialog otherwise. */
export async function confirm(
  sentence: string,
  { detail, yes, no, enterAgrees = false }: Choice,
  chat?: Confirmer,
): Promise<boolean> {
  const reasons = detail.split("\n").map((text) => ({ text }));
  const request = { sentence, reasons, choices: [yes], no, enterAgrees };
  return (await decide(request, { chat })) !== undefined;
}

type ConfirmationText = Pick<ConfirmationRequest, "sentence" | "reasons">;

/** Several things to confirm as one question, with a sentence of its own. */
export function asOneQuestion(
  confirmations: readonly ConfirmationText[],
  sentence: string,
): ConfirmationText {
  const [only, ...others] = confirmations;
  if (only && others.length === 0) return { sentence: only.sentence, reasons: only.reasons };
  const reasons = confirmations.flatMap((one) => [
    { text: one.sentence, isHeading: true },
    ...one.reasons,
  ]);
  return { sentence, reasons };
}

interface ConfirmOptions {
  readonly chat?: Confirmer | undefined;
  readonly signal?: AbortSignal | undefined;
  /** False if the user did not ask for anything: another program did. */
  readonly reveals?: boolean;
}

/**
 * Which of the choices the user takes, `undefined` if they decline. What is warned of is asked in a
 * chat, which comes into view for it: a dialog takes the focus, and Enter presses its first button.
 */
export async function decide(
  request: ConfirmationRequest,
  { chat, signal, reveals = !request.enterAgrees }: ConfirmOptions,
): Promise<number | undefined> {
  const place = (reveals && (await chat?.seen?.())) || chat;
  if (signal?.aborted === true) return undefined;
  return place?.canAsk === true ? place.ask(request, signal) : showModal(request, signal);
}

/** VS Code cannot close the dialog: whoever agrees in it too late reads that it came to nothing. */
async function showModal(
  { sentence, reasons, choices, no, enterAgrees = false }: ConfirmationRequest,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const detail = reasons.map(({ text }) => plainText(text, 2000)).join("\n");
  // Enter presses the first button, and Escape the one that closes.
  const buttons = enterAgrees
    ? [...choices, { title: no, isCloseAffordance: true }]
    : [no, ...choices];
  const choosing = (async () => {
    const chosen = await showDialog(sentence, detail, buttons);
    const choice = choices.findIndex((one) => one === chosen);
    if (choice === -1) return undefined;
    if (signal?.aborted !== true) return choice;
    void announce(t("This question was over before you answered, so nothing was sent."), []);
    return undefined;
  })();
  return signal ? unlessAborted(choosing, signal) : choosing;
}

interface TellOptions extends Pick<NoticeOptions, "details" | "severity" | "signal" | "stays"> {
  readonly chat?: Pick<Confirmer, "canAsk" | "announce"> | undefined;
}

const notifications = {
  error: "showErrorMessage",
  warning: "showWarningMessage",
  information: "showInformationMessage",
} as const;

/** Says what has come of something: in the chat if there is one in view, else in a notification. */
export async function announce(
  sentence: string,
  choices: readonly string[],
  { chat, details = [], ...more }: TellOptions = {},
): Promise<string | undefined> {
  const shown = plainText(sentence, 300);
  if (chat?.canAsk === true) return chat.announce(shown, choices, { ...more, details });
  const all = [shown, ...details.map((line) => plainText(line, 200))].join(" ");
  return vscode.window[notifications[more.severity ?? "information"]](all, ...choices);
}
