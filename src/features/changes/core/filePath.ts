import { t } from "../../../kit/l10n";
import type { Reason } from "./fileChange";

const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i;
const longest = 1_000;

/** The names of a path below a folder; `undefined` for one that leads elsewhere, or that not every disk takes. */
export function pathNames(path: string): string[] | undefined {
  const names = path.split("/");
  return path.length <= longest && names.every(isName) ? names : undefined;
}

/** Colons are for drives and streams, and control characters for nothing good. */
function isName(name: string): boolean {
  return (
    name !== "" &&
    name !== "." &&
    name !== ".." &&
    name !== "~" &&
    // eslint-disable-next-line no-control-regex
    !/[\u0000-\u001f\u007f:\\]/.test(name) &&
    !/[. ]$/.test(name) &&
    !deviceName.test(name)
  );
}

interface OpenFolder {
  readonly name: string;
  /** With slashes, from the root on. */
  readonly path: string;
}

interface PathPlace<Folder> {
  readonly folder: Folder;
  readonly names: readonly string[];
  /** The path begins with the name of the folder. */
  readonly isNamed: boolean;
}

/** Where a path that an answer writes may lead; nowhere if it leads out of the folders. */
export function placesOf<Folder extends OpenFolder>(
  path: string,
  folders: readonly Folder[],
): PathPlace<Folder>[] {
  return folders.flatMap((folder) => {
    const names = pathNames(belowFolder(path, folder) ?? path);
    if (!names) return [];
    // VS Code itself writes paths with the folder's name where there are several.
    const isNamed = names.length > 1 && names[0] === folder.name;
    return [
      { folder, names, isNamed: false },
      ...(isNamed ? [{ folder, names: names.slice(1), isNamed }] : []),
    ];
  });
}

/** An absolute path in this folder, such as a model gets from a tool, from the folder on. */
function belowFolder(path: string, { path: folder }: OpenFolder): string | undefined {
  const rooted = path.replace(/^([a-z]):\//i, (_, drive: string) => `/${drive.toLowerCase()}:/`);
  return rooted.startsWith(`${folder}/`) ? rooted.slice(folder.length + 1) : undefined;
}

/**
 * Shorter and shorter ends of a path, the longest first: to models, a folder is often that of another
 * computer, as in `/app/src/cart.ts`, or the root, as in `/src/cart.ts`.
 */
export function pathEnds(path: string): string[] {
  const names = pathNames(path.replace(/^(?:[a-z]:|~)?\//i, "")) ?? [];
  return names.map((_, at) => names.slice(at).join("/"));
}

/** An answer often names a file by the end of its path. */
export function endsWithPath(whole: string, path: string): boolean {
  return whole === path || whole.endsWith(`/${path}`);
}

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
