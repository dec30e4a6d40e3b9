import type * as vscode from "vscode";
import {
  expertModels,
  maxInputTokens,
  maxOutputTokens,
  type ExpertModel,
  type ExpertModelsParts,
} from "../../core/expertModels";
import { estimatedTokens } from "../../../../contract/contextSize";
import { plainText } from "../../../../platform/editor/plainText";
import { readableText } from "./messageIn";

export type ListedModel = vscode.LanguageModelChatInformation & ExpertModel;

export interface ListedModelsParts extends ExpertModelsParts {
  readonly settings: { readonly offersExpertsInChat: boolean };
}

/** The experts as VS Code lists them among its language models, if the user turned that on. */
export async function listedModels({
  settings,
  ...parts
}: ListedModelsParts): Promise<ListedModel[]> {
  if (!settings.offersExpertsInChat) return [];
  const models = await expertModels(parts);
  return models.map((model) => ({
    ...model,
    name: plainText(model.name, 80),
    detail: plainText(model.detail ?? "Expert Hub", 60),
    tooltip: plainText(model.tooltip ?? model.name, 300),
    maxInputTokens,
    maxOutputTokens,
    capabilities: { imageInput: false, toolCalling: false },
  }));
}

export function tokenCount(counted: string | vscode.LanguageModelChatRequestMessage): number {
  return estimatedTokens(readableText(counted));
}
