import type { CommandId } from "./manifest";

/** One command of the palette, the menus or the keyboard. Its errors are shown to the user. */
export interface Command {
  readonly id: CommandId;
  /** True if a caller waits for the result, as other extensions do: the failure is then passed on to it. */
  rejects?(...args: unknown[]): boolean;
  run(...args: unknown[]): unknown;
}
