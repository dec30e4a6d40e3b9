import { readFileSync } from "node:fs";
import type { Messages } from "../../../kit/l10n";

/** Those translations that the page needs; the build lists its messages beside its script. */
export function pageMessages(folder: string, bundle: Messages): Messages {
  const needed = JSON.parse(readFileSync(`${folder}/messages.json`, "utf8")) as string[];
  return Object.fromEntries(
    needed.flatMap((message) =>
      bundle[message] === undefined ? [] : [[message, bundle[message]]],
    ),
  );
}
