import * as vscode from "vscode";
import { choose } from "../../connection/editor/switchHub";
import { t } from "../../../kit/l10n";
import { notFound, LocalError } from "../../../platform/core/localError";
import type { ComparisonCalls } from "../../../page/protocol/calls";
import { confirm } from "../../../platform/editor/confirm";
import { plainText } from "../../../platform/editor/plainText";
import type { Snapshots } from "../../../platform/editor/snapshots";
import { type HandlersOf, malformed } from "../../chat/editor/pageCall";
import { type TurnHandlerParts, turnHandlers } from "../../chat/editor/turnHandlers";
import type { Turn } from "../../conversation/core/turn";
import { columnQuestionAgain } from "../core/choices";
import { type Column, type Comparison, isUnanswered } from "../core/comparisonColumns";
import type { ComparisonSender } from "../core/comparisonSender";
import type { Comparing } from "./comparing";
import type { ComparisonPage } from "./comparisonPage";

export interface ComparisonHandlersParts {
  readonly chat: TurnHandlerParts;
  readonly comparisons: ComparisonSender;
  readonly comparing: Comparing;
  readonly snapshots: Snapshots;
  problemOf(column: Column): Promise<string | undefined>;
  /** Shows a conversation in the chat. */
  openFork(page: ComparisonPage, turnId: string): Promise<void>;
}

/** Handles the calls of the page of a comparison; ids are looked up in its own conversation. */
export function comparisonHandlers(
  page: ComparisonPage,
  parts: ComparisonHandlersParts,
): HandlersOf<keyof ComparisonCalls> {
  const { comparisons, comparing } = parts;
  const now = (): Comparison => {
    const { comparison } = page;
    if (comparison) return comparison;
    throw notFound(t("This question no longer exists."));
  };
  /** Leaves out columns that cannot be asked; says why if that leaves none. */
  const askAgain = async (columns: readonly Column[]): Promise<void> => {
    const due = columns.filter(({ turn }) => isUnanswered(turn));
    const problems = await Promise.all(due.map((column) => parts.problemOf(column)));
    const able = due.filter((_, at) => problems[at] === undefined);
    const [problem] = problems;
    if (able.length === 0 && problem !== undefined)
      throw new LocalError("invalid-request", problem);
    const again = able.map((column) =>
      columnQuestionAgain(column, comparisons.accountAt(column.settings.hubScope)),
    );
    if (again.length > 0) await comparisons.ask(page.chat, now().main.id, again);
  };
  const turnOf = (turnId: string): Turn => {
    const turn = page.chat.conversation.get(turnId);
    if (turn) return turn;
    throw notFound(t("This question no longer exists."));
  };
  const { chat } = page;
  const ofTurns = turnHandlers({ chat, redraw: async () => undefined }, parts.chat);
  return {
    ...ofTurns,
    resolveProblem: (args, shown) =>
      args.action === "retry"
        ? askAgain(now().columns.filter(({ turn }) => turn.id === args.turnId))
        : ofTurns.resolveProblem(args, shown),
    comparison: async () => {
      const content = await page.content();
      if (content) return content;
      throw notFound(t("This question no longer exists."));
    },
    stopColumn: ({ column }) => {
      const stopped = now().columns.filter(({ id }) => column === undefined || id === column);
      comparisons.stop(stopped.map(({ turn }) => turn));
    },
    askFailedAgain: () => askAgain(now().columns),
    addColumn: async () => {
      await comparing.withTurn(page.chat, now().main.id);
    },
    continueWith: async ({ turnId }) => {
      const turn = turnOf(turnId);
      if (turn.result.state !== "done" || turn.beside === undefined) throw malformed();
      const { conversation } = page.chat;
      // The conversation goes on with who gave the answer.
      const other = parts.chat.sender.hubs.otherHubOfTurn(turn)?.hub;
      if (other) await choose(parts.chat.connection, other);
      if (conversation.turns.at(-1)?.id === turn.beside) conversation.continueWith(turn.id);
      else if (await confirmFork()) await parts.openFork(page, turn.id);
    },
    diffAnswers: async ({ turnId }) => {
      const turn = turnOf(turnId);
      const { main: other } = now();
      const [left, right] = [other, turn].map((one) => documentOf(one, page, parts.snapshots));
      const isSame = other.asked.expertName === turn.asked.expertName;
      const nameOf = ({ asked: { expertName, modelName } }: Turn): string =>
        plainText((isSame && modelName) || expertName, 40);
      const title = `${nameOf(other)} ↔ ${nameOf(turn)}`;
      await vscode.commands.executeCommand("vscode.diff", left, right, title);
    },
    showRequests: () =>
      comparing.showRequests(
        page.chat,
        now().columns.map(({ turn }) => turn),
      ),
  };
}

function documentOf(turn: Turn, page: ComparisonPage, snapshots: Snapshots): vscode.Uri {
  const { result, asked } = turn;
  if (result.state !== "done") throw notFound(t("This answer no longer exists."));
  const name = plainText(asked.modelName ?? asked.expertName, 60).replaceAll(/[\\/]/g, " ");
  return snapshots.add(`${name}.md`, result.received.value.output, page.chat.conversation.id);
}

/** Later answers were given after the present one, so they cannot follow another. */
function confirmFork(): Promise<boolean> {
  return confirm(t("Continue with this answer in a new conversation?"), {
    detail: t("Later questions of this conversation were asked after the other answer."),
    yes: t("Continue"),
    no: t("Cancel"),
    enterAgrees: true,
  });
}
