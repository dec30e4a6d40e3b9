import * as vscode from "vscode";
import type { Disposable } from "../kit/disposable";
import type { Features } from "./features";
import { commandIds, viewIds } from "./manifest";

/** Registers every command and the chat view; the first one used loads what stands behind them all. */
export function registerEntrances(load: () => Promise<Features>): Disposable {
  let loading: Promise<Features> | undefined;
  const features = () => (loading ??= load());
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
  );
}
