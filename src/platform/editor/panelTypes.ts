import * as vscode from "vscode";
import { chatPanelTypes, type ChatPanelType } from "./manifest";

/** A file of `media/tabs`, without its theme. */
type TabIconName = "comment-discussion" | "comment-unresolved" | "split-horizontal";

/** The icon of a webview's tab. Older versions of VS Code take only files there, and no `ThemeIcon`. */
export function tabIcon(extensionUri: vscode.Uri, name: TabIconName) {
  const file = (theme: "light" | "dark") =>
    vscode.Uri.joinPath(extensionUri, "media", "tabs", `${name}-${theme}.svg`);
  return { light: file("light"), dark: file("dark") };
}

/** A type that no open tab has, or the shared one. */
export function freePanelType(): ChatPanelType {
  const { all } = vscode.window.tabGroups;
  const used = new Set(all.flatMap(({ tabs }) => tabs.map(panelTypeOf)));
  return chatPanelTypes.find((type) => !used.has(type)) ?? chatPanelTypes.at(-1)!;
}

export function panelTypeOf({ input }: vscode.Tab): ChatPanelType | undefined {
  if (!(input instanceof vscode.TabInputWebview)) return undefined;
  // VS Code adds a prefix of its own.
  return chatPanelTypes.find((type) => input.viewType.endsWith(type));
}

/** The type in the URI that VS Code passes to a command of a tab's menu. */
export function panelTypeIn(given: unknown): ChatPanelType | undefined {
  if (!(given instanceof vscode.Uri) || given.scheme !== "webview-panel") return undefined;
  return chatPanelTypes.find((type) => given.path.includes(`-${type}-`));
}
