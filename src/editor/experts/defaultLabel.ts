import type { DefaultExperts } from "../adapters/settings";
import { languageName } from "../selection/languageName";
import { plainText } from "../workbench/plainText";

/** For the description of a row, such as `default for Python`; empty if the expert is no default. */
export function defaultLabel(defaults: DefaultExperts | undefined, id: number): string {
  if (defaults?.general === id) return "default";
  const languages = languagesOf(defaults, id);
  return languages === "" ? "" : `default for ${languages}`;
}

/** For a tooltip; empty if the expert is no default. */
export function defaultSentence(defaults: DefaultExperts | undefined, id: number): string {
  if (defaults?.general === id) return "New conversations ask this expert";
  const languages = languagesOf(defaults, id);
  return languages === "" ? "" : `New conversations about ${languages} files ask this expert`;
}

function languagesOf(defaults: DefaultExperts | undefined, id: number): string {
  const languages = [...(defaults?.byLanguage ?? [])].filter(([, expertId]) => expertId === id);
  return plainText(languages.map(([languageId]) => languageName(languageId)).join(", "), 100);
}
