import * as vscode from "vscode";
import { nameOf } from "../../app/naming";
import type { Kept, Roster } from "../../app/roster";
import type { Ability, Model } from "../../hub/types";
import type { CommandId, TreeContext } from "../manifest";
import { plainText } from "../plainText";
import { roleOf } from "./role";

/** A row of the tree; it knows its own children. */
export interface Node {
  item(): vscode.TreeItem;
  children(): Promise<Node[]> | Node[];
}

export class ExpertNode implements Node {
  readonly #roster: Roster;
  readonly id: number;

  constructor(roster: Roster, id: number) {
    this.#roster = roster;
    this.id = id;
  }

  item(): vscode.TreeItem {
    const kept = this.#roster.get(this.id) ?? { id: this.id };
    const problem = this.#roster.problemOf(this.id);
    const item = row(
      nameOf("Expert", this.id, kept.expert?.name),
      problem && !kept.expert ? "expert.failed" : "expert",
      problem ? "warning" : "account",
      vscode.TreeItemCollapsibleState.Collapsed,
    );
    item.id = `expert/${this.id}`;
    const current = this.#roster.current?.id === this.id && this.#roster.list.length > 1;
    item.description = problem
      ? plainText(problem.message, 100)
      : [roleOf(kept), current && "current"].filter(Boolean).join(" · ");
    item.tooltip = tooltip(kept, problem?.message);
    // Without it, a screen reader is given the whole tooltip.
    const name = plainText(nameOf("Expert", this.id, kept.expert?.name));
    item.accessibilityInformation = { label: `${name}, ${item.description}` };
    return item;
  }

  async children(): Promise<Node[]> {
    await this.#roster.ensure(this.id);
    const kept = this.#roster.get(this.id);
    if (!kept?.expert) return [];
    const { abilities, expert_llm_models: models } = kept.expert;
    return [
      new GroupNode(
        this.id,
        "Abilities",
        abilities.map((ability) => new AbilityNode(kept, ability)),
      ),
      new GroupNode(
        this.id,
        "Models",
        models.map((model) => new ModelNode(kept, model)),
      ),
    ];
  }
}

class GroupNode implements Node {
  readonly #id: string;
  readonly #label: string;
  readonly #children: Node[];

  constructor(expertId: number, label: "Abilities" | "Models", children: Node[]) {
    this.#id = `expert/${expertId}/${label}`;
    this.#label = label;
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
    item.description = length === 0 ? "none" : String(length);
    return item;
  }

  children(): Node[] {
    return this.#children;
  }
}

/** A row that can be the expert's choice. */
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

  protected choosable(label: string, item: vscode.TreeItem, command: CommandId): vscode.TreeItem {
    item.command = { command, title: "Use", arguments: [this] };
    item.accessibilityInformation = {
      label: `${plainText(label)}${this.chosen ? ", chosen" : ""}`,
    };
    return item;
  }

  children(): Node[] {
    return [];
  }
}

export class AbilityNode extends ChoiceNode {
  readonly #ability: Ability;

  constructor(kept: Kept, ability: Ability) {
    super(kept.id, ability.id, kept.abilityId === ability.id);
    this.#ability = ability;
  }

  item(): vscode.TreeItem {
    const { id, name, text } = this.#ability;
    const item = row(nameOf("Ability", id, name), "ability", this.chosen ? "check" : "tools");
    item.id = `expert/${this.expertId}/ability/${id}`;
    item.description = plainText(text ?? "", 100);
    item.tooltip = plainText(text ?? "", 1000);
    return this.choosable(nameOf("Ability", id, name), item, "expertHub.chooseAbility");
  }
}

export class ModelNode extends ChoiceNode {
  readonly #model: Model;

  constructor(kept: Kept, model: Model) {
    super(kept.id, model.id, kept.modelId === model.id);
    this.#model = model;
  }

  item(): vscode.TreeItem {
    const { id, name, identifier } = this.#model;
    const item = row(nameOf("Model", id, name), "model", this.chosen ? "check" : "chip");
    item.id = `expert/${this.expertId}/model/${id}`;
    item.description = plainText(identifier ?? "", 100);
    item.tooltip = plainText([name, identifier].filter(Boolean).join(" · "), 1000);
    return this.choosable(nameOf("Model", id, name), item, "expertHub.chooseModel");
  }
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

function tooltip({ id, expert, fetchedAt }: Kept, problem: string | undefined): string {
  const paragraphs = [
    [expert?.name, expert?.profession, `id ${id}`].filter(Boolean).join(" · "),
    expert?.description ?? expert?.function_description,
    problem ?? (fetchedAt && `As of ${new Date(fetchedAt).toLocaleString()}`),
  ];
  return paragraphs
    .filter((paragraph) => typeof paragraph === "string" && paragraph !== "")
    .map((paragraph) => plainText(String(paragraph), 1000))
    .join("\n\n");
}
