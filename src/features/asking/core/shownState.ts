import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import type { Chat } from "./chat";
import { type Attachment, markOf } from "../../conversation/core/attachment";
import type { SavedExpert } from "../../experts/core/roster";
import type { Options } from "./options";
import { questionParts, type ShownState, type QuestionPart } from "../../../contract/vocabulary";

const partNames: Record<QuestionPart, string> = {
  conversation: t("the conversation"),
  hub: t("the hub"),
  expert: t("the expert"),
  ability: t("the ability"),
  model: t("the model"),
  options: t("the options"),
  attachment: t("what is attached"),
};

interface ShownStateParts {
  chat: Chat;
  attachments: readonly Attachment[];
  hubScope: string | undefined;
  expert: SavedExpert | undefined;
  options: Options;
  /** Names of those that the model may call. */
  editorTools?: readonly string[];
}

/** What a question from this chat would be sent with now. */
export function shownStateOf({
  chat,
  attachments,
  hubScope,
  expert,
  options,
  editorTools = [],
}: ShownStateParts): ShownState {
  return {
    conversation: chat.conversation.id,
    hub: hubScope ?? "",
    expert: mark(expert?.id),
    ability: mark(expert?.abilityId),
    model: mark(expert?.modelId),
    options: JSON.stringify(editorTools.length > 0 ? { ...options, editorTools } : options),
    attachment: markOf(attachments),
  };
}

function mark(id: number | undefined): string {
  return id === undefined ? "" : String(id);
}

/** Names what has changed since it was shown, such as `the expert, the options`. */
export function changedSince(shown: Partial<ShownState>, now: ShownState): string | undefined {
  const changed = questionParts.filter(
    (part) => shown[part] !== undefined && shown[part] !== now[part],
  );
  // A different hub implies different experts and options.
  const named = changed.includes("hub") ? (["hub"] as const) : changed;
  return named.length === 0 ? undefined : named.map((part) => partNames[part]).join(", ");
}

/** Throws `conflict` with a sentence naming what has changed since it was shown. */
export function assertShown(shown: Partial<ShownState>, now: ShownState): void {
  const all = changedSince(shown, now);
  if (all === undefined) return;
  throw new HubError(
    "conflict",
    t(
      "Nothing was sent because something changed in the meantime: {0}. Check the chat, then send again.",
      all,
    ),
  );
}
