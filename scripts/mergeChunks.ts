// Merges files that are loaded together: each further one costs another disk access.
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Metafile } from "esbuild";
import { from } from "./root.ts";

type Outputs = Metafile["outputs"];

const loadedAtOnce = ({ imports }: Outputs[string]) =>
  imports.filter(({ kind, external }) => !external && kind !== "dynamic-import");

/** What an entry needs before it can run, in execution order. */
function inOrder(outputs: Outputs, file: string, order: string[] = []): string[] {
  for (const { path: needed } of loadedAtOnce(outputs[file]!)) inOrder(outputs, needed, order);
  if (!order.includes(file)) order.push(file);
  return order;
}

const requirePattern = /\brequire\("(\.[^"]+)"\)/g;

/** The code with its `require`s relative to `to`; `rename` replaces those of merged chunks. */
const moved = (
  code: string,
  file: string,
  to: string,
  rename: (target: string) => string | undefined,
): string =>
  code.replace(requirePattern, (_, name: string) => {
    const target = path.posix.join(path.posix.dirname(file), name);
    const relative = path.posix.relative(path.posix.dirname(to), target);
    return rename(target) ?? `require("${relative.startsWith(".") ? relative : `./${relative}`}")`;
  });

const read = (file: string): Promise<string> => readFile(from(file), "utf8");

/** Puts these CommonJS chunks into the file, ahead of its own code, and redirects all other files to it. */
async function join(outputs: Outputs, into: string, chunks: readonly string[]): Promise<void> {
  const numbers = new Map(chunks.map((file, number) => [file, number]));
  const part = (target: string): string | undefined => {
    const number = numbers.get(target);
    return number === undefined ? undefined : `parts[${number}]`;
  };
  const parts = await Promise.all(
    chunks.map(async (file) => {
      const code = moved(await read(file), file, into, part);
      return `parts.push(((module)=>{${code}\nreturn module.exports})({exports:{}}));`;
    }),
  );
  const own = moved(await read(into), into, into, part);
  await writeFile(
    from(into),
    `"use strict";const parts=[];${parts.join("\n")}\n${own}\nmodule.exports.parts=parts;\n`,
  );
  const others = Object.keys(outputs).filter((file) => file !== into && !numbers.has(file));
  await Promise.all(
    others.map(async (file) => {
      const there = path.posix.relative(path.posix.dirname(file), into);
      const relative = there.startsWith(".") ? there : `./${there}`;
      const way = (target: string) => part(target) && `require("${relative}").${part(target)}`;
      await writeFile(from(file), moved(await read(file), file, file, way));
    }),
  );
  await Promise.all(chunks.map((file) => rm(from(file))));
  describe(outputs, into, chunks);
}

/** Each `require("vscode")` makes the host look up the calling extension. */
async function askOnce(file: string): Promise<void> {
  const code = await read(file);
  const once = code.replaceAll('require("vscode")', "$vscode");
  if (once !== code)
    await writeFile(from(file), `"use strict";const $vscode=require("vscode");${once}`);
}

/** Every chunk that may be loaded while `without` is not: through imports, dynamic ones included. */
function reached(
  outputs: Outputs,
  file: string,
  without: string,
  found = new Set<string>(),
): Set<string> {
  if (file === without || found.has(file) || !outputs[file]) return found;
  found.add(file);
  for (const { path: needed } of outputs[file].imports) reached(outputs, needed, without, found);
  return found;
}

/**
 * What activation needs is merged into it. What the core and the features share with others is
 * merged into them; what only later chunks share stays a file, which nothing loads before them.
 */
export async function joinShared(
  outputs: Outputs,
  entry: string,
  sources: readonly [core: string, features: string],
): Promise<void> {
  await join(outputs, entry, inOrder(outputs, entry).slice(0, -1));
  const builtFrom = (source: string): string =>
    Object.keys(outputs).find((file) => outputs[file]!.entryPoint === source)!;
  const core = builtFrom(sources[0]);
  const features = builtFrom(sources[1]);
  const isShared = (file: string): boolean => !outputs[file]!.entryPoint;
  const early = reached(outputs, entry, features);
  const inCore = inOrder(outputs, core);
  for (const file of inOrder(outputs, features))
    if (isShared(file) && early.has(file)) inOrder(outputs, file, inCore);
  await join(outputs, core, inCore.filter(isShared));
  await join(outputs, features, inOrder(outputs, features).filter(isShared));
  await Promise.all(Object.keys(outputs).map(askOnce));
}

/** Updates the metafile to match the files. */
function describe(outputs: Outputs, entry: string, joined: readonly string[]): void {
  const main = outputs[entry]!;
  for (const file of joined) {
    Object.assign(main.inputs, outputs[file]!.inputs);
    main.imports.push(...outputs[file]!.imports);
    delete outputs[file];
  }
  const gone = new Set(joined);
  main.imports = main.imports.filter(({ path: needed }) => !gone.has(needed));
  for (const output of Object.values(outputs))
    for (const each of output.imports) if (gone.has(each.path)) each.path = entry;
}
