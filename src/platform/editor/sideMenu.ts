import { optionIn } from "./commandArguments";
import type { CommandId } from "./manifest";

/** Passed to a command that was chosen from the menu above the chat in the side bar. */
export const fromSideMenu = Symbol("the menu of the side bar");

const inSideMenu: ReadonlySet<CommandId> = new Set([
  "expertHub.deleteConversation",
  "expertHub.exportConversation",
  "expertHub.findConversation",
  "expertHub.openChatInEditor",
  "expertHub.renameConversation",
  "expertHub.startWithSummary",
]);

/** Replaces what VS Code passes to a command of the side bar's menu. */
export function withMenu(id: CommandId, args: readonly unknown[]): readonly unknown[] {
  return inSideMenu.has(id) && isFromViewTitle(args) ? [fromSideMenu] : args;
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
