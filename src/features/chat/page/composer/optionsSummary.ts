import type { OptionsView, PageState } from "../../../../page/protocol/views";
import type { Toolkit } from "../../../../page/ui/toolkit";

const memoryWordsIn = ({ t }: Toolkit): Record<OptionsView["memory"], string | undefined> => ({
  both: undefined,
  session: t("session only"),
  history: t("history only"),
  none: t("no memory"),
});

/** The options that the user set, in as few words as possible; empty if everything is left to the hub. */
export function summary(
  toolkit: Toolkit,
  {
    options,
    lockedTools = {},
    takesReasoningEffort,
    editorTools,
  }: Pick<PageState, "options" | "lockedTools" | "takesReasoningEffort" | "editorTools">,
): string {
  const { locale, plural, t } = toolkit;
  const { mode, maxTokens } = options;
  const temperature = options.temperature?.toLocaleString(locale());
  const effort = takesReasoningEffort ? effortWords(toolkit, options.reasoningEffort) : undefined;
  const words =
    mode === "model"
      ? [
          t("Model only"),
          temperature,
          effort,
          maxTokens === undefined ? undefined : plural(maxTokens, t("1 token"), t("{0} tokens")),
          isHistorySent(options.memory) ? undefined : memoryWordsIn(toolkit).none,
        ]
      : [
          toolWords(toolkit, [
            ...without(options.tools, lockedTools),
            ...Array.from({ length: editorTools?.on ?? 0 }, () => true),
          ]),
          temperature,
          effort,
          ...agentWords(toolkit, options),
        ];
  return words.filter((word) => word !== undefined).join(" · ");
}

/** True if earlier turns are sent: the only memory available to the language model alone. */
function isHistorySent(memory: OptionsView["memory"]): boolean {
  return memory === "both" || memory === "history";
}

function agentWords(toolkit: Toolkit, { webSearchMaxResults, documentUrls, memory }: OptionsView) {
  const { plural, t } = toolkit;
  return [
    webSearchMaxResults === undefined
      ? undefined
      : plural(webSearchMaxResults, t("1 result"), t("{0} results")),
    documentUrls.length === 0
      ? undefined
      : plural(documentUrls.length, t("1 document"), t("{0} documents")),
    memoryWordsIn(toolkit)[memory],
  ];
}

function effortWords({ t }: Toolkit, effort: OptionsView["reasoningEffort"]): string | undefined {
  return (
    effort && { low: t("low effort"), medium: t("medium effort"), high: t("high effort") }[effort]
  );
}

/** What is locked is not the user's choice. */
function without(tools: OptionsView["tools"], locked: object): boolean[] {
  return Object.entries(tools).flatMap(([name, isOn]) => (name in locked ? [] : [isOn]));
}

function toolWords({ plural, t }: Toolkit, all: readonly boolean[]): string | undefined {
  const on = all.filter(Boolean).length;
  const off = all.length - on;
  if (on === 0) return off === 0 ? undefined : plural(off, t("1 tool off"), t("{0} tools off"));
  const tools = plural(on, t("1 tool"), t("{0} tools"));
  return off === 0 ? tools : t("{0}, {1} off", tools, off);
}
