import type { Message } from "../../../contract/types";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import type { Settings } from "../../../platform/core/ports";

/** A message of a conversation that is not ours, as text. */
export interface OutsideMessage {
  readonly from: "user" | "assistant";
  readonly text: string;
}

/** The messages before the last one, which has to be a question; empty ones say nothing. */
export function questionIn(messages: readonly OutsideMessage[]): {
  input: string;
  earlier: readonly OutsideMessage[];
} {
  const said = messages.filter(({ text }) => text.trim() !== "");
  const last = said.at(-1);
  if (last?.from !== "user")
    throw new HubError("invalid-request", t("The last message has to be a question."));
  return { input: last.text, earlier: said.slice(0, -1) };
}

/** The messages as a hub gets them. */
export function asHistory(
  messages: readonly OutsideMessage[],
  { roles }: Pick<Settings, "roles">,
): Message[] {
  return messages.map(({ from, text }) => ({ role: roles[from], content: text }));
}
