import type { CommandId } from "./manifest";
import type { Notify } from "./notify";
import { withMenu } from "./sideMenu";

/** The commands by id; an error of a command becomes exactly one notification. */
export class Commands {
  readonly #commands: ReadonlyMap<CommandId, Command>;
  readonly #notify: Notify;

  constructor(commands: readonly Command[], notify: Notify) {
    this.#commands = new Map(commands.map((command) => [command.id, command]));
    this.#notify = notify;
  }

  async run(id: CommandId, given: readonly unknown[]): Promise<unknown> {
    const args = withMenu(id, given);
    const command = this.#commands.get(id);
    this.#notify.begin();
    try {
      return await command?.run(...args);
    } catch (error) {
      if (command?.rejects?.(...args)) throw new Error(this.#notify.explain(error).sentence);
      this.#notify.failure(error, { retry: () => this.run(id, given) });
      return undefined;
    }
  }
}

/** One command of the palette, the menus or the keyboard. Its errors are shown to the user. */
export interface Command {
  readonly id: CommandId;
  /** True if a caller waits for the result, as other extensions do: the failure is then passed on to it. */
  rejects?(...args: unknown[]): boolean;
  run(...args: unknown[]): unknown;
}
