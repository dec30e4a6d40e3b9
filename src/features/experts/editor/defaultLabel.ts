import { t } from "../../../kit/l10n";
import type { MarkedDefaults } from "./defaultExperts";
import { languageName } from "../../../platform/editor/languageName";
import { plainText } from "../../../platform/editor/plainText";

/** For the description of a row, such as `default for Python`; empty if the expert is no default. */
export function defaultLabel(defaults: MarkedDefaults | undefined, id: number): string {
  if (defaults?.general === id) return t("default");
  const languages = languagesOf(defaults, id);
  return languages === "" ? "" : t("default for {0}", languages);
}

/** For a tooltip; empty if the expert is no default. */
export function defaultSentence(defaults: MarkedDefaults | undefined, id: number): string {
  if (defaults?.general === id) return t("New conversations ask this expert");
  const languages = languagesOf(defaults, id);
  return languages === "" ? "" : t("New conversations about {0} files ask this expert", languages);
}

function languagesOf(defaults: MarkedDefaults | undefined, id: number): string {
  const languages = [...(defaults?.byLanguage ?? [])].filter(([, expertId]) => expertId === id);
  return plainText(languages.map(([languageId]) => languageName(languageId)).join(", "), 100);
}
