// What activation reads becomes one file: each further one costs another look at the disk.
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { from } from "./root.js";

const loadedAtOnce = ({ imports }) =>
  imports.filter(({ kind, external }) => !external && kind !== "dynamic-import");

/** What an entry needs before it can run, in the order in which it is run. */
function inOrder(outputs, file, order = []) {
  for (const { path: needed } of loadedAtOnce(outputs[file])) inOrder(outputs, needed, order);
  if (!order.includes(file)) order.push(file);
  return order;
}

const requirePattern = /\brequire\("(\.[^"]+)"\)/g;

/** The same `require`s, as they read from `to`; `rename` gives those their own way that are part of it. */
const moved = (code, file, to, rename) =>
  code.replace(requirePattern, (_, name) => {
    const target = path.posix.join(path.posix.dirname(file), name);
    const relative = path.posix.relative(path.posix.dirname(to), target);
    return rename(target) ?? `require("${relative.startsWith(".") ? relative : `./${relative}`}")`;
  });

const read = (file) => readFile(from(file), "utf8");

/** Puts the CommonJS chunks that `entry` requires at once into it, and leads all others there. */
export async function joinAtActivation(outputs, entry) {
  const joined = inOrder(outputs, entry).filter((file) => file !== entry);
  const numbers = new Map(joined.map((file, number) => [file, number]));
  const part = (target) => {
    const number = numbers.get(target);
    return number === undefined ? undefined : `parts[${number}]`;
  };
  const parts = await Promise.all(
    joined.map(async (file) => {
      const code = moved(await read(file), file, entry, part);
      return `parts.push(((module)=>{${code}\nreturn module.exports})({exports:{}}));`;
    }),
  );
  const own = moved(await read(entry), entry, entry, part);
  await writeFile(
    from(entry),
    `"use strict";const parts=[];${parts.join("\n")}\n${own}\nmodule.exports.parts=parts;\n`,
  );
  const others = Object.keys(outputs).filter((file) => file !== entry && !numbers.has(file));
  await Promise.all(
    others.map(async (file) => {
      const there = path.posix.relative(path.posix.dirname(file), entry);
      const way = (target) => part(target) && `require("${there}").${part(target)}`;
      await writeFile(from(file), moved(await read(file), file, file, way));
    }),
  );
  await Promise.all(joined.map((file) => rm(from(file))));
  describe(outputs, entry, joined);
}

/** The metafile as the files are now. */
function describe(outputs, entry, joined) {
  const main = outputs[entry];
  for (const file of joined) {
    Object.assign(main.inputs, outputs[file].inputs);
    main.imports.push(...outputs[file].imports);
    delete outputs[file];
  }
  const gone = new Set(joined);
  main.imports = main.imports.filter(({ path: needed }) => !gone.has(needed));
  for (const output of Object.values(outputs))
    for (const each of output.imports) if (gone.has(each.path)) each.path = entry;
}
