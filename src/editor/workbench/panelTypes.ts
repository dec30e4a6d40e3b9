import * as vscode from "vscode";
import { chatPanelTypes, type ChatPanelType } from "./manifest";

/** A type that no open tab has, or the one that is shared. */
export function freePanelType(): ChatPanelType {
  const { all } = vscode.window.tabGroups;
  const used = new Set(all.flatMap(({ tabs }) => tabs.map(panelTypeOf)));
  return chatPanelTypes.find((type) => !used.has(type)) ?? chatPanelTypes.at(-1)!;
}

/** The type of a tab that holds a chat. */
export function panelTypeOf({ input }: vscode.Tab): ChatPanelType | undefined {
  if (!(input instanceof vscode.TabInputWebview)) return undefined;
  // VS Code puts a word of its own before it.
  return chatPanelTypes.find((type) => input.viewType.endsWith(type));
}

/** The type in the address that VS Code gives a command of the menu above a tab. */
export function panelTypeIn(given: unknown): ChatPanelType | undefined {
  if (!(given instanceof vscode.Uri) || given.scheme !== "webview-panel") return undefined;
  return chatPanelTypes.find((type) => given.path.includes(`-${type}-`));
}
