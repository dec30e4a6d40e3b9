import * as vscode from "vscode";
import type { Exchange } from "../../core/chatHistory";

/** What the participant notes with each of its responses. */
export interface Noted {
  readonly conversationId?: string;
  readonly turnId?: string;
  readonly expertId?: number;
  readonly abilityId?: number;
  /** The language model that was selected in the chat. */
  readonly selectedModel?: string;
  readonly prompt?: string;
}

/** VS Code saves it with the chat, so that it may be of another version. */
export function notedIn(result: vscode.ChatResult | undefined): Noted {
  const noted = (result?.metadata?.["expertHub"] ?? {}) as Readonly<Record<string, unknown>>;
  const { conversationId, turnId, expertId, abilityId, selectedModel, prompt } = noted;
  return {
    ...(typeof conversationId === "string" && { conversationId }),
    ...(typeof turnId === "string" && { turnId }),
    ...(typeof expertId === "number" && { expertId }),
    ...(typeof abilityId === "number" && { abilityId }),
    ...(typeof selectedModel === "string" && { selectedModel }),
    ...(typeof prompt === "string" && { prompt }),
  };
}

export function withNoted(noted: Noted): vscode.ChatResult {
  return { metadata: { expertHub: noted } };
}

type History = vscode.ChatContext["history"];

/** The questions that the chat shows with answers. */
export function exchangesIn(history: History): Exchange[] {
  return history.flatMap((turn, at) => {
    const before = history[at - 1];
    if (!(turn instanceof vscode.ChatResponseTurn)) return [];
    if (!(before instanceof vscode.ChatRequestTurn)) return [];
    const { conversationId, turnId } = notedIn(turn.result);
    const answer = turn.response.map(responseText).join("");
    if (turnId === undefined || answer.trim() === "") return [];
    return [{ prompt: before.prompt, answer, conversationId, turnId }];
  });
}

/** What the newest response of the chat noted. */
export function lastNoted(history: History): Noted {
  const last = history.findLast((turn) => turn instanceof vscode.ChatResponseTurn);
  return notedIn(last?.result);
}

function responseText(part: vscode.ChatResponseTurn["response"][number]): string {
  return part instanceof vscode.ChatResponseMarkdownPart ? part.value.value : "";
}
