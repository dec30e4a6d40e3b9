import * as vscode from "vscode";

/** A file of `media/tabs`, without its theme. */
type TabIconName = "comment-discussion" | "comment-unresolved" | "split-horizontal";

/** The icon of a webview's tab. Older versions of VS Code take only files there, and no `ThemeIcon`. */
export function tabIcon(extensionUri: vscode.Uri, name: TabIconName) {
  const file = (theme: "light" | "dark") =>
    vscode.Uri.joinPath(extensionUri, "media", "tabs", `${name}-${theme}.svg`);
  return { light: file("light"), dark: file("dark") };
}
