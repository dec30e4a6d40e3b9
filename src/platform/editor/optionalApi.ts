// What editors made from VS Code leave out of its API, or answer with an error. The types promise
// all of it, so the code reaches it through this file only.
import * as vscode from "vscode";
import type { Disposable } from "../../kit/disposable";
import type { Log } from "../core/ports";

type Api = Partial<Omit<typeof vscode, "lm" | "chat">> & {
  readonly lm?: Partial<typeof vscode.lm>;
  readonly chat?: Partial<typeof vscode.chat>;
};

const api: Api = vscode;

export const languageModels = (): NonNullable<Api["lm"]> => api.lm ?? {};

export const chatApi = (): NonNullable<Api["chat"]> => api.chat ?? {};

/** The models that the editor knows; none if it knows no models, or refuses to list them. */
export async function knownModels(
  selector: vscode.LanguageModelChatSelector = {},
): Promise<vscode.LanguageModelChat[]> {
  try {
    return (await languageModels().selectChatModels?.(selector)) ?? [];
  } catch {
    return [];
  }
}

/** A tool with the name that files of agents use, which newer versions of VS Code have beside what its types promise. */
type ReferencedTool = vscode.LanguageModelToolInformation & { readonly fullReferenceName?: string };

/** The tools that extensions and MCP servers offer to language models. */
export const editorTools = (): readonly ReferencedTool[] => languageModels().tools ?? [];

/** Whether experts can be offered in the editor's own chat, as participants or as models. */
export const hasChat = (): boolean =>
  chatApi().createChatParticipant !== undefined ||
  languageModels().registerLanguageModelChatProvider !== undefined;

export const isDataPart = (part: unknown): part is vscode.LanguageModelDataPart =>
  api.LanguageModelDataPart !== undefined && part instanceof api.LanguageModelDataPart;

/** `undefined` where models can only write text. */
export const dataPart = (
  data: Uint8Array,
  mimeType: string,
): vscode.LanguageModelDataPart | undefined =>
  api.LanguageModelDataPart && new api.LanguageModelDataPart(data, mimeType);

/** Registers what the editor may not have. If it refuses, the log says so, and nothing is registered. */
export function registerOptional(
  log: Pick<Log, "warn">,
  part: string,
  register: () => Disposable | undefined,
): Disposable {
  try {
    return register() ?? { dispose() {} };
  } catch {
    log.warn(`This editor refuses ${part}: left out`);
    return { dispose() {} };
  }
}
