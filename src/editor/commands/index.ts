import * as vscode from "vscode";
import { asHubError, explain } from "../../app/explain";
import { Owner } from "../../kit/disposable";
import type { Notify } from "../notify";
import type { Command } from "./command";

/** Registers commands; whatever one throws becomes one notification, and no more. */
export class Commands extends Owner {
  constructor(commands: readonly Command[], notify: Notify) {
    super();
    for (const command of commands) {
      this.register(
        vscode.commands.registerCommand(command.id, async (...args: unknown[]) => {
          try {
            return await command.run(...args);
          } catch (error) {
            if (command.rejects) throw new Error(explain(asHubError(error)).sentence);
            notify.failure(error);
            return undefined;
          }
        }),
      );
    }
  }
}
