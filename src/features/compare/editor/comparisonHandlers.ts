import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { gone, LocalError } from "../../../platform/core/localError";
import type { ComparisonCalls } from "../../../page/protocol/comparisonViews";
import { confirm } from "../../../platform/editor/confirm";
import { plainText } from "../../../platform/editor/plainText";
import type { Snapshots } from "../../../platform/editor/snapshots";
import { malformed, textIn } from "../../chat/editor/callArguments";
import { type HandlerParts, type Handlers, handlersFor } from "../../chat/editor/handlers";
import type { Turn } from "../../conversation/core/turn";
import { askedAgain } from "../core/choices";
import { type Column, type Comparison, isUnanswered } from "../core/comparison";
import type { ComparisonSender } from "../core/comparisonSender";
import type { Comparing } from "./comparing";
import type { ComparisonPage } from "./comparisonPage";

export interface ComparisonHandlersParts {
  readonly chat: HandlerParts;
  readonly comparisons: ComparisonSender;
  readonly comparing: Comparing;
  readonly snapshots: Snapshots;
  problemOf(column: Column): Promise<string | undefined>;
  /** Shows the page's conversation in the chat, with the focus on the question held there. */
  showChat(page: ComparisonPage): Promise<void>;
  /** Shows a conversation in the chat. */
  openFork(page: ComparisonPage, turnId: string): Promise<void>;
}

/** The calls about a single turn, which the chat's page makes as well. */
const ofTurns = [
  "useTurn",
  "useOutput",
  "goToRange",
  "existingFiles",
  "openFile",
  "reviewAllChanges",
  "undoAnswer",
  "openLink",
  "revealAttachment",
  "resolveProblem",
] as const satisfies readonly (keyof Handlers)[];

type ComparisonHandlers = {
  [N in keyof ComparisonCalls]: (
    args: Parameters<ComparisonCalls[N]>[0],
  ) => ReturnType<ComparisonCalls[N]> | Promise<ReturnType<ComparisonCalls[N]>>;
};

/** Handles the calls of the page of a comparison; ids are looked up in its own conversation. */
export function comparisonHandlers(page: ComparisonPage, parts: ComparisonHandlersParts): object {
  const { comparisons, comparing } = parts;
  const now = (): Comparison => {
    const { comparison } = page;
    if (comparison) return comparison;
    throw gone(t("This question no longer exists."));
  };
  /** Moves the focus to a question that is held in the chat, and back afterwards. */
  const decidedInChat = async <T>(run: () => Promise<T>): Promise<T> => {
    const { held } = page.chat;
    let isThere = false;
    const watching = held.onDidChange(() => {
      if (isThere || !held.current) return;
      isThere = true;
      fireAndForget(() => parts.showChat(page));
    });
    try {
      return await run();
    } finally {
      watching.dispose();
      if (isThere) page.focus();
    }
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
      askedAgain(column, comparisons.accountAt(column.way.hubScope)),
    );
    if (again.length > 0)
      await decidedInChat(() => comparisons.ask(page.chat, now().main.id, again));
  };
  const turnOf = (turnId: string): Turn => {
    const turn = page.chat.conversation.get(turnId);
    if (turn) return turn;
    throw gone(t("This question no longer exists."));
  };
  const all = handlersFor(page.handle, parts.chat);
  const own: ComparisonHandlers = {
    comparison: async () => {
      const content = await page.content();
      if (content) return content;
      throw gone(t("This question no longer exists."));
    },
    stopColumn: (args: { column?: string } | undefined) => {
      const column = args?.column === undefined ? undefined : textIn(args, "column");
      const stopped = now().columns.filter(({ id }) => column === undefined || id === column);
      comparisons.stop(stopped.map(({ turn }) => turn));
    },
    askFailedAgain: () => askAgain(now().columns),
    addColumn: async () => {
      await decidedInChat(() => comparing.withTurn(page.chat, now().main.id));
    },
    continueWith: async (args) => {
      const turn = turnOf(textIn(args, "turnId"));
      if (turn.result.state !== "done" || turn.beside === undefined) throw malformed();
      const { conversation } = page.chat;
      if (conversation.turns.at(-1)?.id === turn.beside) conversation.continueWith(turn.id);
      else if (await decidedInChat(() => confirmFork(page))) await parts.openFork(page, turn.id);
    },
    diffAnswers: async (args) => {
      const turn = turnOf(textIn(args, "turnId"));
      const { columns, main } = now();
      const other = columns[0]?.turn ?? main;
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
  return {
    ...Object.fromEntries(ofTurns.map((name) => [name, all[name]])),
    ...own,
    resolveProblem: async (args: Parameters<Handlers["resolveProblem"]>[0]) => {
      const { turnId = "" } = args;
      if (args.action !== "retry") return all.resolveProblem(args);
      return askAgain(now().columns.filter(({ turn }) => turn.id === turnId));
    },
  };
}

function documentOf(turn: Turn, page: ComparisonPage, snapshots: Snapshots): vscode.Uri {
  const { result, asked } = turn;
  if (result.state !== "done") throw gone(t("This answer no longer exists."));
  const name = plainText(asked.modelName ?? asked.expertName, 60).replaceAll(/[\\/]/g, " ");
  return snapshots.add(`${name}.md`, result.received.value.output, page.chat.conversation.id);
}

/** Later answers were given after the present one, so they cannot follow another. */
function confirmFork(page: ComparisonPage): Promise<boolean> {
  return confirm(
    t("Continue with this answer in a new conversation?"),
    {
      detail: t("Later questions of this conversation were asked after the other answer."),
      yes: t("Continue"),
      no: t("Cancel"),
      enterAgrees: true,
    },
    page.chat.held,
  );
}
