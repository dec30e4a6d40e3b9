import type {
  ComparedQuestion,
  ComparisonColumn,
  ComparisonContent,
} from "../../../src/page/protocol/comparisonViews";
import type { TurnView } from "../../../src/page/protocol/views";
import { answer, answered, cleanup, output, retry, step, steps, turn } from "./fixtures";

/** A column, the first of which is that of the chat; its turn is given with the content. */
export const column = (id: string, changes: Partial<ComparisonColumn> = {}): ComparisonColumn => ({
  id,
  turnId: "",
  expertName: "Code Reviewer",
  abilityName: "Find bugs",
  modelName: "gpt-x",
  modelOnly: false,
  builtIn: false,
  isBaseline: id === "1",
  canContinue: false,
  ...changes,
});

const asked: ComparedQuestion = { typed: "Why does this leak?", attachments: ["cart.ts:10–24"] };

/** A column for each of these turns. */
export function comparison(
  columns: readonly ComparisonColumn[],
  turns: readonly TurnView[],
  question = asked,
): ComparisonContent {
  const shown = columns.map((one, at): ComparisonColumn => {
    const turn = turns[at];
    const canContinue = at > 0 && turn?.result.state === "done";
    return { ...one, turnId: turn?.id ?? "", canContinue };
  });
  const view = { conversationId: "c1", turnId: turns[0]?.id ?? "", question, columns: shown };
  return { comparison: { ...view, canAdd: columns.length < 4 }, turns };
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
    settled()[0]!,
    {
      ...turn({ id: "b" }),
      result: {
        state: "waiting",
        live: { steps: [step], text: "The **listener** is", running: ["web_search"] },
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

/** What else a column may show, and a question of several lines. */
export const rest = (): ComparisonContent =>
  comparison(
    [
      columns[0]!,
      column("2", { problem: "Code Reviewer is no longer in your list of experts." }),
      column("3", { expertName: "Security Auditor" }),
      column("4", { expertName: "Release Notes" }),
    ],
    [
      settled()[0]!,
      { ...settled()[1]!, result: { state: "interrupted" } },
      {
        ...turn({ id: "c" }),
        result: { state: "stopped", answer: { ...answer, steps: [], output: "Half of **it**" } },
      },
      settled()[3]!,
    ],
    { typed: "And in Vue?\n\nExplain it.", attachments: [] },
  );
