import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { type WayChoice, isSameChoice } from "../core/choices";
import { type ChoiceRow, choiceRows, type ChoiceRowsParts } from "./choiceRows";

interface ComparePickOptions {
  /** The columns that exist; their expert comes first, and none of them is offered again. */
  readonly known: readonly [WayChoice, ...WayChoice[]];
  /** Those that are checked when the list opens. */
  readonly remembered: readonly WayChoice[];
  /** The number of requests, their estimated size and their destinations. */
  summary(choices: readonly WayChoice[]): string;
  showRequests(choices: readonly WayChoice[]): Promise<void>;
}

/** Lets the user pick columns; `undefined` if none was picked. */
export async function pickToCompare(
  parts: ChoiceRowsParts,
  { known, remembered, summary, showRequests }: ComparePickOptions,
): Promise<readonly WayChoice[] | undefined> {
  const rows = await choiceRows(parts, known[0], known);
  const box = vscode.window.createQuickPick<ChoiceRow>();
  const chosen = () => box.selectedItems.flatMap(({ choice }) => choice ?? []);
  const describe = () => {
    const choices = chosen();
    box.title = choices.length === 0 ? t("Compare with…") : summary(choices);
  };
  try {
    box.canSelectMany = true;
    box.ignoreFocusOut = true;
    box.matchOnDescription = true;
    box.placeholder = t("Experts, models, abilities and temperatures to ask as well");
    box.items = rows;
    box.buttons = [{ iconPath: new vscode.ThemeIcon("eye"), tooltip: t("What Will Be Sent") }];
    box.selectedItems = rows.filter(
      ({ choice }) => choice && remembered.some((one) => isSameChoice(one, choice)),
    );
    describe();
    box.onDidChangeSelection(describe);
    box.onDidTriggerButton(() => {
      if (chosen().length > 0) fireAndForget(() => showRequests(chosen()));
    });
    const accepted = await new Promise<boolean>((resolve) => {
      box.onDidAccept(() => resolve(true));
      box.onDidHide(() => resolve(false));
      box.show();
    });
    const choices = accepted ? chosen() : [];
    return choices.length === 0 ? undefined : choices;
  } finally {
    box.dispose();
  }
}
