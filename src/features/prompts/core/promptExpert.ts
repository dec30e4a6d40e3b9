import type { SavedExpert } from "../../experts/core/roster";
import type { StoredPrompt } from "../../../contract/savedPrompt";

/** Whom a prompt asks; absent parts are left as they are. */
interface PromptExpert {
  readonly expertId?: number;
  readonly abilityId?: number;
  /** The expert that it names, if the user does not have it. */
  readonly missing?: string;
}

/** Finds what a prompt names among the user's experts, with `current` for one that names none. */
export function expertFor(
  { expert, ability }: Pick<StoredPrompt, "expert" | "ability">,
  list: readonly SavedExpert[],
  current: SavedExpert | undefined,
): PromptExpert {
  const found =
    expert === undefined
      ? current
      : findNamed(
          expert,
          list.map((kept) => ({ id: kept.id, name: kept.expert?.name, kept })),
        )?.kept;
  if (expert !== undefined && !found) return { missing: expert };
  const abilityId =
    ability === undefined ? undefined : findNamed(ability, found?.expert?.abilities ?? [])?.id;
  return {
    ...(expert !== undefined && found && { expertId: found.id }),
    ...(abilityId !== undefined && { abilityId }),
  };
}

/** By its id, else by its name in any case. */
function findNamed<T extends { id: number; name?: string | undefined }>(
  given: string,
  all: readonly T[],
): T | undefined {
  const name = given.toLowerCase();
  return (
    all.find(({ id }) => String(id) === given) ??
    all.find((one) => one.name?.trim().toLowerCase() === name)
  );
}
