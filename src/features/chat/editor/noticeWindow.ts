import * as vscode from "vscode";
import type { Disposable } from "../../../kit/disposable";
import { t } from "../../../kit/l10n";
import { section, type SettingId } from "../../../platform/editor/manifest";
import { announce } from "../../../platform/editor/confirm";
import type { ChatPlaces } from "../../asking/core/chatPlaces";
import type { CombinedNotice } from "./noticeOf";

/** What notices need of VS Code's window. */
export interface NoticeWindow {
  isFocused(): boolean;
  onDidChangeFocus(listener: () => void): Disposable;
  isOn(setting: SettingId): boolean;
  /** Says it, in a chat until the signal is aborted; true if the user wants to see what it is about. */
  offer(notice: CombinedNotice, signal: AbortSignal): Promise<boolean>;
}

export const noticeWindow = (places: Pick<ChatPlaces, "inView">): NoticeWindow => ({
  isFocused: () => vscode.window.state.focused,
  onDidChangeFocus: (listener) => vscode.window.onDidChangeWindowState(listener),
  isOn: (setting) => vscode.workspace.getConfiguration(section).get(setting) !== false,
  offer: async ({ sentence, isProblem }, signal) => {
    const wanted = t("Show");
    const severity = isProblem ? "warning" : undefined;
    const chat = places.inView?.pending;
    return (await announce(sentence, [wanted], { chat, severity, signal })) === wanted;
  },
});
