import type { Turn } from "../../conversation/core/turn";
import type { OutsideMessage } from "./outsideMessages";

/** A question in VS Code's chat that was answered. */
export interface Exchange {
  readonly prompt: string;
  /** As the chat shows it. */
  readonly answer: string;
  /** Where it is saved. */
  readonly conversationId?: string | undefined;
  readonly turnId?: string | undefined;
}

interface Continuation {
  /** The saved conversation that goes on; a new one begins without it. */
  readonly conversationId?: string;
  /** What the saved conversation lacks, with what it has. */
  readonly earlier?: readonly OutsideMessage[];
}

/**
 * How a chat of VS Code goes on in saved conversations. The user may have taken back or edited
 * questions there, or deleted the conversation here: only what the chat shows counts.
 */
export function continuation(
  exchanges: readonly Exchange[],
  saved: readonly Turn[] | undefined,
): Continuation {
  const conversationId = exchanges.at(-1)?.conversationId;
  const own = exchanges.filter((one) => one.conversationId === conversationId);
  const answered = saved?.filter(({ result }) => result.state === "done") ?? [];
  const goesOn =
    conversationId !== undefined &&
    saved !== undefined &&
    sameIds(
      own.map(({ turnId }) => turnId),
      answered.map(({ id }) => id),
    );
  const isWhole = goesOn && own.length === exchanges.length;
  return {
    ...(goesOn && { conversationId }),
    ...(!isWhole && exchanges.length > 0 && { earlier: exchanges.flatMap(messagesOf) }),
  };
}

function sameIds(shown: readonly (string | undefined)[], saved: readonly string[]): boolean {
  return shown.length === saved.length && shown.every((id, at) => id === saved[at]);
}

function messagesOf({ prompt, answer }: Exchange): OutsideMessage[] {
  return [
    { from: "user", text: prompt },
    { from: "assistant", text: answer },
  ];
}
