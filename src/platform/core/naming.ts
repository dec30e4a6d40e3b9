import { t } from "../../kit/l10n";

/** What to call a record that may have no name: its name, else its kind and id. */
export function nameOf(
  kind: "Expert" | "Ability" | "Model",
  id: number,
  name: string | undefined,
): string {
  if (name?.trim()) return name;
  if (kind === "Expert") return t("Expert {0}", id);
  return kind === "Ability" ? t("Ability {0}", id) : t("Model {0}", id);
}

/** A name as part of a file name; `undefined` if it has nothing that a file name can have. */
export function fileStem(name: string): string | undefined {
  const words =
    name
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const stem = words.join("-").slice(0, 80).replace(/-$/, "");
  return stem === "" ? undefined : stem;
}

/** A model of the built-in hub without its server, which its name ends with. */
export const withoutServer = (modelName: string): string => modelName.replace(/ \([^()]*\)$/, "");
