import { t } from "../../../kit/l10n";
import type { Caller } from "../../../contract/vocabulary";

/** Who asked, as part of a line. */
export function callerLabel(caller: Caller): string {
  switch (caller) {
    case "tool":
      return t("asked by an agent");
    case "mcp":
      return t("asked through MCP");
    case "participant":
      return t("asked in VS Code's chat");
    default:
      return t("asked as a language model");
  }
}
