import type { TargetPlace } from "./fitIndent";
import { indentOf, indentUnit } from "./measure";

export interface FileIndentation {
  readonly isByTabs: boolean;
  /** Columns of a level. */
  readonly step: number;
  readonly tabSize: number;
}

const usual: FileIndentation = { isByTabs: false, step: 4, tabSize: 4 };

/** By its text alone, for a file that no editor shows. */
export function fileIndentation(
  lines: readonly string[],
  settings: FileIndentation = usual,
): FileIndentation {
  const unit = indentUnit(lines);
  if (unit === undefined) return settings;
  const isByTabs = unit === "\t";
  const { tabSize } = settings;
  return { isByTabs, step: isByTabs ? tabSize : unit.length, tabSize };
}

/** Where a text goes that begins at this place in a line. */
export function targetPlace(
  line: string,
  column: number,
  file: FileIndentation & Pick<TargetPlace, "languageId" | "sent">,
): TargetPlace {
  const { languageId, sent, step, tabSize } = file;
  const indent = indentOf(line);
  // The line itself is a better source than the rest of the file.
  const isByTabs = indent === "" ? file.isByTabs : indent.includes("\t");
  const unit = isByTabs ? "\t" : " ".repeat(step);
  return { languageId, indent, column, unit, tabSize, sent };
}
