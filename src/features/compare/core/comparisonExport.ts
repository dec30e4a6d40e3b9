import type { Turn } from "../../conversation/core/turn";
import { failureIn, whyUnanswered } from "../../history/core/conversationExport";
import { type Comparison, wayOf } from "./comparison";

type NameOf = (hubScope: string) => string;

/** One line for each question and column, with the newest answer as it was stored. */
export function comparisonLines(comparison: Comparison, nameOf: NameOf): string {
  const lines = comparison.cells.map(({ turns }) =>
    JSON.stringify(recordOf(turns.at(-1)!, nameOf)),
  );
  return `${lines.join("\n")}\n`;
}

function recordOf(turn: Turn, nameOf: NameOf): object {
  const { question, asked, askedAt, result } = turn;
  const { hubScope, ...way } = wayOf(turn);
  return {
    question: question.typed,
    ...(question.attachments && {
      attachments: question.attachments.map(({ label, text }) => ({ label, text })),
    }),
    hub: nameOf(hubScope),
    expert: asked.expertName,
    ...(way.abilityId !== undefined && { ability: asked.abilityName }),
    ...(way.modelId !== undefined && { model: asked.modelName }),
    ...way,
    askedAt: new Date(askedAt).toISOString(),
    state: result.state,
    ...(result.state === "done" && {
      elapsedMs: result.received.elapsedMs,
      output: result.received.value.output,
    }),
    ...(result.state === "stopped" && result.soFar && { output: result.soFar.output }),
    ...(result.state === "failed" && { error: failureIn(turn) }),
  };
}

/** For reading: each question with its answers below each other, as they were stored. */
export function comparisonMarkdown({ rows, cells }: Comparison, nameOf: NameOf): string {
  const parts = rows.flatMap(({ typed, attachments = [] }, row) => [
    `# ${oneLine(typed) || oneLine(attachments[0]?.label ?? "")}`,
    attachments.map(({ label }) => `- ${oneLine(label)}`).join("\n"),
    ...cells
      .filter((cell) => cell.row === row)
      .flatMap(({ turns }) => {
        const turn = turns.at(-1)!;
        return [`## ${headingOf(turn, nameOf)}`, answerOf(turn)];
      }),
  ]);
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function headingOf(turn: Turn, nameOf: NameOf): string {
  const { asked } = turn;
  const { hubScope, temperature } = wayOf(turn);
  const names = [asked.expertName, asked.abilityName, asked.modelName];
  const how = temperature === undefined ? [] : [`temperature ${temperature}`];
  return oneLine([...names, ...how, nameOf(hubScope)].filter(Boolean).join(" · "));
}

function answerOf(turn: Turn): string {
  const { result } = turn;
  if (result.state === "done") return result.received.value.output;
  const soFar = result.state === "stopped" && result.soFar?.output;
  return [whyUnanswered(turn), ...(soFar ? [soFar] : [])].join("\n\n");
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
