import * as vscode from "vscode";
import type { Connection } from "../../connection/core/connection";
import type { Setup } from "../core/setup";
import type { Roster } from "../core/roster";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { setContext } from "../../../platform/editor/contextKeys";
import { restrictedWords } from "../../../platform/editor/restricted";
import type { DefaultExpertSetting } from "./defaultExpertSetting";
import type { EditorSettings } from "../../../platform/editor/settings";
import { expertIdOf, ExpertNode, type Node } from "./nodes";

interface ExpertRowsParts {
  connection: Connection;
  roster: Roster;
  settings: Pick<EditorSettings, "recommended" | "onDidChange">;
  defaultExpert: Pick<DefaultExpertSetting, "id" | "idOfWorkspace">;
  setup: Setup;
}

/** The rows of the tree: the user's experts, followed by those that the workspace recommends. */
export class ExpertRows extends Owner {
  readonly #parts: ExpertRowsParts;
  readonly #changed = this.register(new Emitter<void>());

  readonly onDidChange = this.#changed.event;

  constructor(parts: ExpertRowsParts) {
    super();
    this.#parts = parts;
    const redraw = () => {
      this.#changed.fire();
      fireAndForget(() => this.tellNeed());
    };
    this.register(parts.roster.onDidChange(redraw));
    this.register(parts.settings.onDidChange(redraw));
    fireAndForget(() => this.tellNeed());
  }

  /** Drawing a row never retries a failed request; expanding it does. */
  opened(node: Node): void {
    if (node instanceof ExpertNode && this.#parts.roster.problemOf(node.id))
      fireAndForget(() => this.#parts.roster.refresh(node.id));
  }

  /** The ids of the experts among these rows, for dragging. */
  idsOf(nodes: readonly Node[]): number[] {
    return nodes.filter((node) => node instanceof ExpertNode).map(({ id }) => id);
  }

  /** Moves the dragged experts to the position of the target, or to the end. */
  async drop(ids: unknown, target: Node | undefined): Promise<void> {
    if (!Array.isArray(ids)) return;
    await this.#parts.roster.move(
      ids.filter((id) => typeof id === "number"),
      target && expertIdOf(target),
    );
  }

  get #keptIds(): number[] {
    return this.#parts.connection.hub ? this.#parts.roster.list.map(({ id }) => id) : [];
  }

  get #recommended(): number[] {
    if (!this.#parts.connection.hub) return [];
    const kept = this.#keptIds;
    const { idOfWorkspace = [] } = this.#parts.defaultExpert;
    const ids = new Set(this.#parts.settings.recommended.concat(idOfWorkspace));
    return [...ids].filter((id) => !kept.includes(id));
  }

  /** For the welcome of an empty view, and for the walkthrough, which waits while the view is closed. */
  async tellNeed(): Promise<void> {
    // The keyring is asked only where its answer is shown.
    const isIncomplete = this.#keptIds.length === 0 || this.#recommended.length > 0;
    const step = isIncomplete ? await this.#parts.setup.nextSetupStep() : undefined;
    await setContext("expertHub.setupStep", step ?? "none");
  }

  async list(): Promise<{ rows: Node[]; message: string }> {
    const { roster, defaultExpert, setup } = this.#parts;
    const recommended = this.#recommended;
    // Without a key, nobody can be fetched.
    const isWithoutKey = recommended.length > 0 && (await setup.nextSetupStep()) === "key";
    const ids = [...this.#keptIds, ...(isWithoutKey ? [] : recommended)];
    // An empty view shows its welcome instead, which says the same.
    const isRestricted = ids.length > 0 && !vscode.workspace.isTrusted;
    return {
      rows: ids.map((id) => new ExpertNode(roster, id, defaultExpert)),
      message: isRestricted ? restrictedWords : "",
    };
  }
}
