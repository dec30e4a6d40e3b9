import * as vscode from "vscode";
import type { Disposable } from "../../../kit/disposable";
import { t } from "../../../kit/l10n";
import { section, type SettingId } from "../../../platform/editor/manifest";
import type { CombinedNotice } from "./noticeOf";

/** What notices need of VS Code's window. */
export interface NoticeWindow {
  isFocused(): boolean;
  onDidChangeFocus(listener: () => void): Disposable;
  isOn(setting: SettingId): boolean;
  /** Shows a notification; true if the user wants to see what it is about. */
  offer(notice: CombinedNotice): Promise<boolean>;
}

export const noticeWindow: NoticeWindow = {
  isFocused: () => vscode.window.state.focused,
  onDidChangeFocus: (listener) => vscode.window.onDidChangeWindowState(listener),
  isOn: (setting) => vscode.workspace.getConfiguration(section).get(setting) !== false,
  offer: async ({ sentence, isProblem }) => {
    const show = isProblem
      ? vscode.window.showWarningMessage
      : vscode.window.showInformationMessage;
    const wanted = t("Show");
    return (await show(sentence, wanted)) === wanted;
  },
};
