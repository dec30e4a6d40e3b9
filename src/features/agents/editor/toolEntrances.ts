import * as vscode from "vscode";
import type { Disposable } from "../../../kit/disposable";
import { toolIds } from "../../../platform/editor/manifest";
import type { Agents } from ".";

/** Registers the tools of the manifest; the first call loads what stands behind them. */
export function registerTools(agents: () => Promise<Agents>): Disposable {
  return vscode.Disposable.from(
    ...toolIds.map((id) => {
      const tool = async () => (await (await agents()).tools())[id];
      return vscode.lm.registerTool(id, {
        prepareInvocation: async (options, token) =>
          (await tool()).prepareInvocation?.(options, token),
        invoke: async (options, token) => (await tool()).invoke(options, token),
      });
    }),
  );
}
