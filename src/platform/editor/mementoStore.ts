import type * as vscode from "vscode";
import type { WorkspaceStore } from "../core/ports";

/** VS Code's Memento storage, global or per workspace. Nothing in it is synchronised. */
export class MementoStore implements WorkspaceStore {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  keys(): readonly string[] {
    return this.#memento.keys();
  }

  get(key: string): unknown {
    return this.#memento.get(key);
  }

  async set(key: string, value: unknown): Promise<void> {
    await this.#memento.update(key, value);
  }
}
