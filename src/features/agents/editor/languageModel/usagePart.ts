import type { LanguageModelDataPart } from "vscode";
import { type Usage, usageMimeType } from "../../../../contract/usage";
import { dataPart } from "../../../../platform/editor/optionalApi";

/**
 * What an answer took, in the part that VS Code's own chat reads for its context window. It drops a
 * report without a total. No API describes this part, so that other readers may ignore it.
 */
export function usagePart({ input, output, total }: Usage): LanguageModelDataPart | undefined {
  const report = {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: total,
  };
  const data = new TextEncoder().encode(JSON.stringify(report));
  return dataPart(data, usageMimeType);
}
