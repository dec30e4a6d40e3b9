import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import { ExportTarget } from "../../../platform/editor/exportTarget";
import type { Notify } from "../../../platform/editor/notify";
import { plainText } from "../../../platform/editor/plainText";
import type { Snapshots } from "../../../platform/editor/snapshots";
import { type ActivityEntry, isInsertion } from "../core/activityEntry";
import { activityCsv, activityJsonLines } from "../core/activityExport";
import type { ActivityLog } from "../core/activityLog";
import { type ActivityNames, activityTable, dayKey } from "../core/activityTable";
import { createQuickPick } from "../../../platform/editor/inputs";

export interface ShowActivityParts {
  readonly activity: Pick<ActivityLog, "entries" | "days" | "refusal">;
  readonly notify: Pick<Notify, "information">;
  readonly snapshots: Pick<Snapshots, "add">;
  readonly names: ActivityNames;
}

interface FilterRow extends vscode.QuickPickItem {
  readonly group?: "day" | "place" | "expert";
}

const target = new ExportTarget();

/** Shows the log as a read-only document. */
export async function showActivity(parts: ShowActivityParts): Promise<void> {
  const entries = await entriesOf(parts);
  if (entries) await showEntries(entries, parts);
}

/** Shows a part of the log, or exports it: all of it, or days, hubs and experts. */
export async function filterActivity(parts: ShowActivityParts): Promise<void> {
  const { activity, names, notify } = parts;
  const entries = await entriesOf(parts);
  if (!entries) return;
  const title = [t("Filter or Export Activity"), activity.refusal].filter(Boolean).join(" · ");
  const picked = await pickEntries(entries, names, title);
  if (picked?.isExport) await exportEntries(picked.entries, target, notify);
  else if (picked) await showEntries(picked.entries, parts);
}

/** `undefined` if there are none, after it was said. */
async function entriesOf({
  activity,
  notify,
}: ShowActivityParts): Promise<readonly ActivityEntry[] | undefined> {
  const entries = await activity.entries();
  if (entries.length > 0) return entries;
  notify.information(
    activity.days === 0
      ? t("The activity log is turned off.")
      : t("The activity log is empty: nothing has been sent yet."),
  );
  return undefined;
}

async function showEntries(
  entries: readonly ActivityEntry[],
  { names, snapshots }: ShowActivityParts,
): Promise<void> {
  const uri = snapshots.add(`${t("Activity")}.log`, activityTable(entries, names));
  await vscode.window.showTextDocument(uri, { preview: true });
}

interface Picked {
  readonly entries: readonly ActivityEntry[];
  readonly isExport: boolean;
}

/** Without a choice it is everything. */
async function pickEntries(
  entries: readonly ActivityEntry[],
  names: ActivityNames,
  title: string,
): Promise<Picked | undefined> {
  const pick = createQuickPick<FilterRow>();
  pick.title = title;
  pick.placeholder = t("Choose days, hubs and experts, or press Enter to see everything");
  pick.canSelectMany = true;
  pick.items = filterRows(entries, names);
  const exporting = {
    iconPath: new vscode.ThemeIcon("export"),
    tooltip: t("Export…"),
  };
  pick.buttons = [exporting];
  return new Promise((resolve) => {
    const end = (isExport: boolean) => {
      resolve({ entries: filtered(entries, pick.selectedItems, names), isExport });
      pick.hide();
    };
    pick.onDidAccept(() => end(false));
    pick.onDidTriggerButton(() => end(true));
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function filterRows(entries: readonly ActivityEntry[], names: ActivityNames): FilterRow[] {
  const newestFirst = entries.toReversed();
  return (["day", "place", "expert"] as const).flatMap((group): FilterRow[] => {
    const counts = new Map<string, number>();
    for (const entry of newestFirst) {
      const value = filterValue(entry, group, names);
      if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    if (counts.size === 0) return [];
    const label = { day: t("Days"), place: t("Hubs and servers"), expert: t("Experts") }[group];
    return [
      { label, kind: vscode.QuickPickItemKind.Separator },
      ...[...counts].map(([value, count]) => ({
        label: value,
        description: count === 1 ? t("1 line") : t("{0} lines", count),
        group,
      })),
    ];
  });
}

function filterValue(
  entry: ActivityEntry,
  group: NonNullable<FilterRow["group"]>,
  names: ActivityNames,
): string | undefined {
  if (group === "day") return dayKey(entry);
  if (isInsertion(entry)) return undefined;
  if (group === "place") return names.place(entry.hub, entry.to);
  return entry.expert === undefined ? undefined : names.expert(entry.hub, entry.expert);
}

/** The entries that fit one row of each group in which a row was chosen. */
function filtered(
  entries: readonly ActivityEntry[],
  rows: readonly FilterRow[],
  names: ActivityNames,
): readonly ActivityEntry[] {
  const groups = [...Map.groupBy(rows, ({ group }) => group)];
  return entries.filter((entry) =>
    groups.every(
      ([group, wanted]) =>
        !group || wanted.some(({ label }) => label === filterValue(entry, group, names)),
    ),
  );
}

async function exportEntries(
  entries: readonly ActivityEntry[],
  target: ExportTarget,
  notify: Pick<Notify, "information">,
): Promise<void> {
  const to = await target.ask(t("Export Activity"), t("Activity"), [
    { name: "CSV", extension: "csv", description: t("for a spreadsheet") },
    { name: "JSON Lines", extension: "jsonl", description: t("one object a line") },
  ]);
  if (!to) return;
  const isLines = to.format.extension === "jsonl";
  const text = isLines ? activityJsonLines(entries) : activityCsv(entries);
  await vscode.workspace.fs.writeFile(to.uri, Buffer.from(text));
  notify.information(t("Exported as {0}.", plainText(to.label)));
}
