import { optionIn } from "./commandArguments";
import type { CommandId } from "./manifest";

/** Passed to a command that was chosen from the menu above the chat in the side bar. */
export const fromSideMenu = Symbol("the menu of the side bar");

interface FormerCommand {
  readonly id: CommandId;
  /** Added to the arguments. */
  readonly with?: object;
}

const former = {
  applyAllChanges: { id: "applyChanges" },
  applyReplacement: { id: "applyChanges" },
  askAboutCell: { id: "askAbout", with: { about: "cell" } },
  askAboutLine: { id: "askAbout", with: { about: "line" } },
  askAboutProblem: { id: "askAbout", with: { about: "problem" } },
  askAboutTest: { id: "askAbout", with: { about: "test" } },
  chooseAbility: { id: "useForNextQuestion" },
  chooseModel: { id: "useForNextQuestion" },
  discardDraft: { id: "deleteConversation" },
  discardReplacement: { id: "discardChanges" },
  moveExpertDown: { id: "moveExpert", with: { direction: "down" } },
  moveExpertUp: { id: "moveExpert", with: { direction: "up" } },
  nextCodeBlock: { id: "goToCodeBlock", with: { direction: "next" } },
  nextTurn: { id: "goToQuestion", with: { direction: "next" } },
  pinConversation: { id: "togglePin", with: { pinned: true } },
  previousCodeBlock: { id: "goToCodeBlock", with: { direction: "previous" } },
  previousTurn: { id: "goToQuestion", with: { direction: "previous" } },
  startLocalHub: { id: "startBuiltInHub" },
  stopLocalHub: { id: "stopBuiltInHub" },
  toggleFocus: { id: "openChat", with: { toggle: true } },
  unpinConversation: { id: "togglePin", with: { pinned: false } },
} as const;

/** Ids that commands had before, which keybindings, tasks and other extensions may name. */
export const formerCommands: Readonly<Record<string, FormerCommand>> = Object.fromEntries(
  Object.entries(former).map(([name, { id, ...own }]) => [
    `expertHub.${name}`,
    { ...own, id: `expertHub.${id}` },
  ]),
);

/** The commands of the menu above the side bar's chat, by the ids that its entries had before. */
export const sideMenu: Readonly<Record<string, CommandId>> = Object.fromEntries(
  (
    [
      "deleteConversation",
      "exportConversation",
      "findConversation",
      "openChatInEditor",
      "renameConversation",
    ] as const
  ).map((name) => [`expertHub.side.${name}`, `expertHub.${name}`]),
);

/** The command that is meant by an id, today's or a former one, and its arguments. */
export function meantCommand(
  called: string,
  args: readonly unknown[],
): { id: CommandId; args: readonly unknown[] } {
  const former = formerCommands[called];
  if (former) return { id: former.id, args: former.with ? [...args, former.with] : args };
  const fromMenu = sideMenu[called];
  if (fromMenu) return { id: fromMenu, args: [fromSideMenu] };
  const id = called as CommandId;
  return { id, args: withMenu(id, args) };
}

const ofSideMenu: ReadonlySet<string> = new Set([
  ...Object.values(sideMenu),
  "expertHub.startWithSummary",
]);

/** Replaces what VS Code passes to a command of the side bar's menu. */
export function withMenu(id: CommandId, args: readonly unknown[]): readonly unknown[] {
  return ofSideMenu.has(id) && isFromViewTitle(args) ? [fromSideMenu] : args;
}

/**
 * VS Code does not name the view, but passes one argument without content from above a view,
 * something with content from other menus, and none from the palette and from keys.
 */
function isFromViewTitle(args: readonly unknown[]): boolean {
  const [only] = args;
  if (args.length !== 1) return false;
  return only === undefined || only === null || optionIn(args, "preserveFocus") !== undefined;
}
