import type { SavedExpert } from "../core/roster";
import { plainText } from "../../../platform/editor/plainText";

/** The expert's role as shown everywhere, or an empty string. */
export function roleOf({ expert }: SavedExpert): string {
  return plainText(expert?.function_name ?? expert?.profession ?? "", 80);
}
