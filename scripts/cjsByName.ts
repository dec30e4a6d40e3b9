// Lets Stryker find the files of mocha 12, which it requires without their extension.
import Module from "node:module";

const { _extensions } = Module as unknown as { _extensions: Record<string, unknown> };
_extensions[".cjs"] ??= _extensions[".js"];
