import assert from "node:assert/strict";
import { importsOf } from "../../../../../src/builtInHub/exact/folder/places";

const linesWith = (text: string): number[] =>
  importsOf("total")({ name: "a", text }).map(({ line }) => line);

describe("places of imports", () => {
  it("finds imports over several lines", () => {
    for (const text of [
      'import {\n  total,\n} from "./cart";',
      "from cart import (\n  total,\n)",
      'import (\n  "example/total"\n)',
      "use cart::{\n  total,\n};",
      'export {\n  total,\n} from "./cart";',
    ])
      assert.deepEqual(linesWith(`first\n${text}\n`), [2], text);
  });

  it("take time in proportion to the text, also where no statement ends", () => {
    for (const line of ["export\n", "import (\n", "from a import (\n", "import {\n"]) {
      const text = line.repeat(300_000 / line.length);
      const start = performance.now();
      assert.deepEqual(linesWith(text), []);
      assert.ok(performance.now() - start < 1000, line);
    }
  });
});
