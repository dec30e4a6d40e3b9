import * as v from "valibot";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { t } from "../../../kit/l10n";
import type { SharedStore, Permission } from "../../../platform/core/ports";
import { orStorageError } from "../../../platform/core/localError";
import type { Policy } from "../../../policy/policy";
import type { Roster } from "../../experts/core/roster";
import { servedModelKey } from "../../../contract/chatModel";
import { modelId } from "../../../client/modelId";

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
function choicesIn(stored: unknown): ModelChoice[] {
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

const chosenName = "languageModels";
const allowedName = "languageModelsAllowed";

/** The language models that the user chose for the built-in hub, the newest first. */
export class ChosenModels extends Owner {
  readonly #store: SharedStore;
  readonly #changed = this.register(new Emitter<void>());

  /** A model was chosen or forgotten in this window. */
  readonly onDidChange = this.#changed.event;

  constructor(store: SharedStore) {
    super();
    this.#store = store;
  }

  get list(): readonly ModelChoice[] {
    return choicesIn(this.#store.get(chosenName));
  }

  find(id: number | undefined): ModelChoice | undefined {
    return this.list.find((model) => modelIdOf(model) === id);
  }

  /** Why the policy does not let the model with this id be asked. */
  refusal(id: number | undefined, policy: Policy): string | undefined {
    const model = this.find(id);
    return model && policy.modelRefusal(policyPlaceOf(model));
  }

  async choose(model: ModelChoice): Promise<void> {
    await this.#save(chosenName, (stored) => [model, ...without(model, stored)]);
    this.#changed.fire();
  }

  /** Adds a model that is asked beside others; the newest stays the one that was chosen for itself. */
  async add(model: ModelChoice): Promise<void> {
    if (this.find(modelIdOf(model))) return;
    await this.#save(chosenName, (stored) => [...without(model, stored), model]);
    this.#changed.fire();
  }

  async forget(model: ModelChoice): Promise<void> {
    await this.#save(chosenName, (stored) => without(model, stored));
    await this.#disallow(modelKeyOf(model));
    this.#changed.fire();
  }

  /** Whether the user agreed that questions go to this model. */
  isAllowed(model: ModelChoice): boolean {
    return allowedIn(this.#store.get(allowedName)).includes(modelKeyOf(model));
  }

  allow(model: ModelChoice): Promise<void> {
    const key = modelKeyOf(model);
    return this.#save(allowedName, (stored) => [...new Set([...allowedIn(stored), key])]);
  }

  /** The models that the user agreed to, as long as they are chosen. */
  permissions(policy: Policy): readonly Permission[] {
    return this.list
      .filter((model) => this.isAllowed(model))
      .map((model) => ({
        label: labelOf(model),
        description: t("questions to this language model"),
        isLocked: policy.modelRefusal(policyPlaceOf(model)) !== undefined,
        revoke: () => this.#disallow(modelKeyOf(model)),
      }));
  }

  #disallow(key: string): Promise<void> {
    return this.#save(allowedName, (stored) => allowedIn(stored).filter((known) => known !== key));
  }

  #save(name: string, change: (stored: unknown) => unknown): Promise<void> {
    return orStorageError(t("The language models could not be saved"), () =>
      this.#store.update(name, change),
    );
  }
}

function without(model: ModelChoice, stored: unknown): ModelChoice[] {
  return choicesIn(stored).filter((known) => modelKeyOf(known) !== modelKeyOf(model));
}

function allowedIn(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((key) => typeof key === "string") : [];
}

/** Makes a model the choice of these experts of the hub in use, and reads which models they have now. */
export async function useForExperts(
  choice: ModelChoice,
  roster: Roster,
  expertIds: readonly number[] = roster.list.map(({ id }) => id),
): Promise<void> {
  const modelId = modelIdOf(choice);
  await Promise.all(
    expertIds.map(async (id) => {
      await roster.refresh(id);
      // The user knows what changed: it is the model. Both hold at once, and are saved together.
      await Promise.all([roster.markSeen(id), roster.choose(id, { modelId })]);
    }),
  );
}
