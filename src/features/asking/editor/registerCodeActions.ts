import * as vscode from "vscode";
import type { Disposable } from "../../../kit/disposable";
import type { CodeActionParts } from "./codeActions";

/** The first one that is asked for loads what makes them. */
export function registerCodeActions(hub: () => Promise<CodeActionParts>): Disposable {
  const { QuickFix, RefactorRewrite } = vscode.CodeActionKind;
  return vscode.languages.registerCodeActionsProvider(
    "*",
    {
      provideCodeActions: async (document, range, { diagnostics }) => {
        if (range.isEmpty && diagnostics.length === 0) return [];
        const { codeActions } = await import("./codeActions");
        return codeActions(hub, document, range, diagnostics);
      },
    },
    { providedCodeActionKinds: [QuickFix, RefactorRewrite] },
  );
}
