import type { ComparisonColumn, ComparisonView } from "../../../page/protocol/comparisonViews";
import { type Column, type Comparison, maxColumns } from "../core/comparison";

interface ViewParts {
  /** The name of the hub with this scope. */
  nameOf(hubScope: string): string;
  /** Why a column can no longer be asked. */
  problemOf(column: Column): Promise<string | undefined>;
}

/** A comparison as its page draws it; turns are sent separately. */
export async function comparisonView(
  { conversation, main, columns }: Comparison,
  { nameOf, problemOf }: ViewParts,
): Promise<ComparisonView> {
  const problems = await Promise.all(columns.map(problemOf));
  const areOfSeveralHubs = new Set(columns.map(({ way }) => way.hubScope)).size > 1;
  const { typed, attachments = [] } = main.question;
  return {
    conversationId: conversation.id,
    turnId: main.id,
    question: { typed, attachments: attachments.map(({ label }) => label) },
    columns: columns.map(({ id, way, turn }, at): ComparisonColumn => {
      const { asked, beside, result } = turn;
      const problem = problems[at];
      return {
        id,
        turnId: turn.id,
        expertName: asked.expertName,
        ...(way.abilityId !== undefined && {
          abilityName: asked.abilityName ?? `#${way.abilityId}`,
        }),
        ...(way.modelId !== undefined && { modelName: asked.modelName ?? `#${way.modelId}` }),
        ...(way.temperature !== undefined && { temperature: way.temperature }),
        modelOnly: way.mode === "model",
        builtIn: asked.builtIn,
        ...(areOfSeveralHubs && { hubLabel: nameOf(way.hubScope) }),
        isBaseline: turn === main,
        canContinue: beside !== undefined && result.state === "done",
        ...(problem !== undefined && { problem }),
      };
    }),
    canAdd: columns.length < maxColumns,
  };
}
