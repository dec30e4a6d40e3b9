import type {
  ComparisonCell,
  ComparisonColumn,
  ComparisonView,
} from "../../../page/protocol/comparisonViews";
import type { Column, Comparison } from "../core/comparison";
import { equalAnswers } from "../core/comparison";

interface ViewParts {
  /** The name of the hub with this scope. */
  nameOf(hubScope: string): string;
  /** Why a column can no longer be asked. */
  problemOf(column: Column): Promise<string | undefined>;
}

/** A comparison as its page draws it; turns are sent separately. */
export async function comparisonView(
  comparison: Comparison,
  { nameOf, problemOf }: ViewParts,
): Promise<ComparisonView> {
  const { conversation, main, rows, columns, cells } = comparison;
  const problems = await Promise.all(columns.map(problemOf));
  const areOfSeveralHubs = new Set(columns.map(({ way }) => way.hubScope)).size > 1;
  return {
    conversationId: conversation.id,
    turnId: main.id,
    rows: rows.map(({ typed, attachments = [] }, at) => ({
      id: String(at),
      typed,
      attachments: attachments.map(({ label }) => label),
    })),
    columns: columns.map((column, at): ComparisonColumn => {
      const { way, turns } = column;
      const { asked } = turns.at(-1)!;
      const problem = problems[at];
      return {
        id: column.id,
        expertName: asked.expertName,
        ...(way.abilityId !== undefined && {
          abilityName: asked.abilityName ?? `#${way.abilityId}`,
        }),
        ...(way.modelId !== undefined && { modelName: asked.modelName ?? `#${way.modelId}` }),
        ...(way.temperature !== undefined && { temperature: way.temperature }),
        modelOnly: way.mode === "model",
        builtIn: asked.builtIn,
        ...(areOfSeveralHubs && { hubLabel: nameOf(way.hubScope) }),
        isBaseline: at === 0,
        ...(problem !== undefined && { problem }),
      };
    }),
    cells: cells.map(({ row, column, turns }): ComparisonCell => {
      const shown = turns.at(-1)!;
      const equal = equalAnswers(turns);
      return {
        row: String(row),
        column: column.id,
        turnIds: turns.map(({ id }) => id),
        ...(equal && { equal }),
        canContinue: row === 0 && shown.beside !== undefined && shown.result.state === "done",
      };
    }),
  };
}
