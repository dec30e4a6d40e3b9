import { asData } from "../dataBlock";
import { rootsOf } from "./roots";
import { filesBelow, limits, type Walk, type View } from "./walk";
import { cutShort } from "./workspace";

const maxNames = 200;
const maxListCharacters = 12_000;

/** The names of the files in a folder and below it, nearest first. */
export async function listFiles(
  { folders, isExcluded, signal }: View,
  below: string,
  offset: number,
): Promise<string> {
  const walk: Walk = { files: 0, bytes: 0 };
  const shown: string[] = [];
  let length = 0;
  for await (const { name } of filesBelow(folders, walk, signal, { isExcluded, below })) {
    if (walk.files >= limits.files) {
      walk.cutBy = "files";
      break;
    }
    walk.files += 1;
    const isFull = shown.length === maxNames || length > maxListCharacters;
    if (walk.files <= offset || isFull) continue;
    shown.push(name);
    length += name.length + 1;
  }
  const end = offset + shown.length;
  const notes = [
    end < walk.files && shown.length > 0 && `Read on with offset ${end}.`,
    cutShort(walk),
    "Files that are ignored, excluded, binary or in hidden folders are not listed.",
  ].filter(Boolean);
  if (shown.length === 0) {
    const roots = (await rootsOf(folders)).map(({ prefix }) => prefix).filter(Boolean);
    return [
      walk.files > 0
        ? `There are ${walk.files} files; offset must be less.`
        : "There are no files to list there.",
      ...(roots.length > 0 ? [`The open folders are: ${roots.join(", ")}.`] : []),
      ...notes,
    ].join(" ");
  }
  const place = below === "" ? "the workspace" : below;
  return [
    asData(`the list of files in ${place}`, shown.join("\n")),
    `[${offset + 1} to ${end} of ${walk.files} files. ${notes.join(" ")}]`,
  ].join("\n");
}
