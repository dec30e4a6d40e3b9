// Lets Node require TypeScript as it stands: each module once, whether it is imported at the start or
// later. Lets Stryker find the files of mocha 12, which it requires without their extension.
import { readFileSync } from "node:fs";
import Module from "node:module";
import { transformSync } from "esbuild";

interface Compiled {
  _compile(code: string, file: string): void;
}
const { _extensions: extensions } = Module as unknown as {
  _extensions: Record<string, unknown>;
};
extensions[".cjs"] ??= extensions[".js"];
extensions[".ts"] = (module: Compiled, file: string): void => {
  const { code } = transformSync(readFileSync(file, "utf8"), {
    loader: "ts",
    format: "cjs",
    target: "node24",
    define: { "import.meta.dirname": "__dirname", "import.meta.url": "undefined" },
    sourcefile: file,
    sourcemap: "inline",
    supported: { "dynamic-import": false },
  });
  // eslint-disable-next-line no-underscore-dangle
  module._compile(code, file);
};
