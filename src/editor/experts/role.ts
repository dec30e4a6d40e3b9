import type { SavedExpert } from "../../app/experts/roster";
import { plainText } from "../workbench/plainText";

/** The role in which an expert is shown everywhere, or nothing. */
export function roleOf({ expert }: SavedExpert): string {
  return plainText(expert?.function_name ?? expert?.profession ?? "", 80);
}
