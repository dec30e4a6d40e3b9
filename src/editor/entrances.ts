import * as vscode from "vscode";
import type { Disposable } from "../kit/disposable";
import { report } from "../kit/unforeseen";
import { ConversationsTree } from "./conversations/conversationsTree";
import type { Features } from "./features";
import { commandIds, viewIds } from "./manifest";

/** Registers every command and the views; the first one used loads what stands behind them all. */
export function registerEntrances(load: () => Promise<Features>): Disposable {
  let loading: Promise<Features> | undefined;
  const features = async () => {
    loading ??= load();
    try {
      const loaded = await loading;
      await loaded.ready;
      return loaded;
    } catch (error) {
      // The next one who comes in may have more luck.
      loading = undefined;
      throw error;
    }
  };
  return vscode.Disposable.from(
    ...commandIds.map((id) =>
      vscode.commands.registerCommand(id, async (...args: unknown[]) => {
        const { commands } = await features();
        return commands.run(id, args);
      }),
    ),
    vscode.window.registerWebviewViewProvider(viewIds.chat, {
      resolveWebviewView: async (view) => {
        try {
          (await features()).views.resolveSide(view);
        } catch (error) {
          report(error);
        }
      },
    }),
    new ConversationsTree(async () => (await features()).conversationRows),
  );
}
