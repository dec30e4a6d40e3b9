import { createHash } from "node:crypto";
import type { Chat } from "../../app/chat/chat";
import type { Options } from "../../app/ask/options";
import type { Kept } from "../../app/experts/roster";
import { HubError } from "../../hub/errors";
import type { AsksView } from "../../protocol/views";

/** What the user saw before he asked; what is absent was not shown. */
export type Shown = Partial<AsksView>;

const words: Record<keyof AsksView, string> = {
  conversation: "the conversation",
  hub: "the hub",
  expert: "the expert",
  ability: "the ability",
  model: "the model",
  options: "the options",
  attachment: "the attached selection",
};
const parts = Object.keys(words) as (keyof AsksView)[];

export interface AsksOf {
  chat: Chat;
  hubScope: string | undefined;
  kept: Kept | undefined;
  options: Options;
}

/** What a question of this chat goes out with, each part as a mark that is equal where the part is. */
export function asksOf({ chat, hubScope, kept, options }: AsksOf): AsksView {
  return {
    conversation: chat.conversation.id,
    hub: hubScope ?? "",
    expert: mark(kept?.id),
    ability: mark(kept?.abilityId),
    model: mark(kept?.modelId),
    options: createHash("sha256").update(JSON.stringify(options)).digest("base64url"),
    attachment: chat.attachment?.id ?? "",
  };
}

function mark(id: number | undefined): string {
  return id === undefined ? "" : String(id);
}

/** Throws `conflict` with a sentence that names what is no longer as it was shown. */
export function expectShown(shown: Shown, now: AsksView): void {
  const changed = parts.filter((part) => shown[part] !== undefined && shown[part] !== now[part]);
  // Another hub has other experts with other choices: that goes without saying.
  const named = changed.includes("hub") ? (["hub"] as const) : changed;
  const others = named.map((part) => words[part]);
  const last = others.pop();
  if (last === undefined) return;
  const names = others.length === 0 ? last : `${others.join(", ")} and ${last}`;
  const verb = others.length === 0 && last !== words.options ? "is" : "are";
  throw new HubError(
    "conflict",
    `Nothing was sent: ${names} ${verb} no longer as shown, but changed meanwhile. Look again, then send.`,
  );
}

/** What a page says that it showed. `undefined` where it says nothing that is understood. */
export function asksIn(value: unknown): AsksView | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const given = value as Record<string, unknown>;
  const entries = parts.map((part) => [part, given[part]] as const);
  return entries.every(([, mark]) => typeof mark === "string")
    ? (Object.fromEntries(entries) as unknown as AsksView)
    : undefined;
}
