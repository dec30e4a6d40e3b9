import * as vscode from "vscode";
import { locale, t } from "../../../kit/l10n";
import { asHubError } from "../../../platform/core/explain";
import { type GitApi, gitApi } from "../../../platform/editor/gitApi";
import type { Notify } from "../../../platform/editor/notify";
import { type InsertionEntry, isInsertion } from "../core/activityEntry";
import type { ActivityLog } from "../core/activityLog";
import { insertionOf } from "../core/insertionOrigin";
import { formerFiles } from "./formerFiles";
import { hashedLine } from "./lineHash";

export interface WhereFromParts {
  readonly activity: Pick<ActivityLog, "entries" | "days">;
  readonly notify: Pick<Notify, "information">;
  /** Shows a conversation at one of its turns. */
  openTurn(place: { conversationId: string; turnId: string }): Promise<void>;
  readonly git?: () => Promise<GitApi>;
}

const shownTime = { dateStyle: "medium", timeStyle: "short" } as const;

/** Opens the answer that the selected lines are from. It looks at the log and the file, and changes neither. */
export async function whereFrom(parts: WhereFromParts): Promise<void> {
  const { activity, notify, openTurn, git = gitApi } = parts;
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    notify.information(t("Select the lines in a file first."));
    return;
  }
  const { document, selection } = editor;
  const entries = (await activity.entries()).filter(isInsertion);
  const origin = await originIn(document, selection, entries, git);
  if (!origin) {
    notify.information(unknownOrigin(activity.days));
    return;
  }
  try {
    await openTurn({ conversationId: origin.conversation, turnId: origin.turn });
  } catch (error) {
    if (asHubError(error).kind !== "not-found") throw error;
    const at = new Date(origin.time).toLocaleString(locale(), shownTime);
    notify.information(
      t(
        "This was inserted from an answer ({0}), but its conversation was deleted or belongs to another workspace.",
        at,
      ),
    );
  }
}

async function originIn(
  document: vscode.TextDocument,
  selection: vscode.Range,
  entries: readonly InsertionEntry[],
  git: () => Promise<GitApi>,
): Promise<InsertionEntry | undefined> {
  const [oldest] = entries;
  if (!oldest) return undefined;
  const file = String(document.uri);
  const asked = {
    document: document
      .getText()
      .split(/\r\n|\r|\n/)
      .map(hashedLine),
    from: selection.start.line,
    to: lastLine(selection),
  };
  const here = insertionOf(entries, { ...asked, files: [file] });
  if (here?.file === file) return here;
  const since = Date.parse(oldest.time);
  const former = vscode.workspace.isTrusted ? await formerFiles(document.uri, since, git) : [];
  return insertionOf(entries, { ...asked, files: [file, ...former] });
}

/** A selection that ends at the beginning of a line does not include it. */
function lastLine({ start, end }: vscode.Range): number {
  return end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
}

const unknownOrigin = (days: number): string =>
  days === 0
    ? t("Where this is from is not known: the activity log is turned off.")
    : t(
        "Where this is from is not known. It was not inserted from an answer in the last {0} days, or has changed too much.",
        days,
      );
