import type { Result, Turn } from "../../../../../src/features/conversation/core/turn";

export const scope = "https://a.example";

/** A turn as asking creates it. */
export function turn(id: string, result: Result, more: Partial<Turn> = {}): Turn {
  return {
    id,
    question: { typed: `question ${id}`, expertId: 1 },
    sent: { endpoint: "invoke_agent", body: { expert_id: 1, input_data: `question ${id}` } },
    askedAt: 1_000 + Number(id.replace(/\D/g, "") || 0),
    asked: { expertId: 1, expertName: "One", hubScope: scope, builtIn: false },
    result,
    ...more,
  };
}

export function done(output: string): Result {
  const raw = { output, intermediate_steps: [] };
  return { state: "done", received: { value: { ...raw }, raw, bytes: 12, elapsedMs: 34 } };
}
