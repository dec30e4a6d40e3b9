import type { CommandId } from "./manifest";

/** One command of the palette, the menus or the keyboard. What it throws is told to the user. */
export interface Command {
  readonly id: CommandId;
  /** True where a caller waits for the outcome, as other extensions do: it is told of the failure. */
  rejects?(...args: unknown[]): boolean;
  run(...args: unknown[]): unknown;
}
