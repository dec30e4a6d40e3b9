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
import type { Question } from "../../conversation/core/question";
import type { Turn } from "../../conversation/core/turn";
import { askedAgain } from "../core/choices";
import { type Column, type Comparison, isUnanswered } from "../core/comparison";
import type { ColumnQuestion, ComparisonSender } from "../core/comparisonSender";
import type { Comparing } from "./comparing";
import type { ComparisonPage } from "./comparisonPage";

export interface ComparisonHandlersParts {
  readonly chat: HandlerParts;
  readonly comparisons: ComparisonSender;
  readonly comparing: Comparing;
  readonly snapshots: Snapshots;
  problemOf(column: Column): Promise<string | undefined>;
  /** Lets the user add questions to these. */
  pickRows(rows: readonly Question[]): Promise<readonly Question[]>;
  export(comparison: Comparison): Promise<void>;
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

const answersPerColumn = 3;

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
  const columnsOf = (args: { column?: string } | undefined): readonly Column[] => {
    const { columns } = now();
    if (args?.column === undefined) return columns;
    const id = textIn(args, "column");
    return columns.filter((column) => column.id === id);
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
  const ask = async (
    questions: (column: Column) => ColumnQuestion[],
    columns: readonly Column[],
  ) => {
    const due = columns.filter((column) => questions(column).length > 0);
    const problems = await Promise.all(due.map((column) => parts.problemOf(column)));
    const able = due.filter((_, at) => problems[at] === undefined);
    const [problem] = problems;
    if (able.length === 0 && problem !== undefined)
      throw new LocalError("invalid-request", problem);
    const asked = able.flatMap(questions);
    if (asked.length > 0)
      await decidedInChat(() => comparisons.ask(page.chat, now().main.id, asked));
  };
  const askFailed = (columns: readonly Column[]) =>
    ask((column) => {
      const { rows } = now();
      return rows.flatMap((row, at) => {
        const shown = turnsIn(now(), column, at).at(-1);
        return shown && !isUnanswered(shown) ? [] : [askedAgain(column, row, shown)];
      });
    }, columns);
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
    stopColumn: (args) => {
      comparisons.stop(columnsOf(args).flatMap(({ turns }) => turns));
    },
    askFailedAgain: (args) => askFailed(columnsOf(args)),
    repeatColumn: async (args) => {
      const columns = columnsOf({ column: textIn(args, "column") });
      await ask((column) => {
        const { rows } = now();
        return rows.flatMap((row, at) => {
          const answered = turnsIn(now(), column, at).filter((turn) => !isUnanswered(turn));
          const missing = Math.max(0, answersPerColumn - answered.length);
          return Array.from({ length: missing }, () => askedAgain(column, row));
        });
      }, columns);
    },
    addRow: async () => {
      const added = await parts.pickRows(now().rows);
      await ask((column) => added.map((row) => askedAgain(column, row)), now().columns);
    },
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
      const other = args.otherId === undefined ? baselineOf(now(), turn) : turnOf(args.otherId);
      const [left, right] = [other, turn].map((one) => documentOf(one, page, parts.snapshots));
      const isSame = other.asked.expertName === turn.asked.expertName;
      const nameOf = ({ asked: { expertName, modelName } }: Turn): string =>
        plainText((isSame && modelName) || expertName, 40);
      const title = `${nameOf(other)} ↔ ${nameOf(turn)}`;
      await vscode.commands.executeCommand("vscode.diff", left, right, title);
    },
    exportComparison: () => parts.export(now()),
    showRequests: () =>
      comparing.showRequests(
        page.chat,
        now().cells.flatMap(({ turns }) => turns.slice(-1)),
      ),
  };
  return {
    ...Object.fromEntries(ofTurns.map((name) => [name, all[name]])),
    ...own,
    resolveProblem: async (args: Parameters<Handlers["resolveProblem"]>[0]) => {
      const { turnId = "" } = args;
      if (args.action !== "retry") return all.resolveProblem(args);
      const isAsked = ({ turns }: Column): boolean => turns.some(({ id }) => id === turnId);
      return askFailed(now().columns.filter(isAsked));
    },
  };
}

function turnsIn({ cells }: Comparison, { id }: Column, row: number): readonly Turn[] {
  return cells.find((cell) => cell.row === row && cell.column.id === id)?.turns ?? [];
}

/** The answer in the first column to the same question. */
function baselineOf({ cells, columns, main }: Comparison, turn: Turn): Turn {
  const row = cells.find(({ turns }) => turns.includes(turn))?.row;
  const cell = cells.find((one) => one.row === row && one.column === columns[0]);
  return cell?.turns.at(-1) ?? main;
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
