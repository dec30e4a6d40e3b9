// The software bill of materials: every package with code in a shipped file, as CycloneDX 1.6.

/** Folders of the packages whose code is in these esbuild outputs. */
export function packagesIn(outputs) {
  const folders = Object.values(outputs).flatMap(({ inputs }) =>
    Object.keys(inputs ?? {}).flatMap(
      (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
    ),
  );
  return [...new Set(folders)].toSorted();
}

function component(folder, lock) {
  const { version, integrity = "", license } = lock.packages[folder] ?? {};
  const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
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
export function sbomOf({ outputs, manifest, lock }) {
  const { name, version } = manifest;
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name, version } },
    components: packagesIn(outputs).map((folder) => component(folder, lock)),
  };
}
