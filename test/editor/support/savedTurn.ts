/** A line of a conversation's file: the answered question with this number. */
export function savedTurn(at: number, hubScope: string, output: string): string {
  return JSON.stringify({
    by: "w1",
    turn: {
      id: `t${at}`,
      question: { typed: `question ${at}`, expertId: 2 },
      sent: { endpoint: "invoke_agent", body: { expert_id: 2, input_data: `question ${at}` } },
      askedAt: 1_790_000_000_000 + at,
      asked: { expertId: 2, expertName: "Engineer", hubScope, builtIn: false },
      result: { state: "done", raw: { output, intermediate_steps: [] }, bytes: 1, elapsedMs: 1 },
    },
  });
}
