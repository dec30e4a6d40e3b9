import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { type WayChoice, isSameChoice } from "../core/choices";
import { maxColumns } from "../core/comparison";
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
  const room = maxColumns - known.length;
  const box = vscode.window.createQuickPick<ChoiceRow>();
  const chosen = () => box.selectedItems.flatMap(({ choice }) => choice ?? []);
  const describe = () => {
    const choices = chosen();
    const excess = choices.length - room;
    if (choices.length === 0) box.title = t("Compare with…");
    else if (excess <= 0) box.title = summary(choices);
    else box.title = t("At most {0} answers stand side by side: uncheck {1}", maxColumns, excess);
  };
  try {
    box.canSelectMany = true;
    box.ignoreFocusOut = true;
    box.matchOnDescription = true;
    box.placeholder = t("Experts, models, abilities and temperatures to ask as well");
    box.items = rows;
    box.buttons = [{ iconPath: new vscode.ThemeIcon("eye"), tooltip: t("What Will Be Sent") }];
    box.selectedItems = rows
      .filter(({ choice }) => choice && remembered.some((one) => isSameChoice(one, choice)))
      .slice(0, room);
    describe();
    box.onDidChangeSelection(describe);
    box.onDidTriggerButton(() => {
      const { length } = chosen();
      if (length > 0 && length <= room) fireAndForget(() => showRequests(chosen()));
    });
    const accepted = await new Promise<boolean>((resolve) => {
      box.onDidAccept(() => {
        if (chosen().length <= room) resolve(true);
      });
      box.onDidHide(() => resolve(false));
      box.show();
    });
    const choices = accepted ? chosen() : [];
    return choices.length === 0 ? undefined : choices;
  } finally {
    box.dispose();
  }
}
