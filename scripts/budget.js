// The limits of performance.md: A2, JavaScript read at activation; A3, the VSIX without the
// pictures of the walkthrough, which have a limit of their own.
import { readFile, stat } from "node:fs/promises";
import { from } from "./root.js";
import { packedSize } from "./zip.js";

export const activationLimit = 50 * 1024;
export const vsixLimit = 1024 * 1024;
export const walkthroughLimit = 150 * 1024;
export const metaFile = from("out/meta.json");
export const vsixFile = from("out/expert-hub.vsix");

/** A bundle and every chunk that it requires statically, according to esbuild's metafile. */
export function filesAtOnce(outputs, entry = "dist/extension.cjs") {
  const found = new Set([entry]);
  for (const file of found)
    for (const { kind, path, external } of outputs[file].imports)
      if (!external && kind !== "dynamic-import") found.add(path);
  return [...found];
}

const sizeOf = async (file) => (await stat(file)).size;

/** Bytes on disk, after the chunks were converted to CommonJS. */
export async function activationSize() {
  const { outputs } = JSON.parse(await readFile(metaFile, "utf8"));
  const sizes = await Promise.all(filesAtOnce(outputs).map((file) => sizeOf(from(file))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

export const vsixSize = async () => (await sizeOf(vsixFile)) - (await walkthroughSize());

/** Bytes that the pictures of the walkthrough take in the VSIX. */
export const walkthroughSize = async () =>
  packedSize(await readFile(vsixFile), "extension/media/walkthrough/");
