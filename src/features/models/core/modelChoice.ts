import * as v from "valibot";
import { servedModelKey } from "../../../contract/chatModel";
import { modelId } from "../../../client/modelId";
import { t } from "../../../kit/l10n";

const choice = v.variant("kind", [
  /** A model that VS Code knows, from any extension. */
  v.object({
    kind: v.literal("editor"),
    vendor: v.string(),
    id: v.string(),
    name: v.string(),
    provider: v.string(),
  }),
  /** A model of an OpenAI-compatible server at this base address. */
  v.object({ kind: v.literal("address"), address: v.string(), identifier: v.string() }),
]);

/** A language model that the user chose for the built-in hub. */
export type ModelChoice = Readonly<v.InferOutput<typeof choice>>;

/** What was stored, without what is malformed. */
export function choicesIn(stored: unknown): ModelChoice[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((each: unknown) => {
    const { success, output } = v.safeParse(choice, each);
    return success ? [output] : [];
  });
}

/** What identifies it: `ChatModel.key`. */
export function modelKeyOf(model: ModelChoice): string {
  return model.kind === "editor" ? editorModelKey(model) : servedModelKey(model);
}

export function editorModelKey({ vendor, id }: { vendor: string; id: string }): string {
  return `vscode-lm ${vendor}/${id}`;
}

/** Its id in the built-in hub. */
export function modelIdOf(model: ModelChoice): number {
  return modelId(modelKeyOf(model));
}

/** Where it runs, as a policy names it: `https://models.example`, `vscode:copilot`. */
export function policyPlaceOf(model: ModelChoice): string {
  return model.kind === "editor" ? `vscode:${model.vendor}` : new URL(model.address).origin;
}

/** As the user knows it: `llama3.2 at 127.0.0.1:11434`, `GPT-4o by Copilot`. */
export function labelOf(model: ModelChoice): string {
  return model.kind === "editor"
    ? t("{0} by {1}", model.name, model.provider)
    : t("{0} at {1}", model.identifier, new URL(model.address).host);
}

/** Whether a model of VS Code sees pictures; `undefined` if it does not say. The types of VS Code have no word for it. */
export function seesPicturesOf(model: object): boolean | undefined {
  const { capabilities } = model as { capabilities?: { supportsImageToText?: unknown } };
  const said = capabilities?.supportsImageToText;
  return typeof said === "boolean" ? said : undefined;
}
