import type { OptionsView } from "../../protocol/views";
import { counted } from "../ui/labels";

const memoryWords: Record<OptionsView["memory"], string | undefined> = {
  both: undefined,
  session: "session only",
  history: "history only",
  none: "no memory",
};

/** The options that are set, in as few words as possible; empty if everything is left to the hub. */
export function optionWords(options: OptionsView): string {
  const { mode, temperature, maxTokens } = options;
  const words =
    mode === "model"
      ? [
          "Model only",
          temperature,
          maxTokens === undefined ? undefined : tokens(maxTokens),
          isHistorySent(options.memory) ? undefined : memoryWords.none,
        ]
      : [toolWords(options.tools), temperature, ...agentWords(options)];
  return words.filter((word) => word !== undefined).join(" · ");
}

/** True if earlier turns are sent: the only memory available to the language model alone. */
function isHistorySent(memory: OptionsView["memory"]): boolean {
  return memory === "both" || memory === "history";
}

function agentWords({ webSearchMaxResults, documentUrls, memory }: OptionsView) {
  return [
    webSearchMaxResults === undefined ? undefined : counted(webSearchMaxResults, "result"),
    documentUrls.length === 0 ? undefined : counted(documentUrls.length, "document"),
    memoryWords[memory],
  ];
}

function toolWords(tools: OptionsView["tools"]): string | undefined {
  const all = Object.values(tools);
  const on = all.filter(Boolean).length;
  const off = all.length - on;
  if (on === 0) return off === 0 ? undefined : `${counted(off, "tool")} off`;
  return off === 0 ? counted(on, "tool") : `${counted(on, "tool")}, ${off} off`;
}

function tokens(count: number): string {
  return counted(count, "token");
}
