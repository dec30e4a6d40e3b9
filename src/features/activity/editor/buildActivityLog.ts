import type * as vscode from "vscode";
import type { Log } from "../../../platform/core/ports";
import type { PolicySource } from "../../../policy/policy";
import type { EditorSettings } from "../../../platform/editor/settings";
import { ActivityLog } from "../core/activityLog";

/** The log of all windows, in the extension's own storage. */
export function buildActivityLog(
  { globalStorageUri }: Pick<vscode.ExtensionContext, "globalStorageUri">,
  settings: Pick<EditorSettings, "activityDays">,
  { log, policy }: { readonly log: Log; readonly policy: PolicySource },
): ActivityLog {
  const files = async () => {
    const { DiskFiles } = await import("../../../platform/editor/diskFiles");
    return new DiskFiles(globalStorageUri.fsPath);
  };
  return new ActivityLog({
    files,
    days: () => settings.activityDays,
    refusal: () => policy.current.noActivityRefusal,
    log,
  });
}
