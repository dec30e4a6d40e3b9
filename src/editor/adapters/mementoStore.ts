import type * as vscode from "vscode";
import type { Store } from "../../app/ports";

/** VS Code's Memento storage, global or per workspace. Nothing in it is synchronised. */
export class MementoStore implements Store {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  get(key: string): unknown {
    return this.#memento.get(key);
  }

  async set(key: string, value: unknown): Promise<void> {
    await this.#memento.update(key, value);
  }
}
