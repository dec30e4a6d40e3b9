import * as vscode from "vscode";
import { computerPolicy, PolicyFile } from "../../policy/policyFile";
import type { Log } from "../core/ports";

/** The policy file of this computer. Tests of the extension from source may name another one. */
export function policyFor(
  { extensionMode }: Pick<vscode.ExtensionContext, "extensionMode">,
  log: Log,
): PolicyFile {
  const named = process.env["EXPERT_HUB_TEST_POLICY"];
  return extensionMode === vscode.ExtensionMode.Test && named !== undefined
    ? new PolicyFile({ path: named, writablePlace: () => undefined, log })
    : computerPolicy(log);
}
