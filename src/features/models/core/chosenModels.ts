import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { t } from "../../../kit/l10n";
import type { SharedStore, Permission } from "../../../platform/core/ports";
import { orStorageError } from "../../../platform/core/localError";
import {
  labelOf,
  choicesIn,
  type ModelChoice,
  modelIdOf,
  modelKeyOf,
  policyPlaceOf,
} from "./modelChoice";
import type { Policy } from "../../../policy/policy";
import type { Roster } from "../../experts/core/roster";

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
    return id === undefined ? undefined : this.list.find((model) => modelIdOf(model) === id);
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
