import * as vscode from "vscode";
import type { Disposable } from "../../../kit/disposable";
import { report } from "../../../kit/unexpectedErrors";
import { comparisonPanelType } from "../../../platform/editor/manifest";
import { OpenedPage } from "../../chat/editor/openedPage";
import type { ComparisonPanels } from "./comparisonPanels";

/** Brings the tabs of comparisons back after a reload. */
export function registerComparisons(
  extensionUri: vscode.Uri,
  panels: () => Promise<ComparisonPanels>,
): Disposable {
  return vscode.window.registerWebviewPanelSerializer(comparisonPanelType, {
    async deserializeWebviewPanel(panel, state) {
      const page = new OpenedPage(panel.webview, extensionUri, "comparison");
      try {
        await (await panels()).resume(panel, page, state);
      } catch (error) {
        report(error);
      }
    },
  });
}
