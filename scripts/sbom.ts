// The software bill of materials: every package with code in a shipped file, as CycloneDX 1.6.

export interface Outputs {
  readonly [file: string]: { readonly inputs?: { readonly [file: string]: unknown } };
}

export interface Lock {
  readonly packages: Record<string, { version: string; integrity?: string; license?: string }>;
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
  const name = nameOfPackage(folder);
  if (!version || !integrity.startsWith("sha512-"))
    throw new Error(`${folder} is shipped, but not held by package-lock.json`);
  const content = Buffer.from(integrity.slice("sha512-".length), "base64").toString("hex");
  return {
    type: "library",
    name,
    version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
    hashes: [{ alg: "SHA-512", content }],
  };
}

/** Contains no date and no random number: the same packages produce the same file. */
export function sbomOf(
  outputs: Outputs,
  { name, version }: { name: string; version: string },
  lock: Lock,
) {
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name, version } },
    components: packagesIn(outputs).map((folder) => component(folder, lock)),
  };
}
