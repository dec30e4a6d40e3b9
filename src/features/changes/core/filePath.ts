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

export interface OpenFolder {
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
