// Merges chunks that are loaded together: each further file costs another disk access.
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as esbuild from "esbuild";
import type { BuildOptions, Metafile, Plugin } from "esbuild";
import { from, root } from "./root.ts";

type Outputs = Metafile["outputs"];

const loadedAtOnce = ({ imports }: Outputs[string]) =>
  imports.filter(({ kind, external }) => !external && kind !== "dynamic-import");

/** What an entry needs before it can run, in execution order. */
function inOrder(outputs: Outputs, file: string, order: string[] = []): string[] {
  for (const { path: needed } of loadedAtOnce(outputs[file]!)) inOrder(outputs, needed, order);
  if (!order.includes(file)) order.push(file);
  return order;
}

const read = (file: string): Promise<string> => readFile(from(file), "utf8");

/** The file that a relative import in `importer` means, from the root. */
const meant = (importer: string, name: string): string =>
  path.posix.join(path.posix.dirname(importer), name);

/** How `importer` names a file. */
function nameIn(importer: string, file: string): string {
  const relative = path.posix.relative(path.posix.dirname(importer), file);
  return relative.startsWith(".") ? relative : `./${relative}`;
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

/** What tells Node the names of exports where a module imports them: no module imports merged files. */
const names = /0&&\(module\.exports=\{[\w,]*\}\);/;

/** Where a merged chunk is: an export of another file. */
interface Place {
  readonly file: string;
  readonly part: string;
}

/** Turns the files of a build from modules into CommonJS, and merges those that are loaded together. */
export class Merger {
  readonly #outputs: Outputs;
  readonly #options: BuildOptions;
  readonly #merged = new Map<string, Place>();
  readonly #converted = new Set<string>();

  constructor(outputs: Outputs, options: BuildOptions) {
    this.#outputs = outputs;
    this.#options = options;
  }

  /**
   * What activation needs is merged into it. What the core and the features share with others is
   * merged into them; what only later chunks share stays a file, which nothing loads before them.
   */
  async merge(entry: string, sources: readonly [core: string, features: string]): Promise<void> {
    const outputs = this.#outputs;
    await this.#join(entry, inOrder(outputs, entry).slice(0, -1));
    const builtFrom = (source: string): string =>
      Object.keys(outputs).find((file) => outputs[file]!.entryPoint === source)!;
    const core = builtFrom(sources[0]);
    const features = builtFrom(sources[1]);
    const isShared = (file: string): boolean => !outputs[file]!.entryPoint;
    const early = reached(outputs, entry, features);
    const inCore = inOrder(outputs, core);
    for (const file of inOrder(outputs, features))
      if (isShared(file) && early.has(file)) inOrder(outputs, file, inCore);
    await this.#join(core, inCore.filter(isShared));
    await this.#join(features, inOrder(outputs, features).filter(isShared));
  }

  /** Converts what is still a module, and has each file load a merged chunk from where it is. */
  async convert(): Promise<void> {
    await Promise.all(
      Object.keys(this.#outputs).map(async (file) => {
        const code = this.#converted.has(file) ? await read(file) : await this.#built(file, [file]);
        await writeFile(from(file), this.#redirected(code, file));
      }),
    );
  }

  /** Puts these chunks into the file, each as an export of its own. */
  async #join(into: string, chunks: readonly string[]): Promise<void> {
    const parts = chunks.map((file, number): [string, Place] => [
      file,
      { file: into, part: `part${number}` },
    ]);
    const contents = [
      ...parts.map(([file, { part }]) => `export * as ${part} from "./${file}";`),
      `export * from "./${into}";`,
    ].join("\n");
    const code = await this.#built(into, [...chunks, into], contents);
    await writeFile(from(into), code.replace(names, ""));
    this.#converted.add(into);
    for (const [file, place] of parts) this.#merged.set(file, place);
    await Promise.all(chunks.map((file) => rm(from(file))));
    this.#describe(into, chunks);
  }

  /** CommonJS that holds these files, of which `contents` exports more than `into` alone does. */
  async #built(into: string, files: readonly string[], contents?: string): Promise<string> {
    const others: Plugin = {
      name: "others",
      setup(build) {
        build.onResolve({ filter: /^\.\.?\// }, ({ path: name, resolveDir }) => {
          const file = path.relative(root, path.join(resolveDir, name)).replaceAll("\\", "/");
          return files.includes(file)
            ? { path: from(file) }
            : { path: nameIn(into, file), external: true };
        });
      },
    };
    const { outputFiles } = await esbuild.build({
      ...this.#options,
      ...(contents === undefined
        ? { entryPoints: [from(into)] }
        : { stdin: { contents, resolveDir: root } }),
      bundle: true,
      write: false,
      outdir: root,
      format: "cjs",
      platform: "node",
      external: ["vscode"],
      // As require(): in some versions, code loaded by `import()` does not see the host's `vscode`.
      supported: { "dynamic-import": false },
      plugins: [others],
    });
    return outputFiles[0]!.text;
  }

  /** Each `require` goes through the hooks of the host: once for each file that is needed at once. */
  #redirected(code: string, file: string): string {
    const needed = loadedAtOnce(this.#outputs[file]!).map((one) => nameIn(file, one.path));
    const names = new Map([...new Set(["vscode", ...needed])].map((name, at) => [name, `$${at}_`]));
    const used = new Set<string>();
    const once = code.replaceAll(/\brequire\("(\.[^"]+|vscode)"\)/g, (_, name: string) => {
      const place = this.#merged.get(meant(file, name));
      const from = place ? nameIn(file, place.file) : name;
      if (names.has(from)) used.add(from);
      return `${names.get(from) ?? `require("${from}")`}${place ? `.${place.part}` : ""}`;
    });
    if (used.size === 0) return once;
    const loads = [...used].map((name) => `${names.get(name)}=require("${name}")`);
    const [shebang = ""] = /^#!.*\n/.exec(once) ?? [];
    return `${shebang}"use strict";const ${loads.join(",")};${once.slice(shebang.length)}`;
  }

  /** Updates the metafile to match the files. */
  #describe(entry: string, joined: readonly string[]): void {
    const outputs = this.#outputs;
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
}
