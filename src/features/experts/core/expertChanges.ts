import type { Expert } from "../../../contract/types";
import { t } from "../../../kit/l10n";
import { nameOf } from "../../../platform/core/naming";

/** What determines how an expert answers, as text, so that two versions can be compared. */
export function behaviourOf(
  expert: Expert,
  title = nameOf("Expert", expert.id, expert.name),
): string {
  return [
    `# ${title}`,
    `## ${t("System message")}`,
    expert.system_message ?? t("None."),
    `## ${t("Abilities")}`,
    ...expert.abilities
      .toSorted((one, other) => one.id - other.id)
      .map(({ id, name, text }) => part(`${nameOf("Ability", id, name)} (${id})`, text)),
    `## ${t("Models")}`,
    ...expert.expert_llm_models
      .toSorted((one, other) => one.id - other.id)
      .map(({ id, name, identifier }) => part(`${nameOf("Model", id, name)} (${id})`, identifier)),
    "",
  ].join("\n\n");
}

/** True if the system message, the abilities or the models changed. Order and times are ignored. */
export function behavesOtherwise(before: Expert, after: Expert): boolean {
  return behaviourOf(before, "") !== behaviourOf(after, "");
}

function part(title: string, text: string | undefined): string {
  return text === undefined ? `### ${title}` : `### ${title}\n\n${text}`;
}
