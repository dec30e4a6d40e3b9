import { t } from "../../../kit/l10n";
import type { RequestEntry } from "./activityEntry";

/** What a request asks for, as a person reads it. */
export const kindWords: Readonly<Record<RequestEntry["kind"], string>> = {
  account: t("account"),
  expert: t("expert"),
  question: t("question"),
  model: t("language model"),
  models: t("list of models"),
  document: t("document"),
  search: t("web search"),
};

/** Who asked, as a person reads it. */
export const askerWords: Readonly<Record<RequestEntry["by"], string>> = {
  chat: t("chat"),
  compare: t("comparison"),
  commitMessage: t("commit message"),
  command: t("command"),
  tool: t("agent"),
  mcp: t("MCP client"),
  participant: t("VS Code's chat"),
  languageModel: t("as a language model"),
  view: t("view"),
  setup: t("setup"),
  checkConnection: t("Check Connection"),
  program: t("program"),
};
