// What a VSIX contains, as test/vsix-files.txt holds it.
import { readFile, writeFile } from "node:fs/promises";
import { vsixFile } from "./budget.js";
import { from } from "./root.js";
import { unzip } from "./zip.js";

export const listFile = from("test/vsix-files.txt");

/** A chunk, whose name ends in a hash of its content: a new import() does not change the list. */
const chunk = /[^/]+-[A-Z0-9]{8}(?=\.c?js$)/;

/** Sorted, with one line for all chunks of a folder. */
export const listed = (names) =>
  [...new Set([...names].map((name) => name.replace(chunk, "*")))].toSorted((one, other) =>
    one < other ? -1 : 1,
  );

/** The list of the VSIX that was packaged last. */
export const packagedList = async () => listed(unzip(await readFile(vsixFile)).keys());

export const writeList = async () => writeFile(listFile, `${(await packagedList()).join("\n")}\n`);
