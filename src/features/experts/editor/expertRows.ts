import * as vscode from "vscode";
import type { Connection } from "../../connection/core/connection";
import type { Setup } from "../core/setup";
import type { Roster } from "../core/roster";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { SetupStep } from "../../../contract/vocabulary";
import { setContext } from "../../../platform/editor/contextKeys";
import { restrictedWords } from "../../../platform/editor/restricted";
import type { DefaultExpertSetting } from "./defaultExpertSetting";
import type { EditorSettings } from "../../../platform/editor/settings";
import { Throttled } from "../../../platform/editor/throttled";
import { expertIdOf, ExpertNode, type Node } from "./nodes";

/** While a thousand experts are added, the tree is redrawn at this interval, in milliseconds. */
const redrawIntervalMs = 500;
/** VS Code requests all rows at once: the first request is answered with slightly more than a screenful. */
const firstRows = 60;
/** Milliseconds until the others follow: VS Code would draw the first ones only together with them. */
const restAfterMs = 250;

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
  readonly #changed = this.register(new Emitter<Node | undefined>());
  #nodes: ReadonlyMap<number, ExpertNode> = new Map();
  #wasSeen = false;

  /** With a row if only that row changed. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: ExpertRowsParts) {
    super();
    this.#parts = parts;
    const redrawNow = () => {
      this.#changed.fire(undefined);
      // VS Code asks a closed tree for no rows, but the walkthrough waits for what they would show.
      fireAndForget(() => this.tellNeed());
    };
    const redraw = this.register(new Throttled(redrawNow, redrawIntervalMs));
    this.register(
      parts.roster.onDidChange((id) => {
        const node = id === undefined ? undefined : this.#nodes.get(id);
        if (node) this.#changed.fire(node);
        else redraw.run();
      }),
    );
    this.register(parts.settings.onDidChange(redrawNow));
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

  /** Whether there is a key is checked only where it affects the view: the welcome, or recommendations. */
  async tellNeed(
    kept: readonly number[] = this.#keptIds,
    recommended: readonly number[] = this.#recommended,
  ): Promise<SetupStep | undefined> {
    const isIncomplete = kept.length === 0 || recommended.length > 0;
    const step = isIncomplete ? await this.#parts.setup.nextSetupStep() : undefined;
    fireAndForget(() => setContext("expertHub.setupStep", step ?? "none"));
    return step;
  }

  async list(): Promise<{ rows: Node[]; message: string }> {
    const kept = this.#keptIds;
    const isFirstPart = !this.#wasSeen && kept.length > firstRows;
    const recommended = isFirstPart ? [] : this.#recommended;
    const step = await this.tellNeed(kept, recommended);
    const ids = [...kept, ...(step === "key" ? [] : recommended)];
    const before = this.#nodes;
    const { roster, defaultExpert } = this.#parts;
    this.#nodes = new Map(
      ids.map((id) => [id, before.get(id) ?? new ExpertNode(roster, id, defaultExpert)]),
    );
    // An empty view shows its welcome instead, which says the same.
    const isRestricted = ids.length > 0 && !vscode.workspace.isTrusted;
    this.#wasSeen = true;
    if (isFirstPart) setTimeout(() => this.#changed.fire(undefined), restAfterMs);
    const rows = [...this.#nodes.values()];
    return {
      rows: isFirstPart ? rows.slice(0, firstRows) : rows,
      message: isRestricted ? restrictedWords : "",
    };
  }
}
