import type { Connection } from "../../connection/core/connection";
import type { Sent } from "../../conversation/core/question";
import type { ChosenModels } from "../../models/core/chosenModels";
import { labelOf } from "../../models/core/modelChoice";
import { t } from "../../../kit/l10n";
import { confirm } from "../../../platform/editor/confirm";
import { plainText } from "../../../platform/editor/plainText";

/** Asks once for each language model of the built-in hub before it gets anything. */
export class ModelConsent {
  readonly #models: ChosenModels;
  readonly #connection: Connection;

  constructor(models: ChosenModels, connection: Connection) {
    this.#models = models;
    this.#connection = connection;
  }

  /** False if the user declined. */
  async allows({ body }: Sent): Promise<boolean> {
    if (!this.#connection.hub?.builtIn) return true;
    const model = this.#models.find(body.model_id);
    if (!model || this.#models.isAllowed(model)) return true;
    const allowed = await confirm(t("Send questions to {0}?", plainText(labelOf(model), 200)), {
      detail: t(
        "The model gets your questions, what you attach, the conversation so far, and what the tools that you turn on find. You are asked once for this model.",
      ),
      yes: t("Send"),
      no: t("Do Not Send"),
    });
    if (allowed) await this.#models.allow(model);
    return allowed;
  }
}
