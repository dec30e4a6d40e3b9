import type { SharedStore } from "../../../platform/core/ports";
import type * as vscode from "vscode";
import type { Own } from "../../../kit/disposable";
import type { Workbench } from "../../../platform/editor";
import type { Command } from "../../../platform/editor/commands";
import type { Asking } from "../../asking/core";
import type { ChatFeature } from "../../chat/editor";
import type { Connection } from "../../connection/core/connection";
import type { Roster } from "../../experts/core/roster";
import type { ChosenModels } from "../../models/core/chosenModels";
import { type Column, columnProblem } from "../core/comparisonColumns";
import { ComparisonSender, type ListModels } from "../core/comparisonSender";
import { Comparing, nothingToCompare } from "./comparing";
import { comparisonHandlers } from "./comparisonHandlers";
import type { ComparisonPage, ComparisonPageParts } from "./comparisonPage";
import { ComparisonPanels } from "./comparisonPanels";
import { optionIn } from "../../../platform/editor/commandArguments";
import type { Chat } from "../../asking/core/chat";

interface CompareParts extends Pick<Workbench, "snapshots"> {
  readonly asking: Asking;
  readonly chat: ChatFeature;
  readonly connection: Connection;
  readonly extensionUri: vscode.Uri;
  readonly listModels: ListModels;
  readonly models: ChosenModels;
  readonly own: Own;
  readonly roster: Roster;
  readonly store: SharedStore;
}

export interface CompareFeature {
  readonly panels: ComparisonPanels;
  readonly pageParts: ComparisonPageParts;
  readonly comparing: Comparing;
  readonly commands: readonly Command[];
}

/** Answers to the same question, side by side. */
export function buildCompare(parts: CompareParts): CompareFeature {
  const { chat, extensionUri, own } = parts;
  const { chats, sender } = parts.asking;
  const comparisons = new ComparisonSender({ ...parts, ...parts.asking });
  const comparing = new Comparing({ ...parts, ...parts.asking, comparisons });
  const problemOf = ({ settings }: Column) => columnProblem(parts, settings);
  const nameOf = (hubScope: string) => sender.hubs.nameOf(hubScope);
  const handlersParts = {
    ...parts,
    chat: chat.handlerParts,
    comparisons,
    comparing,
    problemOf,
    openFork: async ({ chat: { conversation } }: ComparisonPage, turnId: string) => {
      chats.open(conversation.forkUntil(turnId, { inclusive: true }));
      await chat.panels.openSide();
    },
  };
  const pageParts = {
    presenter: chat.pageParts.presenter,
    nameOf,
    problemOf,
    handlers: (page: ComparisonPage) => comparisonHandlers(page, handlersParts),
  };
  const panels = own(new ComparisonPanels(extensionUri, chats, pageParts));
  return {
    panels,
    pageParts,
    comparing,
    commands: [compareCommand({ ...parts, comparing, panels }), openComparison(panels)],
  };
}

interface CompareCommandParts {
  readonly asking: Pick<Asking, "chats">;
  readonly chat: Pick<ChatFeature, "argument">;
  readonly comparing: Comparing;
  readonly panels: ComparisonPanels;
}

/** Compares the question of the given turn, else of the composer, else of the last turn. */
function compareCommand({ asking, chat, comparing, panels }: CompareCommandParts): Command {
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

function openComparison(panels: ComparisonPanels): Command {
  return {
    id: "expertHub.openComparison",
    async run(...args: unknown[]): Promise<void> {
      const [conversationId, turnId] = [optionIn(args, "conversationId"), optionIn(args, "turnId")];
      if (typeof conversationId === "string" && typeof turnId === "string")
        await panels.open(conversationId, turnId);
    },
  };
}
