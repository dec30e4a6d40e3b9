// The VSIX that was packaged last, and what test/vsix-files.txt says that it contains.
import { readFile, writeFile } from "node:fs/promises";
import JSZip from "jszip";
import { from } from "./root.ts";

export const vsixFile = from("out/expert-hub.vsix");
export const listFile = from("test/vsix-files.txt");

/** Its files by name. */
export async function readVsix(): Promise<Map<string, Buffer>> {
  const { files } = await JSZip.loadAsync(await readFile(vsixFile));
  return new Map(
    await Promise.all(
      Object.entries(files).map(
        async ([name, file]) => [name, await file.async("nodebuffer")] as const,
      ),
    ),
  );
}

/** A chunk, whose name ends in a hash of its content: a new import() does not change the list. */
const chunk = /[^/]+-[A-Z0-9]{8}(?=\.c?js$)/;

/** Sorted, with one line for all chunks of a folder. */
export const listed = (names: Iterable<string>): string[] =>
  [...new Set([...names].map((name) => name.replace(chunk, "*")))].toSorted();

export const packagedList = async (): Promise<string[]> => listed((await readVsix()).keys());

export const writeList = async (): Promise<void> =>
  writeFile(listFile, `${(await packagedList()).join("\n")}\n`);
