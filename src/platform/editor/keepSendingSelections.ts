import type * as vscode from "vscode";

const decidedKey = "askSelection.isDecided";
const setting = "askSelection";

/**
 * Decides once what *Ask About Selection* does: where something was stored before the setting came, it
 * goes on sending at once.
 */
export async function keepSendingSelections(
  stored: Pick<vscode.Memento, "get" | "keys" | "update">,
  configuration: () => Pick<vscode.WorkspaceConfiguration, "inspect" | "update">,
): Promise<void> {
  if (stored.get(decidedKey) === true) return;
  if (stored.keys().length > 0) {
    const own = configuration();
    const isChosen = own.inspect(setting)?.globalValue !== undefined;
    // Settings that cannot be written now may be the next time.
    const isKept = isChosen || (await written(own.update(setting, "send", true)));
    if (!isKept) return;
  }
  await stored.update(decidedKey, true);
}

const written = (done: Thenable<void>): Thenable<boolean> =>
  done.then(
    () => true,
    () => false,
  );
