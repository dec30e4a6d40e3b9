import type { Command } from "../../../platform/editor/commands";
import { optionIn } from "../../../platform/editor/commandArguments";
import type { Asking } from "../../asking/core";
import type { Chat } from "../../asking/core/chat";
import type { ChatFeature } from "../../chat/editor";
import { type Comparing, nothingToCompare } from "./comparing";
import type { ComparisonPanels } from "./comparisonPanels";

interface CompareCommandParts {
  readonly asking: Pick<Asking, "chats">;
  readonly chat: Pick<ChatFeature, "argument">;
  readonly comparing: Comparing;
  readonly panels: ComparisonPanels;
}

/** Compares the question of the given turn, else of the composer, else of the last turn. */
export function compareCommand({ asking, chat, comparing, panels }: CompareCommandParts): Command {
  return {
    id: "expertHub.compare",
    async run(...args: unknown[]): Promise<void> {
      const conversationId = optionIn(args, "conversationId");
      const given = optionIn(args, "turnId");
      const known =
        typeof conversationId === "string" ? asking.chats.of(conversationId) : undefined;
      const of: Chat = known ?? chat.argument.chat(args[0]);
      const isComposer = given === undefined && (known !== undefined || of.isComposed);
      const turnId = typeof given === "string" ? given : of.conversation.turns.at(-1)?.id;
      if (!isComposer && turnId === undefined) throw nothingToCompare();
      const asked = isComposer
        ? await comparing.withComposer(of)
        : await comparing.withTurn(of, turnId!);
      if (asked !== undefined) await panels.open(of.conversation.id, asked);
    },
  };
}

/** Opens the comparison of a turn. */
export function openComparison(panels: ComparisonPanels): Command {
  return {
    id: "expertHub.openComparison",
    async run(...args: unknown[]): Promise<void> {
      const [conversationId, turnId] = [optionIn(args, "conversationId"), optionIn(args, "turnId")];
      if (typeof conversationId === "string" && typeof turnId === "string")
        await panels.open(conversationId, turnId);
    },
  };
}
