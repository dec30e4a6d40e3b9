import { t } from "../../../kit/l10n";

/** More than these are counted instead of named. */
const maxNamedIds = 5;

export function notFoundSentence(ids: readonly number[]): string {
  const [id = 0, ...others] = ids;
  if (others.length === 0) return t("The hub has no expert {0}.", id);
  return ids.length > maxNamedIds
    ? t("The hub does not have {0} of these experts.", ids.length)
    : t("The hub has no experts {0}.", ids.join(", "));
}

export function failedSentence(ids: readonly number[]): string {
  const [id = 0, ...others] = ids;
  if (others.length === 0)
    return t("Expert {0} could not be read. See the list for the reason.", id);
  return ids.length > maxNamedIds
    ? t("{0} of these experts could not be read. See the list for the reason.", ids.length)
    : t("Experts {0} could not be read. See the list for the reason.", ids.join(", "));
}

export function alreadySentence(ids: readonly number[]): string {
  const [id = 0, ...others] = ids;
  if (others.length === 0) return t("Expert {0} has already been added.", id);
  return ids.length > maxNamedIds
    ? t("{0} of these experts have already been added.", ids.length)
    : t("Experts {0} have already been added.", ids.join(", "));
}
