// Bundles what is shipped, and the test suites with `--tests`.
import { readFile, rm, writeFile } from "node:fs/promises";
import { glob } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const from = (...parts) => path.join(root, ...parts);

const common = {
  absWorkingDir: root,
  bundle: true,
  charset: "utf8",
  target: "es2024",
  logLevel: "warning",
  legalComments: "none",
  metafile: true,
};

/** esbuild splits ESM only, the extension host loads CJS fastest: split first, then turn each chunk. */
const asCommonJs = {
  name: "as-common-js",
  setup(build) {
    build.onEnd(async (result) => {
      for (const file of Object.keys(result.metafile?.outputs ?? {})) {
        const full = from(file);
        const { code } = await esbuild.transform(await readFile(full, "utf8"), {
          format: "cjs",
          platform: "node",
          target: common.target,
          minify: Boolean(build.initialOptions.minify),
          legalComments: "none",
        });
        await writeFile(full, code);
      }
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
  plugins: [asCommonJs],
};

const localHub = {
  ...host,
  entryPoints: { localHub: "src/localHub/index.ts", localHubCli: "src/localHub/cli.ts" },
  chunkNames: "localHub/[name]-[hash]",
};

const page = {
  ...common,
  entryPoints: { page: "src/webview/main.ts" },
  outdir: "dist/webview",
  chunkNames: "[name]-[hash]",
  format: "esm",
  splitting: true,
  platform: "browser",
  minify: true,
};

/** Suites in plain node and those that drive a browser; their packages stay outside. */
const nodeSuites = async () => ({
  ...common,
  entryPoints: await Array.fromAsync(glob("test/{unit,contract,ui}/**/*.ts", { cwd: root })),
  outdir: "out/test",
  outbase: "test",
  format: "esm",
  splitting: true,
  platform: "node",
  packages: "external",
  sourcemap: "inline",
});

/** The suites that VS Code loads into its extension host. */
const hostSuites = async () => ({
  ...common,
  entryPoints: ["test/editor/index.ts"],
  outfile: "out/test/editor/index.cjs",
  format: "cjs",
  platform: "node",
  external: ["vscode", "mocha"],
  sourcemap: "inline",
});

export async function bundle({ tests = false, watch = false } = {}) {
  await rm(from("dist"), { recursive: true, force: true });
  const builds = [host, localHub, page];
  if (tests) {
    await rm(from("out/test"), { recursive: true, force: true });
    builds.push(await nodeSuites(), await hostSuites());
  }
  if (!watch) return Promise.all(builds.map((options) => esbuild.build(options)));
  const contexts = await Promise.all(builds.map((options) => esbuild.context(options)));
  await Promise.all(contexts.map((context) => context.watch()));
  console.log("watching");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await bundle({
    tests: process.argv.includes("--tests"),
    watch: process.argv.includes("--watch"),
  });
}
