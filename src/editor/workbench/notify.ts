import * as vscode from "vscode";
import { asHubError, explain, inOneLine, type Remedy } from "../../app/explain";
import type { Log } from "../../app/ports";
import { guarded } from "../../kit/unexpectedErrors";
import type { CommandId } from "./manifest";
import { plainText } from "./plainText";

const words: Record<Remedy, string> = {
  retry: "Retry",
  connect: "Connect to a Hub",
  setApiKey: "Set API Key",
  openHub: "Open Hub Website",
  addExpert: "Add Expert",
  refreshExpert: "Refresh Experts",
  startBuiltInHub: "Try the Built-in Hub",
  openSettings: "Open Settings",
  showLog: "Show Log",
};

const commands: Record<Exclude<Remedy, "retry" | "openSettings">, CommandId> = {
  connect: "expertHub.connect",
  setApiKey: "expertHub.setApiKey",
  openHub: "expertHub.openHub",
  addExpert: "expertHub.addExpert",
  refreshExpert: "expertHub.refreshExperts",
  startBuiltInHub: "expertHub.startLocalHub",
  showLog: "expertHub.showLog",
};

/** Does what a remedy says, `retry` excepted: only the caller knows what to try again. */
export async function perform(remedy: Exclude<Remedy, "retry">): Promise<void> {
  if (remedy === "openSettings") {
    await vscode.commands.executeCommand(
      "workbench.action.openSettings",
      "@ext:expert-hub.expert-hub",
    );
  } else {
    await vscode.commands.executeCommand(commands[remedy]);
  }
}

/** Notifications of failures: one sentence in plain words and what helps. */
export class Notify {
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Tells of any error. Nothing is shown for what the user stopped. */
  failure(error: unknown, { retry }: { retry?: () => unknown } = {}): void {
    const known = asHubError(error);
    if (known.kind === "cancelled") return;
    // The sentence may hold what the user typed.
    this.#log.error(`failed, ${known.kind}`);
    const explanation = explain(known);
    const { remedies } = explanation;
    const offered = remedies.filter((remedy) => remedy !== "retry" || retry !== undefined);
    const wordsOf = (remedy: Remedy): string =>
      remedy === "setApiKey" && known.kind !== "no-key" ? "Replace Key" : words[remedy];
    const buttons = offered.map(wordsOf);
    const told = plainText(inOneLine(explanation), 300);
    void vscode.window.showErrorMessage(told, ...buttons).then((chosen) => {
      const remedy = offered.find((candidate) => wordsOf(candidate) === chosen);
      if (remedy === "retry") guarded(() => retry?.());
      else if (remedy) guarded(() => perform(remedy));
    });
  }

  information(sentence: string): void {
    void vscode.window.showInformationMessage(plainText(sentence, 300));
  }
}
