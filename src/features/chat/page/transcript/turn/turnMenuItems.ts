import { openMenu } from "../../../../../page/ui/menu";
import type { Toolkit } from "../../../../../page/ui/toolkit";
import type { AnswerTools, TurnContext, TurnMenuItem } from "../../contexts";
import type { TurnAction } from "../../../../../contract/vocabulary";
import { outputItems } from "../../richText/outputItems";

interface MenuOfTurn {
  readonly turnId: string;
  readonly actions: readonly MenuAction[];
  /** Absent if there is none. */
  readonly answer: Pick<AnswerTools, "target"> | undefined;
}

export type MenuAction = Exclude<TurnAction, "bringBack">;

const actionLabels = (t: Toolkit["t"]): Record<MenuAction, string> => ({
  askAgain: t("Ask again…"),
  compare: t("Compare with…"),
  fork: t("Fork from here"),
  copyAsCurl: t("Copy as cURL"),
  showRaw: t("Show raw response"),
  saveAsPrompt: t("Save question as prompt…"),
  discard: t("Discard"),
});

const actionTitles = (t: Toolkit["t"]): Record<MenuAction, string> => ({
  askAgain: t("The same question, with another ability or model"),
  compare: t("Ask other experts the same question and see the answers side by side"),
  fork: t("Continue from this answer in a new conversation"),
  copyAsCurl: t("Copy the request as a shell command, without the key"),
  showRaw: t("The answer as the hub sent it"),
  saveAsPrompt: t("Save the question under a name, to ask it again"),
  discard: t("Remove the question from the conversation"),
});

/** Opens the menu of a turn. */
export function openTurnMenu(
  toolkit: Toolkit,
  owner: HTMLButtonElement,
  { turnId, actions, answer }: MenuOfTurn,
  context: TurnContext,
): void {
  const { t } = toolkit;
  const { host, notices, menuOf } = context;
  const uses = answer ? outputItems(toolkit, { turnId, target: answer.target }, context) : [];
  const own = actions.map((action): TurnMenuItem => ({
    action,
    label: actionLabels(t)[action],
    title: actionTitles(t)[action],
    onChoose: () => {
      host
        .call("useTurn", { turnId, action })
        .then(() => {
          if (action === "copyAsCurl") notices.confirm(owner, "more", t("Copied as cURL"));
        })
        .catch(notices.failed);
    },
  }));
  const edit = owner.closest(".turn")?.querySelector<HTMLElement>(".edit-question");
  const title = t("Ask another question in place of this one");
  const label = t("Edit question");
  const editing: TurnMenuItem[] = edit
    ? [{ action: "edit", label, title, onChoose: () => edit.click() }]
    : [];
  const items = [...editing, ...own, ...uses.map((use, at) => ({ ...use, isSetApart: at === 0 }))];
  openMenu(toolkit, owner, menuOf?.(turnId, items) ?? items);
}
