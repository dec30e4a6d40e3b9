import type {
  ComparisonColumn,
  ComparisonContent,
  ComparisonRow,
} from "../../../src/page/protocol/comparisonViews";
import type { TurnView } from "../../../src/page/protocol/views";
import { answer, answered, cleanup, output, retry, step, steps, turn } from "./fixtures";

/** A column, the first of which is that of the chat. */
export const column = (id: string, changes: Partial<ComparisonColumn> = {}): ComparisonColumn => ({
  id,
  expertName: "Code Reviewer",
  abilityName: "Find bugs",
  modelName: "gpt-x",
  modelOnly: false,
  builtIn: false,
  isBaseline: id === "1",
  ...changes,
});

const question: ComparisonRow = {
  id: "r1",
  typed: "Why does this leak?",
  attachments: ["cart.ts:10–24"],
};

/** One question, and a column for each of these turns. */
export function comparison(
  columns: readonly ComparisonColumn[],
  turns: readonly (TurnView | undefined)[],
  rows: readonly ComparisonRow[] = [question],
): ComparisonContent {
  const cells = turns.flatMap((one, index) =>
    one
      ? [
          {
            row: rows[Math.floor(index / columns.length)]!.id,
            column: columns[index % columns.length]!.id,
            turnIds: [one.id],
            canContinue: one.result.state === "done" && index % columns.length > 0,
          },
        ]
      : [],
  );
  const turnId = turns[0]?.id ?? "";
  return {
    comparison: { conversationId: "c1", turnId, rows, columns, cells },
    turns: turns.filter((one) => one !== undefined),
  };
}

const shorter = `The effect adds a listener each time, and nothing takes it away.

${cleanup}
`;

/** Long names, as German ones are. */
export const long = {
  expertName:
    "Sachbearbeiterin für Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnungen",
  abilityName: "Rechtsschutzversicherungsgesellschaftsvertragsprüfung",
};

export const columns: readonly ComparisonColumn[] = [
  column("1"),
  column("2", { modelName: "llama-3.3-70b-instruct", temperature: 0.2, builtIn: true }),
  column("3", { ...long, modelName: undefined, hubLabel: "hub.example.org" }),
  column("4", { expertName: "Security Auditor", temperature: 1, modelOnly: true }),
];

const settled = (): TurnView[] =>
  [
    turn({ id: "a", result: { state: "done", answer: { ...answer, output, steps } } }),
    answered(shorter, { elapsedMs: 800, bytes: 620, reasoning: "The listener…" }),
    answered(`${output}\n\n${shorter}`, {
      elapsedMs: 61_000,
      tokens: { words: "about 4,100 tokens", meaning: "tokens" },
    }),
    answered(shorter.replace("The effect", "This component"), { target: answer.target! }),
  ].map((one, index) => ({ ...one, id: "abcd"[index]! }));

/** The first `count` columns, with answers. */
export const done = (count: number): ComparisonContent =>
  comparison(columns.slice(0, count), settled().slice(0, count));

/** Each column in another state. */
export const mixed = (): ComparisonContent =>
  comparison(columns, [
    settled()[0],
    {
      ...turn({ id: "b" }),
      result: {
        state: "waiting",
        live: { steps: [[step]], text: "The **listener** is", running: ["web_search"] },
      },
    },
    {
      ...turn({ id: "c", ...long }),
      result: {
        state: "failed",
        problem: {
          sentence: "hub.example.org is not reachable. Your question is kept.",
          details: "ECONNREFUSED",
          remedies: [retry],
        },
      },
    },
    { ...turn({ id: "d" }), result: { state: "waiting", isQueued: true } },
  ]);

/** What else a column may show. */
export const rest = (): ComparisonContent => {
  const content = comparison(
    [
      columns[0]!,
      column("2", { problem: "Code Reviewer is no longer in your list of experts." }),
      column("3", { expertName: "Security Auditor" }),
      column("4", { expertName: "Release Notes" }),
    ],
    [
      settled()[0],
      undefined,
      {
        ...turn({ id: "c" }),
        result: { state: "stopped", live: { steps: [], text: "Half of **it**", running: [] } },
      },
      settled()[3],
      turn({ id: "e" }),
      undefined,
      undefined,
      { ...turn({ id: "f" }), result: { state: "interrupted" } },
    ],
    [question, { id: "r2", typed: "And in Vue?\n\nExplain it.", attachments: [] }],
  );
  const earlier = { ...answered("Something else."), id: "g" };
  const cells = content.comparison.cells.map((cell) =>
    cell.turnIds[0] === "d"
      ? { ...cell, turnIds: ["g", "h", "d"], equal: { of: 3, count: 2 } }
      : cell,
  );
  return {
    comparison: { ...content.comparison, cells },
    turns: [...content.turns, earlier, { ...settled()[3]!, id: "h" }],
  };
};
