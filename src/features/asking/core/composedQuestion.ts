import type { Cause } from "../../../contract/purpose";
import type { Question } from "../../conversation/core/question";
import type { Turn } from "../../conversation/core/turn";
import type { Outsider } from "./confirmation";
import type { Chat } from "./chat";
import type { Slot } from "./questionRunner";
import type { Roster } from "../../experts/core/roster";
import type { ExpertOptions } from "./options";
import type { ShownMarks } from "./questionMarks";
import { t } from "../../../kit/l10n";
import { setupError } from "../../experts/core/setup";

/** What a caller sets itself instead of using the expert's options and the settings. */
export type Overrides = Partial<Omit<Question, "typed" | "attachments">>;

export type ComposedText = Pick<Question, "typed" | "attachments">;

/** What is sent from the composer, and what the page showed; `typed` if more was typed since. */
export interface SendOptions {
  readonly typed?: string;
  readonly fixed?: Overrides;
  readonly shown?: ShownMarks | undefined;
}

/** How a question is sent. */
export interface Dispatch {
  readonly again?: boolean;
  readonly replacing?: string;
  readonly signal?: AbortSignal | undefined;
  /** For the activity log; the chat if absent. */
  readonly by?: Cause["by"];
  /** Who asks; found by the caller of the question if absent. */
  readonly outsider?: Outsider | undefined;
  /** Where it waits for others once it was confirmed. */
  readonly slot?: Slot;
}

/** A question that was sent: `settled` resolves whatever the outcome. */
export interface SentQuestion {
  readonly settled: Promise<Turn>;
}

/** A question of this chat is no longer waiting for an answer, whatever the outcome. */
export interface Settled {
  readonly chat: Chat;
  readonly turn: Turn;
}

/** A question with the choices and options of its expert, except where they are overridden. */
export function composedQuestion(
  { roster, options }: { roster: Roster; options: ExpertOptions },
  { typed, attachments = [] }: ComposedText,
  fixed: Overrides & { readonly expertId: number | undefined },
): Question {
  const { expertId } = fixed;
  if (expertId === undefined) throw setupError("expert");
  const { abilityId, modelId } = roster.get(expertId) ?? {};
  return {
    ...(abilityId !== undefined && { abilityId }),
    ...(modelId !== undefined && { modelId }),
    ...options.of(expertId),
    ...fixed,
    typed,
    ...(attachments.length > 0 && { attachments }),
    expertId,
  };
}

/** Who reads the answer besides the user; `undefined` if nobody does. */
export function outsiderOf(by: Cause["by"]): Outsider | undefined {
  switch (by) {
    case "tool":
      return { id: by, name: t("an agent in VS Code") };
    case "mcp":
      return { id: by, name: t("an MCP client") };
    case "participant":
      return { id: by, name: t("VS Code's chat") };
    case "languageModel":
      return { id: by, name: t("another extension") };
    case "command":
      return { id: by, name: t("another extension or a key") };
    default:
      return undefined;
  }
}
