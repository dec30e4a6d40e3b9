import * as vscode from "vscode";
import { labelOf, type ModelChoice } from "../core/modelChoice";
import { remedyLabels } from "../../../platform/core/explain";
import { ModelProblem } from "../../../contract/chatModel";
import { t } from "../../../kit/l10n";
import { withProgress } from "../../../platform/editor/progress";
import type { Notify } from "../../../platform/editor/notify";
import { plainText } from "../../../platform/editor/plainText";
import type { ServerPromptsParts } from "./serverPrompts";

export type ServedChoice = ModelChoice & { readonly kind: "address" };

interface ModelTrialParts extends ServerPromptsParts {
  readonly notify: Pick<Notify, "information" | "tell">;
  /** Asks for another key; false if the user left. */
  enterKey(choice: ServedChoice): Promise<boolean>;
}

/** Sends a model one short question until it answers or the user gives up. Only with consent. */
export async function tryModel(choice: ServedChoice, parts: ModelTrialParts): Promise<void> {
  const label = plainText(labelOf(choice), 200);
  for (;;) {
    const problem = await trialProblem(choice, label, parts);
    if (problem === "cancelled") return;
    if (!problem) {
      parts.notify.information(t("{0} answered the test question.", label));
      return;
    }
    const { retry, addModel, enterModelKey } = remedyLabels;
    const first =
      problem.kind === "bad-key" ? [enterModelKey] : problem.kind === "not-found" ? [addModel] : [];
    const buttons = [...first, retry];
    const pressed = await parts.notify.tell(problem.message, buttons, {
      severity: "error",
      commands: ["expertHub.addModel", "expertHub.useModelAddress"],
    });
    if (pressed === addModel) await vscode.commands.executeCommand("expertHub.addModel");
    const isAgain = pressed === enterModelKey ? await parts.enterKey(choice) : pressed === retry;
    if (!isAgain) return;
  }
}

async function trialProblem(
  { address, identifier }: ServedChoice,
  label: string,
  { builtInHub, modelKeys, network }: ModelTrialParts,
): Promise<ModelProblem | "cancelled" | undefined> {
  const { askOnce } = await builtInHub.module();
  const { origin } = new URL(address);
  const model = { address, identifier, send: network.send, key: () => modelKeys.get(origin) };
  return withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: t("Trying {0}", label),
      cancellable: true,
    },
    async (signal) => {
      try {
        await askOnce(model, signal);
        return undefined;
      } catch (error) {
        if (signal.aborted) return "cancelled";
        if (ModelProblem.is(error)) return error;
        throw error;
      }
    },
  );
}
