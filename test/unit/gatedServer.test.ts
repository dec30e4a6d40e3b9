import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";
import { closeGate } from "../../scripts/gatedServer";

/** As minified: a function without a condition, and one that asks it. */
const gate = (name: string) =>
  `function ${name}(s,o){return!0}function D(s,o){if(!${name}(s,o))throw new Error(` +
  "`Extension '${s.identifier.value}' CANNOT use API proposal: ${o}.`)}";

interface Extension {
  enabledApiProposals?: string[];
}

describe("the VS Code that refuses proposed APIs", () => {
  const allows = (name: string, extension: Extension | undefined) =>
    runInNewContext(`${closeGate(gate(name), "a.js")};${name}(extension,"x")`, {
      extension,
    }) as boolean;

  for (const name of ["uc", "$e", "_0"])
    it(`grants only what a manifest names, whatever the function is called: ${name}`, () => {
      assert.equal(allows(name, { enabledApiProposals: ["w", "x"] }), true);
      assert.equal(allows(name, { enabledApiProposals: ["x@2"] }), true);
      assert.equal(allows(name, { enabledApiProposals: ["w"] }), false);
      assert.equal(allows(name, {}), false);
      assert.equal(allows(name, undefined), false);
    });

  it("leaves other functions that return true alone", () => {
    const other = "function K(s,o){return!0}";
    assert.ok(closeGate(other + gate("uc"), "a.js").startsWith(other));
  });

  const unknown = { nothing: "function uc(s,o){return s.x}", two: gate("uc") + gate("Oe") };
  for (const [what, code] of Object.entries(unknown))
    it(`names the file and what to adapt when it finds ${what}`, () => {
      assert.throws(
        () => closeGate(code, "workbench.js"),
        /^Error: workbench\.js: .*adapt the pattern/,
      );
    });
});
