import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { ModelChoice } from "../../models/core/chosenModels";
import { type ColumnChoice, isSameChoice } from "../core/choices";
import { maxColumns } from "../core/comparison";
import type { ListModels } from "../core/comparisonSender";
import { type ChoiceRow, choiceRows, type ChoiceRowsParts } from "./choiceRows";
import { createQuickPick } from "../../../platform/editor/inputs";

interface ComparePickOptions {
  /** The columns that exist; their expert comes first, and none of them is offered again. */
  readonly known: readonly [ColumnChoice, ...ColumnChoice[]];
  /** Those that are checked when the list opens. */
  readonly remembered: readonly ColumnChoice[];
  readonly listModels: ListModels | undefined;
  /** The number of requests, their estimated size and their destinations. */
  summary(choices: readonly ColumnChoice[]): string;
  showRequests(choices: readonly ColumnChoice[]): Promise<void>;
}

/** Lets the user pick columns; `undefined` if none was picked. */
export async function pickToCompare(
  parts: ChoiceRowsParts,
  { known, remembered, listModels, summary, showRequests }: ComparePickOptions,
): Promise<readonly ColumnChoice[] | undefined> {
  const room = maxColumns - known.length;
  const box = createQuickPick<ChoiceRow>();
  const closed = new AbortController();
  let listed: readonly ModelChoice[] = [];
  const chosen = () => box.selectedItems.flatMap(({ choice }) => choice ?? []);
  const describe = () => {
    const choices = chosen();
    const excess = choices.length - room;
    if (choices.length === 0) box.title = t("Compare with…");
    else if (excess <= 0) box.title = summary(choices);
    else box.title = t("At most {0} answers stand side by side: uncheck {1}", maxColumns, excess);
  };
  const draw = async (isFirst = false): Promise<void> => {
    const rows = await choiceRows(parts, known, listed);
    if (closed.signal.aborted) return;
    const checked = isFirst ? remembered : chosen();
    const [active] = box.activeItems;
    box.items = rows;
    box.selectedItems = rows
      .filter((row) => isOneOf(row, checked))
      .slice(0, isFirst ? room : undefined);
    if (active?.choice) box.activeItems = rows.filter((row) => isOneOf(row, [active.choice!]));
    describe();
  };
  try {
    box.canSelectMany = true;
    box.keepScrollPosition = true;
    box.ignoreFocusOut = true;
    box.matchOnDescription = true;
    // Who picks a model here agrees to it.
    box.placeholder = t(
      "Each gets the question, what is attached, the conversation so far, and what its tools find",
    );
    box.buttons = [{ iconPath: new vscode.ThemeIcon("eye"), tooltip: t("What will be sent") }];
    await draw(true);
    box.onDidChangeSelection(describe);
    box.onDidTriggerButton(() => {
      const { length } = chosen();
      if (length > 0 && length <= room) fireAndForget(() => showRequests(chosen()));
    });
    const onListed = (models: readonly ModelChoice[]): void => {
      listed = [...listed, ...models];
      fireAndForget(() => draw());
    };
    fireAndForget(async () => {
      box.busy = true;
      await listModels?.(onListed, closed.signal);
      if (!closed.signal.aborted) box.busy = false;
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
    closed.abort();
    box.dispose();
  }
}

function isOneOf({ choice }: ChoiceRow, choices: readonly ColumnChoice[]): boolean {
  return choice !== undefined && choices.some((one) => isSameChoice(one, choice));
}
