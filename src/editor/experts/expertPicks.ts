import * as vscode from "vscode";
import { nameOf } from "../../app/naming";
import type { Kept, Roster } from "../../app/roster";
import { plainText } from "../plainText";
import { roleOf } from "./role";

interface Pick<T> extends vscode.QuickPickItem {
  value?: T;
}

/** One of the kept experts, the current one first. */
export async function pickExpert(roster: Roster): Promise<Kept | undefined> {
  const { current } = roster;
  const others = roster.list.filter((kept) => kept !== current);
  const chosen = await vscode.window.showQuickPick(
    [...(current ? [current] : []), ...others].map((kept): Pick<Kept> => ({
      label: plainText(nameOf("Expert", kept.id, kept.expert?.name)),
      description: [roleOf(kept), String(kept.id)].filter(Boolean).join(" · "),
      value: kept,
    })),
    { title: "Expert", placeHolder: "Which expert?", matchOnDescription: true },
  );
  return chosen?.value;
}

/** The ability for the next questions; `value` absent in the result: left to the expert. */
export async function pickAbility({
  expert,
  abilityId,
}: Kept): Promise<{ value?: number } | undefined> {
  return pickOf(
    "Ability",
    abilityId,
    (expert?.abilities ?? []).map(({ id, name, text }) => ({
      id,
      label: nameOf("Ability", id, name),
      ...(text && { detail: plainText(text, 300) }),
    })),
  );
}

/** The model for the next questions; `value` absent in the result: left to the expert. */
export async function pickModel({
  expert,
  modelId,
}: Kept): Promise<{ value?: number } | undefined> {
  return pickOf(
    "Model",
    modelId,
    (expert?.expert_llm_models ?? []).map(({ id, name, identifier }) => ({
      id,
      label: nameOf("Model", id, name),
      ...(identifier && { detail: plainText(identifier) }),
    })),
  );
}

async function pickOf(
  kind: "Ability" | "Model",
  chosenId: number | undefined,
  options: { id: number; label: string; detail?: string }[],
): Promise<{ value?: number } | undefined> {
  const items: Pick<number>[] = [
    {
      label: "Let the expert decide",
      ...(chosenId === undefined && { description: "chosen" }),
    },
    ...options.map(({ id, label, detail }) => ({
      label: plainText(label),
      description: id === chosenId ? `${id} · chosen` : String(id),
      ...(detail !== undefined && { detail }),
      value: id,
    })),
  ];
  const chosen = await vscode.window.showQuickPick(items, {
    title: kind,
    placeHolder: `${kind} for the next questions`,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen && (chosen.value === undefined ? {} : { value: chosen.value });
}
