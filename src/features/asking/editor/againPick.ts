import * as vscode from "vscode";
import { nameOf } from "../../../platform/core/naming";
import type { Question } from "../../conversation/core/question";
import type { SavedExpert } from "../../experts/core/roster";
import { t } from "../../../kit/l10n";
import { plainText } from "../../../platform/editor/plainText";
import { showQuickPick } from "../../../platform/editor/inputs";

type Choice = Pick<Question, "abilityId" | "modelId">;

interface Item extends vscode.QuickPickItem {
  choice?: Choice;
}

/**
 * Lets the user pick another ability or model of the expert for the same question; the rest stays.
 * `chosenSince` is the model that is asked without a choice, instead of none.
 */
export async function pickAgain(
  { expert }: Pick<SavedExpert, "expert">,
  { abilityId, modelId, mode }: Question,
  chosenSince?: number,
): Promise<Choice | undefined> {
  const abilities = mode === "model" ? [] : (expert?.abilities ?? []);
  const models = expert?.expert_llm_models ?? [];
  const model = models.find(({ id }) => id === chosenSince);
  const before =
    abilityId === undefined && modelId === undefined ? t("the expert decides") : t("as before");
  const as = model ? plainText(nameOf("Model", model.id, model.name)) : before;
  const chosen = await showQuickPick<Item>(
    [
      { label: t("Ask the same way"), description: as, choice: {} },
      ...headingAbove(t("Abilities"), abilities),
      ...abilities.map(({ id, name, text }) => ({
        label: plainText(nameOf("Ability", id, name)),
        description: id === abilityId ? `${id} · ${t("asked before")}` : String(id),
        ...(text && { detail: plainText(text, 300) }),
        choice: { abilityId: id },
      })),
      ...headingAbove(t("Models"), models),
      ...models.map(({ id, name, identifier }) => ({
        label: plainText(nameOf("Model", id, name)),
        ...(id === modelId && { description: t("asked before") }),
        ...(identifier && { detail: plainText(identifier) }),
        choice: { modelId: id },
      })),
    ],
    {
      title: t("Ask Again"),
      placeHolder: t("Choose the ability or model for asking again"),
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  return chosen?.choice;
}

function headingAbove(label: string, rows: readonly unknown[]): Item[] {
  return rows.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }];
}
