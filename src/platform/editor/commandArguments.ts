/** What a keybinding or a caller passes to a command under this name. */
export function optionIn(args: readonly unknown[], name: string): unknown {
  for (const one of args) {
    if (typeof one === "object" && one !== null && Object.hasOwn(one, name))
      return Reflect.get(one, name);
  }
  return undefined;
}
