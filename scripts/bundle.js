// Bundles what is shipped, and with `--tests` the test suites.
import { glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { metaFile } from "./budget.js";
import { messagesIn } from "./messages.js";
import { undiciSwitches, withoutMarkup, withoutUnreached } from "./stripUnused.js";
import { joinShared } from "./mergeChunks.js";
import { from, root } from "./root.js";

const common = {
  absWorkingDir: root,
  bundle: true,
  charset: "utf8",
  target: "es2024",
  logLevel: "warning",
  legalComments: "none",
  metafile: true,
};

/** esbuild makes an entry import what only its chunks need: dropped, to load one file less at startup. */
const bareChunk = /^import *"\.\/(?:chunks\/)?chunk-\w+\.c?js";\s*/gm;

/** As modules, these would be copied member by member wherever they are imported. */
const plainImport = /\bimport\s*(?:\*\s*as\s+)?([\w$]+)\s+from\s*("vscode"|"node:[\w/]+");/g;

/** esbuild splits only ESM, the extension host loads CJS fastest: split first, then convert each chunk. */
const asCommonJs = {
  name: "as-common-js",
  setup(build) {
    build.onEnd(async ({ metafile }) => {
      const turned = Object.keys(metafile?.outputs ?? {}).map(async (file) => {
        const source = (await readFile(from(file), "utf8"))
          .replace(bareChunk, "")
          .replace(plainImport, "const $1=require($2);");
        const { code } = await esbuild.transform(source, {
          format: "cjs",
          platform: "node",
          target: common.target,
          charset: "utf8",
          // As require(): in some versions, code loaded by `import()` does not see the host's `vscode`.
          supported: { "dynamic-import": false },
          minify: build.initialOptions.minify,
          sourcemap: build.initialOptions.sourcemap,
          sourcefile: file,
          legalComments: "none",
        });
        await writeFile(from(file), code);
      });
      await Promise.all(turned);
      const { extension } = build.initialOptions.entryPoints;
      if (metafile && extension) await joinShared(metafile.outputs, "dist/extension.cjs", builders);
    });
  },
};

/** What the first view loads, and what everything else loads then. */
const builders = ["src/features/models/editor/hubAndExperts.ts", "src/compose.ts"];

const undici = {
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

const withSharedUndici = {
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

const host = {
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
  plugins: [asCommonJs, withSharedUndici],
};

const builtInHub = {
  ...host,
  entryPoints: {
    builtInHub: "src/builtInHub/index.ts",
    builtInHubCli: "src/builtInHub/cli/main.ts",
    promptFiles: "src/builtInHub/promptFiles.ts",
  },
  chunkNames: "builtInHub/[name]-[hash]",
};

/** The page's script is inline in the document, whose import map says where `page/` is. */
const asInlineScript = {
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
const withMessages = {
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

const page = {
  ...common,
  entryPoints: { page: "src/features/chat/page/main.ts", chat: "src/features/chat/page/chat.css" },
  outdir: "dist/webview",
  chunkNames: "[name]-[hash]",
  format: "esm",
  splitting: true,
  platform: "browser",
  minify: true,
  plugins: [withoutMarkup, asInlineScript, withMessages],
};

/** Suites in plain Node and those that drive a browser; their packages are not bundled. */
const nodeSuites = async () => ({
  ...common,
  entryPoints: [
    "test/support/workbench.ts",
    ...(await Array.fromAsync(glob("test/{unit,contract,ui}/**/*.ts", { cwd: root }))),
  ],
  outdir: "out/test",
  outbase: "test",
  chunkNames: "chunks/[name]-[hash]",
  format: "esm",
  splitting: true,
  platform: "node",
  packages: "external",
  sourcemap: "inline",
});

/** What `npm run bench` runs. */
const benches = {
  ...common,
  entryPoints: ["bench/run.ts", "bench/hub.ts"],
  outdir: "out/bench",
  chunkNames: "chunks/[name]-[hash]",
  format: "esm",
  splitting: true,
  platform: "node",
  packages: "external",
  sourcemap: "inline",
};

/** The suites that VS Code loads into its extension host. */
const hostSuites = {
  ...common,
  entryPoints: ["test/editor/index.ts"],
  outfile: "out/test/editor/index.cjs",
  format: "cjs",
  platform: "node",
  external: ["vscode", "mocha"],
  sourcemap: "inline",
};

/** `before` are plugins that see each file ahead of all others. */
export async function bundle({ tests = false, before = [] } = {}) {
  const builds = [undici, host, builtInHub, page];
  const shipped = builds.length;
  await rm(from("dist"), { recursive: true, force: true });
  if (tests) {
    await rm(from("out/test"), { recursive: true, force: true });
    builds.push(await nodeSuites(), hostSuites, benches);
  }
  const results = await Promise.all(
    builds.map((options) =>
      esbuild.build({ ...options, plugins: [...before, ...(options.plugins ?? [])] }),
    ),
  );
  const outputs = Object.assign(
    {},
    ...results.slice(0, shipped).map(({ metafile }) => metafile.outputs),
  );
  // Outside what is shipped: for the size tests.
  await mkdir(from("out"), { recursive: true });
  await writeFile(metaFile, JSON.stringify({ outputs }));
}

/** Readable in a debugger, and rebuilt on every change, which it reports to an editor's problem matcher. */
async function watch() {
  const builds = [undici, host, builtInHub, page];
  const building = new Set(builds);
  console.log("[watch] build started");
  for (const options of builds) {
    const announce = {
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
    const readable = { minify: false, sourcemap: "inline" };
    const context = await esbuild.context({ ...options, ...readable, plugins });
    await context.watch();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--watch")) await watch();
  else await bundle({ tests: process.argv.includes("--tests") });
}
