import { Owner } from "../../kit/disposable";
import { Emitter } from "../../kit/event";
import type { Store } from "../ports";
import { choicesIn, idOf, keyOf, type ModelChoice } from "./modelChoice";

const chosenName = "languageModels";
const allowedName = "languageModelsAllowed";

/** The language models that the user chose for the built-in hub, the newest first. */
export class ChosenModels extends Owner {
  readonly #store: Store;
  readonly #changed = this.register(new Emitter<void>());

  /** A model was chosen or forgotten in this window. */
  readonly onDidChange = this.#changed.event;

  constructor(store: Store) {
    super();
    this.#store = store;
  }

  get list(): readonly ModelChoice[] {
    return choicesIn(this.#store.get(chosenName));
  }

  /** The model with this id in the built-in hub. */
  find(id: number | undefined): ModelChoice | undefined {
    return id === undefined ? undefined : this.list.find((model) => idOf(model) === id);
  }

  async choose(model: ModelChoice): Promise<void> {
    const others = this.list.filter((known) => keyOf(known) !== keyOf(model));
    await this.#store.set(chosenName, [model, ...others]);
    this.#changed.fire();
  }

  async forget(model: ModelChoice): Promise<void> {
    const key = keyOf(model);
    await this.#store.set(
      chosenName,
      this.list.filter((known) => keyOf(known) !== key),
    );
    await this.#store.set(
      allowedName,
      this.#allowed.filter((known) => known !== key),
    );
    this.#changed.fire();
  }

  /** Whether the user agreed that questions go to this model. */
  isAllowed(model: ModelChoice): boolean {
    return this.#allowed.includes(keyOf(model));
  }

  async allow(model: ModelChoice): Promise<void> {
    if (!this.isAllowed(model))
      await this.#store.set(allowedName, [...this.#allowed, keyOf(model)]);
  }

  get #allowed(): readonly string[] {
    const stored = this.#store.get(allowedName);
    return Array.isArray(stored) ? stored.filter((key) => typeof key === "string") : [];
  }
}
