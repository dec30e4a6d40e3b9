import * as vscode from "vscode";
import { ageOf } from "../../../contract/text";
import type { Ability, Model } from "../../../contract/types";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { locale, t } from "../../../kit/l10n";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { explain, explanationLine } from "../../../platform/core/explain";
import { nameOf } from "../../../platform/core/naming";
import { setContext } from "../../../platform/editor/contextKeys";
import type { CommandId, TreeContext } from "../../../platform/editor/manifest";
import { plainText } from "../../../platform/editor/plainText";
import { restrictedWords } from "../../../platform/editor/restricted";
import type { EditorSettings } from "../../../platform/editor/settings";
import type { Connection } from "../../connection/core/connection";
import type { Roster, SavedExpert } from "../core/roster";
import type { Setup } from "../core/setup";
import type { DefaultExpertSetting } from "./defaultExpertSetting";
import { roleOf } from "./expertPicks";

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
    const saved = this.#keptIds;
    const { idOfWorkspace = [] } = this.#parts.defaultExpert;
    const ids = new Set(this.#parts.settings.recommended.concat(idOfWorkspace));
    return [...ids].filter((id) => !saved.includes(id));
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

/** Milliseconds after which a row shows its age, even if nothing failed. */
const oldAfter = 86_400_000;

/** A row of the tree; it knows its own children. */
export interface Node {
  item(): vscode.TreeItem;
  /** Requested when the pointer rests on the row. */
  tooltip(): string | undefined;
  children(): Promise<Node[]> | Node[];
}

export class ExpertNode implements Node {
  readonly #roster: Roster;
  readonly #defaultExpert: Pick<DefaultExpertSetting, "id"> | undefined;
  readonly id: number;

  constructor(roster: Roster, id: number, defaultExpert?: Pick<DefaultExpertSetting, "id">) {
    this.#roster = roster;
    this.#defaultExpert = defaultExpert;
    this.id = id;
  }

  item(): vscode.TreeItem {
    const saved = this.#roster.getOrViewed(this.id) ?? { id: this.id };
    const problem = this.#roster.problemOf(this.id);
    const item = row(
      nameOf("Expert", this.id, saved.expert?.name),
      this.#context(saved),
      problem ? "warning" : "account",
      vscode.TreeItemCollapsibleState.Collapsed,
    );
    item.id = `expert/${this.id}`;
    item.description = plainText(this.#description(saved).filter(Boolean).join(" · "));
    // Without it, a screen reader reads the whole tooltip.
    item.accessibilityInformation = { label: `${item.label as string}, ${item.description}` };
    return item;
  }

  tooltip(): string {
    const saved = this.#roster.getOrViewed(this.id) ?? { id: this.id };
    const problem = this.#roster.problemOf(this.id);
    const note = this.#isDefault ? t("New conversations ask this expert") : "";
    return tooltip(saved, note, problem && explanationLine(explain(problem)));
  }

  get #isDefault(): boolean {
    return this.#defaultExpert?.id === this.id;
  }

  #context({ expert, seen, isFromFile }: SavedExpert): TreeContext {
    if (!this.#roster.get(this.id)) return "recommended";
    if (isFromFile) return "expert.file";
    if (seen) return "expert.changed";
    return this.#roster.problemOf(this.id) && !expert ? "expert.failed" : "expert";
  }

  #description(saved: SavedExpert): string[] {
    const problem = this.#roster.problemOf(this.id);
    const recommended = this.#roster.get(this.id) ? "" : t("recommended");
    if (problem && !saved.expert) return [recommended, plainText(problem.message, 100)];
    const { current, list } = this.#roster;
    const age = Date.now() - (saved.fetchedAt ?? Infinity);
    return [
      roleOf(saved),
      recommended || (this.#isDefault ? t("default") : ""),
      current?.id === this.id && list.length > 1 ? t("current") : "",
      saved.seen ? t("changed") : "",
      saved.isFromFile ? t("from a file") : "",
      problem || age > oldAfter ? t("as of {0}", ageOf(saved.fetchedAt ?? 0, Date.now())) : "",
    ];
  }

  async children(): Promise<Node[]> {
    await this.#roster.ensure(this.id);
    const saved = this.#roster.getOrViewed(this.id);
    if (!saved?.expert) return [];
    const { abilities, expert_llm_models: models } = saved.expert;
    const isAsked = this.#roster.current?.id === this.id;
    return [
      new GroupNode(
        this.id,
        "Abilities",
        abilities.map((ability) => new AbilityNode(saved, ability, isAsked)),
      ),
      new GroupNode(
        this.id,
        "Models",
        models.map((model) => new ModelNode(saved, model, isAsked)),
      ),
    ];
  }
}

class GroupNode implements Node {
  readonly expertId: number;
  readonly #id: string;
  readonly #label: string;
  readonly #children: Node[];

  constructor(expertId: number, label: "Abilities" | "Models", children: Node[]) {
    this.expertId = expertId;
    this.#id = `expert/${expertId}/${label}`;
    this.#label = label === "Abilities" ? t("Abilities") : t("Models");
    this.#children = children;
  }

  item(): vscode.TreeItem {
    const { length } = this.#children;
    const item = row(
      this.#label,
      "group",
      undefined,
      length === 0
        ? vscode.TreeItemCollapsibleState.None
        : vscode.TreeItemCollapsibleState.Expanded,
    );
    item.id = this.#id;
    item.description = length === 0 ? t("none") : String(length);
    return item;
  }

  tooltip(): undefined {}

  children(): Node[] {
    return this.#children;
  }
}

/** A row that can be the expert's choice; marked where that is the expert who is asked. */
abstract class ChoiceNode implements Node {
  readonly expertId: number;
  readonly id: number;
  readonly chosen: boolean;

  constructor(expertId: number, id: number, chosen: boolean) {
    this.expertId = expertId;
    this.id = id;
    this.chosen = chosen;
  }

  abstract item(): vscode.TreeItem;
  abstract tooltip(): string;

  protected choosable(label: string, item: vscode.TreeItem, command: CommandId): vscode.TreeItem {
    item.command = { command, title: t("Use"), arguments: [this] };
    item.accessibilityInformation = {
      label: this.chosen ? t("{0}, chosen", plainText(label)) : plainText(label),
    };
    return item;
  }

  children(): Node[] {
    return [];
  }
}

export class AbilityNode extends ChoiceNode {
  readonly #ability: Ability;

  constructor(saved: SavedExpert, ability: Ability, isAsked: boolean) {
    super(saved.id, ability.id, isAsked && saved.abilityId === ability.id);
    this.#ability = ability;
  }

  item(): vscode.TreeItem {
    const { id, name, text } = this.#ability;
    const item = row(nameOf("Ability", id, name), "ability", this.chosen ? "check" : "tools");
    item.id = `expert/${this.expertId}/ability/${id}`;
    item.description = plainText(text ?? "", 100);
    return this.choosable(nameOf("Ability", id, name), item, "expertHub.useForNextQuestion");
  }

  tooltip(): string {
    return plainText(this.#ability.text ?? "", 1000);
  }
}

export class ModelNode extends ChoiceNode {
  readonly #model: Model;

  constructor(saved: SavedExpert, model: Model, isAsked: boolean) {
    super(saved.id, model.id, isAsked && saved.modelId === model.id);
    this.#model = model;
  }

  item(): vscode.TreeItem {
    const { id, name } = this.#model;
    const item = row(nameOf("Model", id, name), "model", this.chosen ? "check" : "chip");
    item.id = `expert/${this.expertId}/model/${id}`;
    return this.choosable(nameOf("Model", id, name), item, "expertHub.useForNextQuestion");
  }

  tooltip(): string {
    const { name, identifier } = this.#model;
    return plainText([name, identifier].filter(Boolean).join(" · "), 1000);
  }
}

/** The expert that a row belongs to. */
export function expertIdOf(node: Node): number | undefined {
  if (node instanceof ExpertNode) return node.id;
  return node instanceof GroupNode || node instanceof ChoiceNode ? node.expertId : undefined;
}

function row(
  label: string,
  context: TreeContext,
  icon?: string,
  state = vscode.TreeItemCollapsibleState.None,
): vscode.TreeItem {
  const item = new vscode.TreeItem(plainText(label), state);
  item.contextValue = context;
  if (icon !== undefined) item.iconPath = new vscode.ThemeIcon(icon);
  return item;
}

function tooltip(
  { id, expert, fetchedAt }: SavedExpert,
  note: string,
  problem: string | undefined,
): string {
  const { name = "", profession = "", description, function_description: role } = expert ?? {};
  const age =
    fetchedAt === undefined ? "" : t("As of {0}", new Date(fetchedAt).toLocaleString(locale()));
  // At most 1,000 characters together.
  return [
    [plainText(name), plainText(profession, 80), t("ID {0}", id)].filter(Boolean).join(" · "),
    plainText(description ?? role ?? "", 550),
    [note, plainText(problem ?? age, 200)].filter(Boolean).join("\n"),
  ]
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}
