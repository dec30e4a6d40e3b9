// Bundles what is shipped, and with `--tests` the test suites.
import { globSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import * as esbuild from "esbuild";
import type { BuildOptions, Plugin } from "esbuild";
import { metaFile } from "./budget.ts";
import { Merger } from "./mergeChunks.ts";
import { languages, messages, messagesIn, translationFiles } from "./messages.ts";
import { from, root } from "./root.ts";
import {
  undiciSwitches,
  withoutMarkup,
  withoutUnreached,
  withoutValidator,
} from "./stripUnused.ts";

const common = {
  absWorkingDir: root,
  bundle: true,
  charset: "utf8",
  target: "es2024",
  logLevel: "warning",
  legalComments: "none",
  metafile: true,
} satisfies BuildOptions;

/** esbuild makes an entry import what only its chunks need: dropped, to load one file less at startup. */
const bareChunk = /(?<=^|;)import *"\.\/((?:chunks\/)?chunk-\w+\.c?js)";\s*/gm;

/** As modules, these would be copied member by member wherever they are imported. */
const plainImport = /\bimport\s*(?:\*\s*as\s+)?([\w$]+)\s+from\s*("vscode"|"node:[\w/]+");/g;

/** esbuild splits only ESM, the extension host loads CJS fastest: split first, then convert. */
const asCommonJs: Plugin = {
  name: "as-common-js",
  setup(build) {
    build.onEnd(async ({ metafile }) => {
      const outputs = metafile?.outputs ?? {};
      const written = Object.entries(outputs).map(async ([file, output]) => {
        const source = await readFile(from(file), "utf8");
        const bare = new Set(
          [...source.matchAll(bareChunk)].map(([, name]) =>
            path.posix.join(path.posix.dirname(file), name!),
          ),
        );
        output.imports = output.imports.filter(({ path: needed }) => !bare.has(needed));
        const plain = source.replace(bareChunk, "").replace(plainImport, "const $1=require($2);");
        await writeFile(from(file), plain);
      });
      await Promise.all(written);
      const { minify = false, sourcemap = false } = build.initialOptions;
      const merger = new Merger(outputs, { ...common, metafile: false, minify, sourcemap });
      const entry = "dist/extension.cjs";
      if (outputs[entry]) await merger.merge(entry, builders);
      await merger.convert();
    });
  },
};

/** What the first view loads, and what everything else loads then. */
const builders = ["src/hubAndExperts.ts", "src/compose.ts"] as const;

const undici: BuildOptions = {
  ...common,
  entryPoints: { undici: "src/client/undici.ts" },
  outdir: "dist",
  outExtension: { ".js": ".cjs" },
  format: "cjs",
  platform: "node",
  minify: true,
  define: undiciSwitches,
  plugins: [withoutUnreached],
};

/** As all chunks of both bundles find it. */
const sharedUndici = "../undici.cjs";

const withSharedUndici: Plugin = {
  name: "with-shared-undici",
  setup(build) {
    build.onResolve({ filter: /^\.\/undici$/ }, () => ({ path: sharedUndici, external: true }));
    build.onEnd(({ metafile }) => {
      for (const { imports } of Object.values(metafile?.outputs ?? {}))
        for (const each of imports)
          if (each.path === sharedUndici)
            Object.assign(each, { path: "dist/undici.cjs", external: false });
    });
  },
};

const host: BuildOptions = {
  ...common,
  entryPoints: { extension: "src/extension.ts" },
  outdir: "dist",
  outExtension: { ".js": ".cjs" },
  chunkNames: "chunks/[name]-[hash]",
  format: "esm",
  splitting: true,
  platform: "node",
  mainFields: ["module", "main"],
  external: ["vscode"],
  minify: true,
  plugins: [withoutValidator, asCommonJs, withSharedUndici],
};

const builtInHub: BuildOptions = {
  ...host,
  entryPoints: {
    builtInHub: "src/builtInHub/index.ts",
    builtInHubCli: "src/builtInHub/cli/main.ts",
    promptFiles: "src/builtInHub/promptFiles.ts",
  },
  chunkNames: "builtInHub/[name]-[hash]",
};

/** The page's script is inline in the document, whose import map says where `page/` is. */
const asInlineScript: Plugin = {
  name: "as-inline-script",
  setup(build) {
    build.onEnd(async ({ errors }) => {
      if (errors.length > 0) return;
      const entry = from("dist/webview/page.js");
      const text = await readFile(entry, "utf8");
      const alone = text
        .replace(bareChunk, "")
        .replaceAll(/(\bimport\(|\bfrom *)"\.\//g, '$1"page/');
      await writeFile(entry, alone);
    });
  },
};

/** The messages of the page, for the host to pass their translations. */
const withMessages: Plugin = {
  name: "with-messages",
  setup(build) {
    build.onEnd(async ({ metafile }) => {
      const sources = Object.keys(metafile?.inputs ?? {}).filter((file) => file.startsWith("src/"));
      const texts = await Promise.all(sources.map((file) => readFile(from(file), "utf8")));
      const messages = new Set(texts.flatMap(messagesIn));
      await writeFile(from("dist/webview/messages.json"), JSON.stringify([...messages]));
    });
  },
};

const page: BuildOptions = {
  ...common,
  entryPoints: {
    page: "src/page/main.ts",
    chat: "src/features/chat/page/chat.css",
  },
  outdir: "dist/webview",
  chunkNames: "[name]-[hash]",
  format: "esm",
  splitting: true,
  platform: "browser",
  minify: true,
  plugins: [withoutMarkup, asInlineScript, withMessages],
};

/** Run by plain Node, where their packages are. */
const nodePrograms: BuildOptions = {
  ...common,
  chunkNames: "chunks/[name]-[hash]",
  format: "esm",
  splitting: true,
  platform: "node",
  packages: "external",
  sourcemap: "inline",
};

/** Suites in plain Node and those that drive a browser. */
const nodeSuites = (): BuildOptions => ({
  ...nodePrograms,
  entryPoints: [
    "test/support/workbench.ts",
    ...globSync("test/{unit,contract,ui}/**/*.ts", { cwd: root }),
  ],
  outdir: "out/test",
  outbase: "test",
});

/** What `npm run bench` runs. */
const benches: BuildOptions = {
  ...nodePrograms,
  entryPoints: ["bench/run.ts", "bench/hub.ts", "bench/tasks.ts"],
  outdir: "out/bench",
};

/** The suites that VS Code loads into its extension host. */
const hostSuites: BuildOptions = {
  ...common,
  entryPoints: ["test/editor/index.ts"],
  outfile: "out/test/editor/index.cjs",
  format: "cjs",
  platform: "node",
  external: ["vscode", "mocha"],
  sourcemap: "inline",
};

const shipped = [undici, host, builtInHub, page];

const writeTexts = (language: string, texts: readonly string[]): Promise<void> =>
  writeFile(from("dist/l10n", `${language}.json`), JSON.stringify(texts));

/** One list for each language, in one order: by their English texts, each would contain these too. */
async function writeTranslations(): Promise<void> {
  const english = messages();
  await mkdir(from("dist/l10n"), { recursive: true });
  await writeTexts("en", english);
  for (const language of languages) {
    const texts = JSON.parse(await readFile(translationFiles(language).messages, "utf8")) as Record<
      string,
      string
    >;
    await writeTexts(
      language,
      english.map((message) => texts[message] ?? message),
    );
  }
}

/** `before` are plugins that see each file ahead of all others. */
export async function bundle({ tests = false, before = [] as Plugin[] } = {}): Promise<void> {
  const builds = [...shipped];
  await rm(from("dist"), { recursive: true, force: true });
  if (tests) {
    await rm(from("out/test"), { recursive: true, force: true });
    builds.push(nodeSuites(), hostSuites, benches);
  }
  const results = await Promise.all(
    builds.map((options) =>
      esbuild.build({ ...options, plugins: [...before, ...(options.plugins ?? [])] }),
    ),
  );
  const outputs = results
    .slice(0, shipped.length)
    .flatMap(({ metafile }) => Object.entries(metafile?.outputs ?? {}));
  await writeTranslations();
  // Outside what is shipped: for the size tests.
  await mkdir(from("out"), { recursive: true });
  await writeFile(from(metaFile), JSON.stringify({ outputs: Object.fromEntries(outputs) }));
}

/** Readable in a debugger, and rebuilt on every change, which it reports to an editor's problem matcher. */
async function watch(): Promise<void> {
  const building = new Set(shipped);
  await writeTranslations();
  console.log("[watch] build started");
  for (const options of shipped) {
    const announce: Plugin = {
      name: "announce",
      setup(build) {
        build.onStart(() => {
          if (building.size === 0) console.log("[watch] build started");
          building.add(options);
        });
        build.onEnd(() => {
          building.delete(options);
          if (building.size === 0) console.log("[watch] build finished");
        });
      },
    };
    const plugins = [...(options.plugins ?? []), announce];
    const readable = { minify: false, sourcemap: "inline" } as const;
    const context = await esbuild.context({ ...options, ...readable, plugins });
    await context.watch();
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { tests: { type: "boolean", default: false }, watch: { type: "boolean" } },
  });
  await (values.watch ? watch() : bundle(values));
}
