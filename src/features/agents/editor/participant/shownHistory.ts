import * as vscode from "vscode";
import type { Exchange } from "../../core/outsideMessages";

/** What the participant notes with each of its responses. */
export interface Noted {
  readonly conversationId?: string;
  readonly turnId?: string;
  /** Stands for the hub of all this. */
  readonly hub?: string | undefined;
  readonly expertId?: number;
  /** The user chose the expert in this chat. */
  readonly isChosen?: boolean;
  readonly abilityId?: number;
  /** The language model that was selected in the chat. */
  readonly selectedModel?: string;
  readonly prompt?: string;
}

/** VS Code saves it with the chat, so that it may be of another version. */
export function notedIn(result: vscode.ChatResult | undefined): Noted {
  const noted = (result?.metadata?.["expertHub"] ?? {}) as Readonly<Record<string, unknown>>;
  const { conversationId, turnId, hub, expertId, isChosen, abilityId, selectedModel, prompt } =
    noted;
  return {
    ...(typeof conversationId === "string" && { conversationId }),
    ...(typeof turnId === "string" && { turnId }),
    ...(typeof hub === "string" && { hub }),
    ...(typeof expertId === "number" && { expertId, isChosen: isChosen === true }),
    ...(typeof abilityId === "number" && { abilityId }),
    ...(typeof selectedModel === "string" && { selectedModel }),
    ...(typeof prompt === "string" && { prompt }),
  };
}

export function withNoted(noted: Noted): vscode.ChatResult {
  return { metadata: { expertHub: noted } };
}

type History = vscode.ChatContext["history"];

/** The questions that the chat shows with answers of this hub. */
export function exchangesIn(history: History, hub: string | undefined): Exchange[] {
  return history.flatMap((turn, at) => {
    const before = history[at - 1];
    if (!(turn instanceof vscode.ChatResponseTurn)) return [];
    if (!(before instanceof vscode.ChatRequestTurn)) return [];
    const { conversationId, turnId, hub: of } = notedIn(turn.result);
    const answer = turn.response.map(responseText).join("");
    if (of !== hub || turnId === undefined || answer.trim() === "") return [];
    return [{ prompt: before.prompt, answer, conversationId, turnId }];
  });
}

/** What the newest response of the chat noted; its expert is one of its hub. */
export function lastNoted(history: History, hub: string | undefined): Noted {
  const last = history.findLast((turn) => turn instanceof vscode.ChatResponseTurn);
  const noted = notedIn(last?.result);
  const { selectedModel } = noted;
  return noted.hub === hub ? noted : selectedModel === undefined ? {} : { selectedModel };
}

function responseText(part: vscode.ChatResponseTurn["response"][number]): string {
  return part instanceof vscode.ChatResponseMarkdownPart ? part.value.value : "";
}
