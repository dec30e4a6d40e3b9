import { t } from "../../../kit/l10n";
import type { Reason } from "./fileChange";
import { placesOf, type OpenFolder } from "./filePath";

/** A file by its address, which is the same however its path is written. */
export interface FileAddress {
  readonly address: string;
}

/** What is at a place below a folder. */
export type FilePlace<File extends FileAddress> =
  | {
      readonly file: File;
      readonly exists: boolean;
      /** Its first folder is there. */
      readonly hasFolder?: boolean;
    }
  | { readonly why: Reason };

/** A file or why there is none. */
export type FoundFile<File extends FileAddress> =
  | FilePlace<File>
  | { readonly why: Reason; readonly candidates?: readonly File[]; readonly isOutside?: true };

/** The file that an answer names by its path, in the folders that are open. */
export async function locate<Folder extends OpenFolder, File extends FileAddress>(
  path: string,
  folders: readonly Folder[],
  look: (folder: Folder, names: readonly string[]) => Promise<FilePlace<File>>,
): Promise<FoundFile<File>> {
  const places = placesOf(path, folders);
  if (places.length === 0)
    return { why: (file) => t("{0} is outside of the workspace.", file), isOutside: true };
  const looked = await Promise.all(
    places.map(async (place) => ({ ...place, at: await look(place.folder, place.names) })),
  );
  const files = looked.flatMap(({ at, ...place }) => ("file" in at ? [{ ...place, ...at }] : []));
  const isThere = ({ exists, hasFolder = false }: (typeof files)[number]) => exists || hasFolder;
  // A folder may contain one of its own name.
  const meant =
    folders.length === 1 && files.some((one) => !one.isNamed && isThere(one))
      ? files.filter(({ isNamed }) => !isNamed)
      : files;
  // Folders of a workspace may contain each other.
  const existing = new Map(
    meant.filter(({ exists }) => exists).map((one) => [one.file.address, one]),
  );
  const [file, ...others] = existing.values();
  if (file && others.length > 0)
    return {
      why: (name) => t("{0} is in more than one folder of the workspace.", name),
      candidates: [...existing.values()].map(({ file: one }) => one),
    };
  if (file) return file;
  const problem = looked.find(({ at }) => "why" in at);
  if (problem) return problem.at;
  const named = meant.filter(({ isNamed }) => isNamed);
  const [created, ...more] = named.length > 0 ? named : meant;
  return created && more.length === 0
    ? created
    : {
        why: (name) =>
          t("The answer does not say in which folder of the workspace {0} belongs.", name),
      };
}
