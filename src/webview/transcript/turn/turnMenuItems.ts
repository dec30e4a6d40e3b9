import { openMenu } from "../../ui/menu";
import type { Toolkit } from "../../ui/toolkit";
import type { TurnContext } from "./turnContext";
import type { TurnAction } from "../../../kit/vocabulary";

const labels: Record<TurnAction, string> = {
  editAndResend: "Edit and resend",
  askAgain: "Ask again…",
  fork: "Fork from here",
  copyAsCurl: "Copy as cURL",
  showRaw: "Show raw response",
  saveAsPrompt: "Save question as prompt…",
  discard: "Discard",
};

const titles: Record<TurnAction, string> = {
  editAndResend: "Edit this question in a new conversation that ends before it",
  askAgain: "The same question, with another ability or model",
  fork: "Continue from this answer in a new conversation",
  copyAsCurl: "Copy the request as a shell command, without the key",
  showRaw: "The answer as the hub sent it",
  saveAsPrompt: "Save the question under a name, to ask it again",
  discard: "Remove the question from the conversation",
};

/** Opens the menu of a turn; `onDone` is called when the host has carried out an action. */
export function openTurnMenu(
  toolkit: Toolkit,
  owner: HTMLButtonElement,
  { turnId, actions }: { turnId: string; actions: readonly TurnAction[] },
  { host, notices }: TurnContext,
  onDone: (action: TurnAction) => void,
): void {
  const items = actions.map((action) => ({
    label: labels[action],
    title: titles[action],
    onChoose: () => {
      host
        .call("useTurn", { turnId, action })
        .then(() => {
          onDone(action);
        })
        .catch(notices.failed);
    },
  }));
  openMenu(toolkit, owner, items);
}
