import type { OutputAction } from "../../../../contract/vocabulary";
import type { TargetView } from "../../../../page/protocol/views";
import type { Toolkit } from "../../../../page/ui/toolkit";
import type { AnswerTools, TurnMenuItem } from "../contexts";

interface OutputOfMenu {
  readonly turnId: string;
  /** If absent, the whole answer is meant. */
  readonly blockIndex?: number;
  readonly target: TargetView | undefined;
}

/** What can be done with an answer or a code block besides applying it. */
export function outputItems(
  { t, visible }: Toolkit,
  { turnId, blockIndex, target }: OutputOfMenu,
  { host, notices }: Pick<AnswerTools, "host" | "notices">,
): TurnMenuItem[] {
  const block = blockIndex === undefined ? {} : { blockIndex };
  const name = target && visible(target.label, 80);
  const item = (action: OutputAction, label: string, title = label): TurnMenuItem => ({
    action,
    label,
    title,
    onChoose: () => {
      host.call("useOutput", { turnId, ...block, action }).then((happened) => {
        if (happened && action === "copy") notices.say(t("Copied"));
      }, notices.failed);
    },
  });
  const insertTitle = name === undefined ? undefined : t("Insert at cursor in {0}", name);
  const replaceTitle = name === undefined ? undefined : t("Replace selection in {0}", name);
  return [
    item("copy", t("Copy")),
    item("insert", t("Insert at cursor"), insertTitle),
    ...(target?.canReplace ? [item("replace", t("Replace selection"), replaceTitle)] : []),
    item("newFile", t("Open in new file")),
  ];
}
