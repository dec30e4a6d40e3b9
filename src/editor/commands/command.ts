import type { CommandId } from "../manifest";

/** One command of the palette, the menus or the keyboard. What it throws is told to the user. */
export interface Command {
  readonly id: CommandId;
  /** True where the caller is told of a failure too, as other extensions are. */
  readonly rejects?: boolean;
  run(...args: unknown[]): unknown;
}
