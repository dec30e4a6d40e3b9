import * as vscode from "vscode";
import { lacksScheme, webAddress } from "../../contract/webAddress";
import { t } from "../../kit/l10n";

/** What an input box says about a typed address: why it is refused, or what it is completed to. */
export function addressMessage(
  typed: string,
  what?: string,
): string | vscode.InputBoxValidationMessage | undefined {
  if (typed.trim() === "") return undefined;
  try {
    const { href } = webAddress(typed, what);
    if (!lacksScheme(typed)) return undefined;
    const severity = vscode.InputBoxValidationSeverity.Info;
    return { message: t("Will be completed to {0}", href.replace(/\/$/, "")), severity };
  } catch (error) {
    return (error as Error).message;
  }
}
