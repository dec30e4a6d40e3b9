import type { MemoryMode, ToolName } from "../../../../../contract/vocabulary";
import type { Toolkit } from "../../../../../page/ui/toolkit";

export const toolLabels = (t: Toolkit["t"]): Record<ToolName, string> => ({
  web_search: t("Web search"),
  computation_engine: t("Computation"),
  document_retriever: t("Documents"),
  workspace_connector: t("Workspace"),
});

type MemoryLabel = [name: string, explanation: string];

export const memoryLabels = (t: Toolkit["t"]): Record<MemoryMode, MemoryLabel> => ({
  both: [t("Session and history"), t("The hub remembers the session, and earlier turns are sent")],
  session: [t("Session only"), t("The hub remembers; earlier turns are not sent again")],
  history: [t("History only"), t("Earlier turns are sent; the hub gets no session")],
  none: [t("None"), t("Each question stands alone")],
});
