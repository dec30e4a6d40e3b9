import { t } from "../../../kit/l10n";
import type { ConfirmationReason } from "../../../platform/core/confirmer";

const maxPlaces = 8;

/** What to do with hidden characters, in the order of the buttons. */
export const hiddenChoices = (): string[] => [t("Use Without Them"), t("Use As Is")];

/** As many places as are shown. */
export function placesInWords(places: readonly string[]): ConfirmationReason[] {
  const lines = places.slice(0, maxPlaces);
  if (places.length > lines.length) lines.push(t("and {0} more", places.length - lines.length));
  return lines.map((text) => ({ text }));
}
