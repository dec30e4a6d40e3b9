import { type CommandId, fromSideMenu, sideMenu } from "./manifest";

/** What a keybinding, or a former id, passes to a command under this name. */
export function optionIn(args: readonly unknown[], name: string): unknown {
  for (const one of args) {
    if (typeof one === "object" && one !== null && Object.hasOwn(one, name))
      return Reflect.get(one, name);
  }
  return undefined;
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
