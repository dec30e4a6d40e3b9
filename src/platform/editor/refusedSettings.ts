import * as vscode from "vscode";
import { Owner } from "../../kit/disposable";
import type { EditorSettings } from "./settings";

/** Tells of a setting that the policy overrules when it is changed: VS Code cannot show that beside it. */
export class RefusedSettings extends Owner {
  #told: readonly string[];

  constructor(settings: Pick<EditorSettings, "refusals" | "onDidChange">) {
    super();
    this.#told = settings.refusals;
    this.register(
      settings.onDidChange(() => {
        const { refusals } = settings;
        const added = refusals.filter((refusal) => !this.#told.includes(refusal));
        this.#told = refusals;
        if (!vscode.window.state.focused) return;
        // Not in the chat: the user looks at the settings, which may lie above it.
        for (const refusal of added) void vscode.window.showInformationMessage(refusal);
      }),
    );
  }
}
