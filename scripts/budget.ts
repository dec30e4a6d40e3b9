// The limits of performance.md: A2, JavaScript read at activation; A3, the VSIX without the
// pictures of the walkthrough, which have a limit of their own.
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Metafile } from "esbuild";
import { from, readJson } from "./root.ts";
import { readVsix, vsixFile } from "./vsix.ts";

export const activationLimit = 15 * 1024;
export const vsixLimit = 1100 * 1024;
export const walkthroughLimit = 150 * 1024;
export const metaFile = "out/meta.json";

interface Imports {
  readonly imports: readonly { kind: string; path: string; external?: boolean }[];
}

/** A bundle and every chunk that it requires statically, according to esbuild's metafile. */
export function filesAtOnce(
  outputs: Readonly<Record<string, Imports>>,
  entry = "dist/extension.cjs",
): string[] {
  const found = new Set([entry]);
  for (const file of found)
    for (const { kind, path, external } of outputs[file]?.imports ?? [])
      if (!external && kind !== "dynamic-import") found.add(path);
  return [...found];
}

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
const sizeOf = async (file: string): Promise<number> => (await stat(from(file))).size;

/** Bytes on disk, after the chunks were converted to CommonJS. */
export const activationSize = async (): Promise<number> =>
  sum(await Promise.all(filesAtOnce((readJson(metaFile) as Metafile).outputs).map(sizeOf)));

/** The script that the page begins with, and whatever else it has to read before it stands. */
export async function firstScripts(): Promise<{ files: string[]; bytes: number }> {
  const page = "dist/webview/page.js";
  const text = await readFile(from(page), "utf8");
  // The bundler drops what the page itself does not need.
  const files = filesAtOnce((readJson(metaFile) as Metafile).outputs, page).filter(
    (file) => file === page || text.includes(path.basename(file)),
  );
  return { files, bytes: sum(await Promise.all(files.map(sizeOf))) };
}

/** Bytes of the pictures of the walkthrough, which are compressed already. */
export async function walkthroughSize(): Promise<number> {
  const files = [...(await readVsix())];
  return sum(
    files.map(([name, { length }]) =>
      name.startsWith("extension/media/walkthrough/") ? length : 0,
    ),
  );
}

export const vsixSize = async (): Promise<number> =>
  (await stat(vsixFile)).size - (await walkthroughSize());
