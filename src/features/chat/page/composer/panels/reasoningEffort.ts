import type { ReasoningEffort } from "../../../../../contract/vocabulary";
import type { OptionsView, PageState } from "../../../../../page/protocol/views";
import type { Toolkit } from "../../../../../page/ui/toolkit";
import { choices } from "./choices";

interface EffortField {
  readonly element: HTMLElement;
  /** Takes over whether a model can be told, and what the file of the expert says. */
  say(pageState: Pick<PageState, "takesReasoningEffort" | "fileReasoningEffort">): void;
  show(effort: OptionsView["reasoningEffort"]): void;
}

/** How long a language model of the built-in hub thinks; not there for any other hub. */
export function reasoningEffort(
  toolkit: Toolkit,
  onChoose: (effort: ReasoningEffort | undefined) => void,
): EffortField {
  const { t } = toolkit;
  const byDefault = { value: "unset" as const, label: t("Default"), note: "" };
  const { element, show } = choices<ReasoningEffort | "unset">(toolkit, {
    name: t("Reasoning effort"),
    kind: "segments",
    items: [
      byDefault,
      { value: "low", label: t("Low") },
      { value: "medium", label: t("Medium") },
      { value: "high", label: t("High") },
    ],
    onChoose: (effort) => onChoose(effort === "unset" ? undefined : effort),
  });
  const levels = { low: t("Low"), medium: t("Medium"), high: t("High") };
  return {
    element,
    say({ takesReasoningEffort, fileReasoningEffort: ofFile }) {
      element.hidden = takesReasoningEffort !== true;
      byDefault.note = ofFile
        ? t("{0}, from the file of this expert", levels[ofFile])
        : t("Not sent: the model decides");
    },
    show: (effort) => show(effort ?? "unset"),
  };
}
