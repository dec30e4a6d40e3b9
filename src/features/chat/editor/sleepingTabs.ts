import * as vscode from "vscode";
import type { Event } from "../../../kit/event";
import { panelTypeOf } from "../../../platform/editor/panelTypes";
import type { ChatPlace } from "../../asking/core/chatPlaces";

/** VS Code restores a tab once the user looks at it; it does not report when it cannot. */
const patienceMs = 5_000;

const groups = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"];

/** Tabs from before a reload that have not been shown since: VS Code exposes only their type and title. */
export function sleepingTabs(title: string, awake: Iterable<ChatPlace>): vscode.Tab[] {
  const types = new Set([...awake].map(({ panelType }) => panelType));
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter((tab) => {
      const type = panelTypeOf(tab);
      return type !== undefined && !types.has(type) && !tab.isActive && tab.label === title;
    });
}

/** Brings it to the front and waits until its page is restored, which `onDidResume` reports by its type. */
export async function showSleeping(tab: vscode.Tab, onDidResume: Event<string>): Promise<void> {
  const { group } = tab;
  const nth = groups[group.viewColumn - 1];
  const index = group.tabs.indexOf(tab);
  if (nth === undefined || index === -1) return;
  const type = panelTypeOf(tab);
  const resumed = new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      subscription.dispose();
      resolve();
    };
    const timer = setTimeout(done, patienceMs);
    const subscription = onDidResume((given) => {
      if (given === type) done();
    });
  });
  await vscode.commands.executeCommand(`workbench.action.focus${nth}EditorGroup`);
  await vscode.commands.executeCommand("workbench.action.openEditorAtIndex", index);
  await resumed;
}

/** False once it is closed, which VS Code reveals only by throwing. */
export function isThere(panel: vscode.WebviewPanel): boolean {
  try {
    return panel.viewType !== "";
  } catch {
    return false;
  }
}

/** The saved state may come from another version. */
export function conversationIdIn(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null) return undefined;
  const { conversationId } = state as Record<string, unknown>;
  return typeof conversationId === "string" ? conversationId : undefined;
}
