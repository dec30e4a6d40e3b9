// The software bill of materials: every package with code in a shipped file, as CycloneDX 1.6.

export interface Outputs {
  readonly [file: string]: { readonly inputs?: { readonly [file: string]: unknown } };
}

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dependencies?: Ranges;
  readonly devDependencies?: Ranges;
  readonly peerDependencies?: Ranges;
  readonly optionalDependencies?: Ranges;
}

type Ranges = Readonly<Record<string, string>>;

export interface Lock {
  /** By folder; that of the product itself is empty. */
  readonly packages: Record<string, Locked>;
}

/** Folders of the packages whose code is in these esbuild outputs. */
export function packagesIn(outputs: Outputs): string[] {
  const inputs = Object.values(outputs).flatMap(({ inputs = {} }) => Object.keys(inputs));
  const folders = inputs.flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  );
  return [...new Set(folders)].toSorted();
}

export const nameOfPackage = (folder: string): string => folder.split("node_modules/").at(-1)!;

function component(folder: string, lock: Lock) {
  const { version, integrity = "", license = "" } = lock.packages[folder] ?? {};
  if (!version || !integrity.startsWith("sha512-"))
    throw new Error(`${folder} is shipped, but not held by package-lock.json`);
  const content = Buffer.from(integrity.slice("sha512-".length), "base64").toString("hex");
  const purl = purlOf(folder, lock);
  return {
    type: "library",
    "bom-ref": purl,
    name: nameOfPackage(folder),
    version,
    purl,
    licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
    hashes: [{ alg: "SHA-512", content }],
  };
}

function purlOf(folder: string, { packages }: Lock): string {
  return `pkg:npm/${nameOfPackage(folder).replace("@", "%40")}@${packages[folder]?.version}`;
}

/** The folder of a package as Node finds it from that of another one. */
function resolved(name: string, from: string, { packages }: Lock): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const folder = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
    if (packages[folder]) return folder;
    if (at === "") return undefined;
  }
}

/** The shipped packages that one of them needs, or the product itself. */
function dependsOn(folder: string, shipped: ReadonlySet<string>, lock: Lock): string[] {
  const { dependencies, devDependencies, peerDependencies, optionalDependencies } =
    lock.packages[folder] ?? {};
  const ranges = { ...dependencies, ...devDependencies, ...peerDependencies };
  const found = Object.keys({ ...ranges, ...optionalDependencies }).flatMap((name) => {
    const needed = resolved(name, folder, lock);
    return needed !== undefined && shipped.has(needed) ? purlOf(needed, lock) : [];
  });
  return [...new Set(found)].toSorted();
}

/** Contains no date and no random number: the same packages produce the same file. */
export function sbomOf(
  outputs: Outputs,
  { publisher, name, version }: { publisher: string; name: string; version: string },
  lock: Lock,
) {
  const folders = packagesIn(outputs);
  const shipped = new Set(folders);
  const product = `pkg:vscode-extension/${publisher}/${name}@${version}`;
  // A package may lie in several folders, with other packages in each.
  const byPurl = Map.groupBy(folders, (folder) => purlOf(folder, lock));
  const neededBy = (some: readonly string[]): string[] => [
    ...new Set(some.flatMap((folder) => dependsOn(folder, shipped, lock))),
  ];
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: { type: "application", "bom-ref": product, name, version, purl: product },
    },
    components: [...byPurl.values()].map(([folder]) => component(folder!, lock)),
    dependencies: [
      { ref: product, dependsOn: dependsOn("", shipped, lock) },
      ...[...byPurl].map(([ref, some]) => ({ ref, dependsOn: neededBy(some) })),
    ],
  };
}
