import { quotedName } from "../../../kit/quotedName";
import { asData } from "../dataBlock";
import { rootsOf } from "./roots";
import { cutShort, namesBelow, type View } from "./walk";

const maxNames = 200;
const maxListCharacters = 12_000;

/** The names of the files in a folder and below it, nearest first. */
export async function listFiles(view: View, below: string, offset: number): Promise<string> {
  const { names, walk } = await namesBelow(view, below);
  let length = 0;
  const next = names.slice(offset, offset + maxNames).map((name) => quotedName(name));
  const shown = next.filter((name) => {
    const fits = length <= maxListCharacters;
    length += name.length + 1;
    return fits;
  });
  const end = offset + shown.length;
  const notes = [
    end < walk.files && shown.length > 0 && `Read on with offset ${end}.`,
    cutShort(walk),
    "Files that are ignored, excluded, binary or in hidden folders are not listed.",
  ].filter(Boolean);
  if (shown.length === 0) {
    const roots = (await rootsOf(view.folders)).map(({ prefix }) => prefix).filter(Boolean);
    return [
      walk.files > 0
        ? `There are ${walk.files} files; offset must be less.`
        : "There are no files to list there.",
      ...(roots.length > 0
        ? [`The open folders are: ${roots.map((root) => quotedName(root)).join(", ")}.`]
        : []),
      ...notes,
    ].join(" ");
  }
  const place = below === "" ? "the workspace" : quotedName(below);
  return [
    asData(`the list of files in ${place}`, shown.join("\n")),
    `[${offset + 1} to ${end} of ${walk.files} files. ${notes.join(" ")}]`,
  ].join("\n");
}
