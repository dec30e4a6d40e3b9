import * as vscode from "vscode";
import type { Disposable } from "../kit/disposable";
import { ConversationsTree } from "./conversations/conversationsTree";
import type { Features } from "./features";
import { commandIds, viewIds } from "./manifest";

/** Registers every command and the views; the first one used loads what stands behind them all. */
export function registerEntrances(load: () => Promise<Features>): Disposable {
  let loading: Promise<Features> | undefined;
  const features = async () => {
    const loaded = await (loading ??= load());
    await loaded.ready;
    return loaded;
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
        const { views } = await features();
        views.resolveSide(view);
      },
    }),
    new ConversationsTree(async () => (await features()).conversationRows),
  );
}
